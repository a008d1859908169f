import FolioNumbers
import Testing

@testable import FolioStores

/// Journals with sound checksums that say something that can't be.
@Suite("A journal with sound checksums")
struct ForgedJournalTests {
  /// Line 1 is the journal, 2 the head, 3 and 4 groups of one change, 5 a sale, 6 and 7 deposits.
  private func forged(_ edit: (inout ForgedJournal) -> Void) throws -> [UInt8] {
    let script = try Script()
    let files = SimulatedFiles()
    let keeper = try JournalStorage(Script.path, .creating, calls: files)
    for number in 0..<3 {
      try keeper.commit(script.changes[number], after: script.states[number])
    }
    var journal = ForgedJournal(files.contents[Script.path] ?? [])
    #expect(journal.bytes == files.contents[Script.path])
    edit(&journal)
    return journal.bytes
  }

  private func damage(_ bytes: [UInt8]) throws -> StoreDamage {
    let files = SimulatedFiles([Script.path: bytes])
    for access in [StoreAccess.reading, .writing] {
      do {
        // Rows are read when someone needs them.
        _ = try Script.open(access, files).contents()
        Issue.record("it was opened")
      } catch .corrupt(let damage) {
        #expect(files.contents[Script.path] == bytes)
        if access == .writing { return damage }
      }
    }
    return StoreDamage(name: "", places: [], readableGroups: 0)
  }

  @Test(
    "numbers that no change can have are damage, with their line",
    arguments: [
      (1, "\"n\":0", "\"n\":9223372036854775807"), (1, "\"n\":0", "\"n\":9007199254740993"),
      (1, "\"n\":0", "\"n\":99999999999999999999"), (1, "\"n\":0", "\"n\":-1"),
      (2, "\"n\":1,", "\"n\":0,"), (3, "\"n\":2", "\"n\":1"),
      (4, "\"n\":3", "\"n\":9223372036854775807"), (5, "\"n\":4", "\"n\":3"),
      (5, "\"n\":4", "\"n\":1"), (7, "\"n\":6", "\"n\":5"), (7, "\"n\":6", "\"n\":-6"),
      (7, "\"n\":6", "\"n\":9223372036854775808"), (7, "\"n\":6", "\"n\":06.0"),
    ])
  func numbers(line: Int, old: String, new: String) throws {
    let bytes = try forged { $0.replace(old, with: new, line: line) }
    let found = try damage(bytes)
    #expect(found.places.first?.line == line, "\(found)")
    // What can be read is kept by a salvage, and can be changed without a trap.
    var book = StoreOperations(try Script.open(.salvaging, SimulatedFiles([Script.path: bytes])))
    #expect(try book.contents().groups.count >= 4)
    #expect(StoreContents.sequences.contains(try book.contents().lastSequence))
  }

  @Test("a store whose numbers are used up takes no more changes, and stays readable")
  func lastNumber() throws {
    let most = StoreContents.sequences.upperBound
    let bytes = try forged { $0.replace("\"n\":6", with: "\"n\":\(most - 1)", line: 7) }
    let files = SimulatedFiles([Script.path: bytes])
    var book = StoreOperations(try Script.open(.writing, files))
    try book.append(StoreInput(Sample.deposit("a", "1")), at: try Sample.time(1))
    for _ in 0..<2 {
      #expect {
        try book.append(StoreInput(Sample.deposit("b", "1")), at: try Sample.time(1))
      } throws: { "\($0)".contains("no number left") }
    }
    #expect(throws: StoreFailure.self) { try book.clear(at: try Sample.time(1)) }
    #expect(JournalReading(files.contents[Script.path] ?? []).damage.isEmpty)
  }

  @Test(
    "a rewritten journal has numbers up to its first, each once",
    arguments: [("\"n\":3", "\"n\":7"), ("\"n\":3", "\"n\":2"), ("\"n\":3", "\"n\":0")])
  func rewrittenNumbers(old: String, new: String) throws {
    let script = try Script()
    let files = SimulatedFiles()
    let keeper = try JournalStorage(
      Script.path, .creating, holding: script.states[3], calls: files)
    #expect(try keeper.contents().isSame(as: script.states[3]))
    var journal = ForgedJournal(files.contents[Script.path] ?? [])
    journal.replace(old, with: new, line: 4)
    #expect(try damage(journal.bytes).places.map(\.line) == [4])
  }

  @Test("a word that is not known costs its line, and no other")
  func unknownWord() throws {
    for (old, new) in [
      ("\"status\": \"settled\"", "\"status\": \"setled\""),
      ("\"kind\":\"group\"", "\"kind\":\"grup\""),
      ("\"amount\": \"100\"", "\"amount\": \"1oo\""), ("\"at\":\"2024", "\"at\":\"2O24"),
      ("\"row\":{\"id\": \"g2\"", "\"row\":{\"id\": \"g2"), ("}]}", "}]"),
    ] {
      let bytes = try forged { $0.replace(old, with: new, line: 4) }
      let found = try damage(bytes)
      let offset = bytes.split(separator: 0x0A)[3].startIndex
      #expect(found.places.map(\.line) == [4], "\(new): \(found)")
      #expect(found.places.first?.offset == offset && found.readableGroups == 4, "\(new): \(found)")
      let kept = try Script.open(.salvaging, SimulatedFiles([Script.path: bytes])).contents()
      #expect(kept.groups.map(\.id) == ["g1", "g3", "g4", "g5"])
    }
  }

  @Test("rows in another form than a writer's are answered and rewritten like others")
  func otherForm() throws {
    let bytes = try forged {
      $0.replace("\"occurred_at\"", with: "\"occurred\\u005fat\"", line: 7)
    }
    let wanted = JournalReading(bytes).contents
    for access in [StoreAccess.reading, .writing] {
      let keeper = try Script.open(access, SimulatedFiles([Script.path: bytes]))
      #expect(keeper.journal.outline != nil && keeper.journal.contents == nil)
      try expectSameAnswers(keeper, wanted, "\(access)")
      if access == .reading { continue }
      try keeper.compact()
      try expectSameAnswers(keeper, wanted, "rewritten")
      #expect(try keeper.contents().isSame(as: wanted))
    }
  }

  @Test("a head that can't be read costs no group")
  func unknownHead() throws {
    let bytes = try forged {
      $0.replace("\"currency\": \"USD\"", with: "\"currency\": \"Dollar\"", line: 2)
    }
    let found = try damage(bytes)
    #expect(found.places.map(\.line) == [2] && found.readableGroups == 5)
    var book = StoreOperations(try Script.open(.salvaging, SimulatedFiles([Script.path: bytes])))
    #expect(try book.load().split(separator: 0x0A).count == 6)
  }

  @Test("rows that contradict each other are named, and both are salvaged")
  func conflicts() throws {
    // The same id, written in another way.
    var bytes = try forged {
      $0.replace("\"row\":{\"id\": \"g4\"", with: "\"row\":{\"id\": \"\\u00673\"", line: 6)
    }
    var found = try damage(bytes)
    #expect(found.places.map(\.line) == [6] && found.readableGroups == 5, "\(found)")
    // Rows of two users.
    bytes = try forged { journal in
      for (user, line) in [("a", 6), ("b", 7)] {
        journal.replace(
          "\"status\":", with: "\"user_id\": \"\(user)\", \"status\":", line: line)
      }
    }
    found = try damage(bytes)
    #expect(!found.places.isEmpty && found.readableGroups == 5, "\(found)")
    var book = StoreOperations(try Script.open(.salvaging, SimulatedFiles([Script.path: bytes])))
    #expect(try book.load().split(separator: 0x0A).count == 6)
  }

  @Test("lines that come where they can't are damage")
  func misplaced() throws {
    for (edit, line) in [
      ({ $0.records.removeFirst() }, 1), ({ $0.records.append($0.records[0]) }, 8),
      ({ $0.replace("\"row\":", with: "\"row\": ", line: 1) }, 1),
      ({ $0.replace("journal/1\"", with: "journal/1\", \"x\": 1", line: 1) }, 1),
      ({ $0.replace("\"at\":null", with: "\"at\":\"2024-01-01\"", line: 1) }, 1),
      ({ $0.replace("\"deleted_at\":null", with: "\"deleted_at\":\"2024-01-01\"", line: 2) }, 2),
    ] as [((inout ForgedJournal) -> Void, Int)] {
      let found = try damage(try forged(edit))
      #expect(found.places.first?.line == line, "\(found)")
    }
  }

  @Test(
    "a journal of a later version is left alone, and its version is named",
    arguments: ["folio-journal/2", "folio-journal/10", "folio-journal/2.1"])
  func laterVersion(format: String) throws {
    let sound = try forged { $0.replace("folio-journal/1", with: format, line: 1) }
    let first = String(decoding: sound.split(separator: 0x0A)[0], as: UTF8.self)
    let other = "{\"sha256\":\"00\",\"record\":{\"row\":{\"format\": \"\(format)\"}}}\n"
    let moved = first.replacing("\"end\":true", with: "\"end\":1")
    for text in [String(decoding: sound, as: UTF8.self), other, try resealed(moved) + "more\n"] {
      for access in [StoreAccess.reading, .salvaging, .writing] {
        let files = SimulatedFiles([Script.path: Array(text.utf8)])
        #expect {
          // Rows are read when someone needs them.
          _ = try Script.open(access, files).contents()
        } throws: { error in
          guard case .unsupported(let words) = error as? StoreFailure else { return false }
          return words.contains(format.prefix(15)) && words.contains("later version of Folio")
        }
        #expect(files.contents[Script.path] == Array(text.utf8))
      }
    }
  }

  private func resealed(_ line: String) throws -> String {
    String(decoding: ForgedJournal(Array("\(line)\n".utf8)).bytes, as: UTF8.self)
  }

  @Test("a first line whose version was damaged is damage, and can be salvaged")
  func damagedVersion() throws {
    var bytes = try forged { _ in }
    let version = try #require(bytes.firstIndex(of: UInt8(ascii: "/")).map { $0 + 1 })
    bytes[version] ^= 2
    #expect(try damage(bytes).places.map(\.line) == [1])
    let kept = try Script.open(.salvaging, SimulatedFiles([Script.path: bytes])).contents()
    #expect(kept.groups.count == 5)
  }
}
