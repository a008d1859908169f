import FolioNumbers
import Foundation
import Testing

@testable import FolioStores
@testable import TestSupport

/// The file itself: damage, locks, and what a reader may do.
@Suite("A journal file")
struct JournalTests {
  /// The bytes of a journal after some operations of the script, none of them rewritten.
  private func journal(_ operations: Int) throws -> (bytes: [UInt8], script: Script) {
    let script = try Script()
    let files = SimulatedFiles()
    let keeper = try JournalStorage(Script.path, .creating, calls: files)
    for number in 0..<operations {
      try keeper.commit(script.changes[number], after: script.states[number])
    }
    return (files.contents[Script.path] ?? [], script)
  }

  private func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: 0x0A)
  }

  @Test("a byte that changed anywhere is found, with its line and offset")
  func everyByte() throws {
    let (bytes, _) = try journal(3)
    var start = 0
    var line = 1
    for offset in bytes.indices {
      defer { if bytes[offset] == 0x0A { (start, line) = (offset + 1, line + 1) } }
      guard TestScale.isFull || offset % 4 == 0 || offset + 1 == bytes.count else { continue }
      var damaged = bytes
      damaged[offset] ^= 0x01
      let files = SimulatedFiles([Script.path: damaged])
      #expect {
        _ = try Script.open(.writing, files)
      } throws: { error in
        guard case .corrupt(let damage) = error as? StoreFailure else { return false }
        let place = damage.places.first
        // A line break that is gone makes one line of two.
        return place?.line == line && place?.offset == start && damage.name == Script.path
      }
    }
    #expect(line == 8)
  }

  @Test("a line that is missing is missed, and the rest can be read")
  func missingLine() throws {
    let (bytes, _) = try journal(3)
    let all = lines(bytes)
    // Line 5 of 7 is the sale.
    let left = (all[..<4] + all[5...]).flatMap { $0 + [0x0A] }
    let reading = JournalReading(Array(left))
    #expect(reading.damage.map(\.line) == [5])
    #expect(reading.damage.first?.reason == "lines are missing before this one")
    #expect(reading.contents.groups.map(\.id) == ["g1", "g2", "g4", "g5"])
  }

  @Test("of a damaged journal everything else is still readable")
  func salvage() throws {
    var (bytes, _) = try journal(3)
    let offset = lines(bytes)[..<3].reduce(20) { $0 + $1.count + 1 }
    bytes[offset] ^= 0x10
    let reading = JournalReading(bytes)
    #expect(reading.damage.map(\.line) == [4])
    #expect(reading.contents.groups.map(\.id) == ["g1", "g3", "g4", "g5"])
    #expect {
      _ = try Script.open(.reading, SimulatedFiles([Script.path: bytes]))
    } throws: { error in
      "\(error)".contains("ledger.folio:4: ") && "\(error)".contains("4 groups can still be read")
    }
    let files = SimulatedFiles([Script.path: bytes])
    let salvaged = try Script.open(.salvaging, files).contents()
    #expect(salvaged.isSame(as: reading.contents) && files.contents == [Script.path: bytes])
  }

  @Test("a last change that is cut off is noticed, until a writer has cut off the rest of it")
  func cutOff() throws {
    let before = try journal(1).bytes.count
    let (whole, script) = try journal(2)
    for count in [before + 1, before + 90, whole.count - 40] {
      let files = SimulatedFiles([Script.path: Array(whole[..<count])])
      for access in [StoreAccess.reading, .reading, .writing] {
        let storage = try Script.open(access, files)
        #expect(storage.foundIncompleteChange, "\(count) bytes")
        #expect(try storage.contents().isSame(as: script.states[1]))
      }
      #expect(try !Script.open(.reading, files).foundIncompleteChange, "\(count) bytes")
    }
    let files = SimulatedFiles([Script.path: whole])
    #expect(try !Script.open(.reading, files).foundIncompleteChange)
  }

  @Test(
    "what is no journal is not opened",
    arguments: ["", "\n", "hello", "{\"crc32\":\"", "\0\0\0\n"])
  func noJournal(text: String) throws {
    let files = SimulatedFiles([Script.path: Array(text.utf8)])
    #expect {
      _ = try Script.open(.writing, files)
    } throws: { error in
      guard case .corrupt = error as? StoreFailure else { return false }
      return files.contents[Script.path] == Array(text.utf8)
    }
  }

  @Test("a second writer is told that the store is open; a reader reads")
  func secondOpener() throws {
    let place = try StorePlace(.file)
    let writer = try JournalStorage(place.path, .creating)
    let script = try Script()
    try writer.commit(script.changes[0], after: script.states[0])
    #expect {
      _ = try JournalStorage(place.path, .writing)
    } throws: { error in
      guard case .inUse(let reason) = error as? StoreFailure else { return false }
      return reason.contains("open in another program")
    }
    let reader = try JournalStorage(place.path, .reading)
    #expect(try reader.contents().isSame(as: script.states[1]))
    #expect {
      try reader.commit(script.changes[1], after: script.states[1])
    } throws: { error in
      "\(error)".contains("reading only")
    }
    withExtendedLifetime((writer, place)) {}
  }

  @Test("what is there is not made again, and what is not there is not found")
  func making() throws {
    let place = try StorePlace(.file)
    #expect {
      _ = try JournalStorage(place.path, .writing)
    } throws: { error in
      guard case .notFound(.store) = error as? StoreFailure else { return false }
      return true
    }
    _ = try JournalStorage(place.path, .creating)
    #expect {
      _ = try JournalStorage(place.path, .creating)
    } throws: { error in
      guard case .conflict(.storeExists) = error as? StoreFailure else { return false }
      return true
    }
  }

  @Test("a file that is something else is said to be that, once")
  func somethingElse() {
    for (text, words) in [
      ("", "the file is empty"), ("hello\nyou\n", "not a journal"),
    ] {
      let damage = JournalReading(Array(text.utf8)).damage
      #expect(damage.count == 1 && damage[0].line == 1 && damage[0].offset == 0)
      #expect(damage.first?.reason.contains(words) == true, "\(damage)")
    }
  }

  @Test("a document or a database is not taken for a damaged journal")
  func otherFormats() throws {
    for (text, words) in [
      ("{\"format\": \"folio/1\"}\n{\"id\": \"g\"}\n", "'folio init STORE"),
      ("\n {\"groups\": []}", "this is a document"),
      ("SQLite format 3\u{0}\n\n\n", "its address is sqlite:"),
    ] {
      let place = try StorePlace(.file)
      try Data(text.utf8).write(to: URL(filePath: place.path))
      for access in [StoreAccess.reading, .writing] {
        #expect {
          _ = try JournalStorage(place.path, access)
        } throws: { error in
          guard case .unsupported(let reason) = error as? StoreFailure else { return false }
          return reason.contains(words)
        }
      }
    }
  }

  @Test("a line whose row has no id is damage, and is not passed over")
  func rowWithoutID() throws {
    let (bytes, _) = try journal(3)
    let whole = JournalReading(bytes)
    var text = String(decoding: bytes, as: UTF8.self)
    let record = #/"record":(\{.*"kind":"group".*)\}\n/#
    let line = try #require(try record.firstMatch(in: text))
    let odd = line.1.replacing("\"row\":{\"id\": ", with: "\"row\":{\"ID\": ")
    #expect(odd != line.1)
    let sum = Checksum.digits(Checksum.crc32(Array(odd.utf8)[...]))
    let start = text.range(
      of: "{\"crc32\"", options: .backwards, range: text.startIndex..<line.range.lowerBound)
    text.replaceSubrange(
      try #require(start).lowerBound..<line.range.upperBound,
      with: "{\"crc32\":\"\(String(decoding: sum, as: UTF8.self))\",\"record\":\(odd)}\n")
    let reading = JournalReading(Array(text.utf8))
    #expect(reading.damage.first?.reason.contains("does not start with its id") == true)
    #expect(reading.contents.groups.count == whole.contents.groups.count - 1)
  }

  @Test("nothing is left beside a store that is not there, and a folder that is missing is named")
  func missing() throws {
    let place = try StorePlace(.file)
    #expect(throws: StoreFailure.self) { try JournalStorage(place.path, .writing) }
    #expect(!FileManager.default.fileExists(atPath: place.path + ".lock"))
    for access in [StoreAccess.creating, .writing] {
      let error = #expect(throws: StoreFailure.self) {
        try JournalStorage("/nowhere/at/all/ledger.folio", access)
      }
      let words = error?.description ?? ""
      #expect(words.contains(access == .creating ? "no folder /nowhere/at/all" : "no store"))
    }
  }

  @Test("a reader leaves a change that is being written alone")
  func readerTouchesNothing() throws {
    let (bytes, script) = try journal(3)
    let cut = Array(bytes.dropLast(40))
    let files = SimulatedFiles([Script.path: cut])
    let kept = try Script.open(.reading, files).contents()
    #expect(kept.isSame(as: script.states[2]))
    #expect(files.contents == [Script.path: cut])
  }

  @Test("others can't read a store")
  func privacy() throws {
    let place = try StorePlace(.file)
    _ = try JournalStorage(place.path, .creating)
    let mode = try FileManager.default.attributesOfItem(atPath: place.path)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
  }
}
