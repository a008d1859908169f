import FolioNumbers
import Testing

@testable import FolioStores

/// What the file of a memory may say.
@Suite("The memory of a sync")
struct SyncStateTests {
  private static let points =
    "{\"format\": \"folio-sync/2\", \"local\": 1, \"remote\": 2, "
    + "\"head\": {\"format\": \"folio/1\"}}\n"
  private static let loser =
    "{\"id\": \"g1\", \"updated_at\": \"2024-06-01T00:05:00Z\", "
    + "\"deleted_at\": \"2024-06-01T00:05:00Z\", \"row\": {\"id\": \"g1\"}}\n"

  private static let marks =
    "{\"store\": \"local\", \"id\": \"g1\", \"sequence\": 1, \"crc32\": \"00ab12cd\"}\n"
    + "{\"store\": \"remote\", \"id\": null, \"sequence\": 2, \"crc32\": \"ffffffff\"}\n"

  private func read(_ text: String) throws -> SyncState {
    try SyncState(Array(text.utf8), name: "memory")
  }

  @Test("comes back as it was written")
  func same() throws {
    let memory = try read(Self.points + Self.loser)
    #expect(memory.local == 1 && memory.remote == 2 && memory.losers.count == 1)
    #expect(String(decoding: memory.text, as: UTF8.self) == Self.points + Self.loser)
    let marked = try read(Self.points + Self.marks + Self.loser)
    #expect(marked.localMarks.map(\.id) == ["g1"] && marked.remoteMarks.map(\.id) == [nil])
    #expect(marked.localMarks.map(\.checksum) == [0x00ab_12cd])
    let text = String(decoding: marked.text, as: UTF8.self)
    #expect(text == Self.points + Self.marks + Self.loser)
    #expect(try read(Self.points.replacing("sync/2", with: "sync/1")).local == 1)
    let plain = try read("{\"format\": \"folio-sync/2\", \"local\": 0, \"remote\": 0}\n")
    #expect(plain == SyncState())
  }

  @Test(
    "is damaged where a number or a word can't be right, and the line is named",
    arguments: [
      (1, "\"local\": 1", "\"local\": 9223372036854775807"), (1, "\"local\": 1", "\"local\": -1"),
      (1, "\"local\": 1", "\"local\": 9007199254740993"), (1, "\"local\": 1", "\"local\": +1"),
      (1, "\"local\": 1", "\"local\": \"1\""), (1, "\"local\": 1", "\"local\": 1.0"),
      (1, "\"local\": 1", "\"locale\": 1"), (1, "\"remote\": 2", "\"local\": 2"),
      (1, "\"remote\": 2", "\"remote\": 99999999999999999999"),
      (1, "{\"format\": \"folio/1\"}", "3"),
      (1, "folio-sync/2", "folio-sinc/2"), (1, "}}\n", "}} x\n"), (1, "\"local\": 1, ", ""),
      (2, "\"g1\", \"updated", "7, \"updated"), (2, "00:05:00Z\", \"del", "25:05:00Z\", \"del"),
      (2, "\"2024-06-01T00:05:00Z\", \"row", "\"never\", \"row"), (2, "{\"id\": \"g1\"}}", "null}"),
      (2, "\"row\": {\"id\": \"g1\"}", "\"row\": {\"id\": \"g1\""), (2, "\"row\"", "\"Row\""),
      (2, "g1\"}}\n", "g1\"}}"), (2, "{\"id\": \"g1\", \"up", "\n{\"id\": \"g1\", \"up"),
    ])
  func hostile(line: Int, old: String, new: String) throws {
    let text = Self.points + Self.loser
    let damaged = text.replacing(old, with: new)
    #expect(damaged != text)
    #expect {
      _ = try read(damaged)
    } throws: { error in
      guard case .corrupt(let damage) = error as? StoreFailure else { return false }
      return damage.places.map(\.line) == [line]
        && "\(error)".contains("the next sync compares everything")
    }
  }

  @Test(
    "is damaged where a mark can't be right",
    arguments: [
      ("local\", \"id", "lokal\", \"id"), ("\"g1\"", "7"), ("\"sequence\": 1", "\"sequence\": -1"),
      ("00ab12cd", "0ab12cd"), ("00ab12cd", "00ab12cg"), ("\"crc32\"", "\"crc\""),
    ])
  func hostileMark(old: String, new: String) throws {
    let damaged = Self.marks.replacing(old, with: new)
    #expect(damaged != Self.marks)
    #expect(throws: StoreFailure.self) { try read(Self.points + damaged) }
  }

  @Test("is not taken for empty where nothing of it is left")
  func empty() {
    #expect(throws: StoreFailure.self) { try read("") }
    #expect(throws: StoreFailure.self) { try read("\n") }
  }

  @Test("of a later version is left alone")
  func laterVersion() {
    #expect {
      _ = try read(Self.points.replacing("sync/2", with: "sync/3"))
    } throws: { error in
      guard case .unsupported(let words) = error as? StoreFailure else { return false }
      return words.contains("folio-sync/3") && words.contains("later version")
    }
  }
}
