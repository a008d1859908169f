import FolioNumbers
import FolioTools
import Testing

@testable import FolioStores
@testable import TestSupport

/// What a reader gets that takes all rows of a journal in their order, without keeping them.
@Suite("The rows of a journal in their order")
struct JournalOutlineTests {
  private static func open(_ bytes: [UInt8]) throws -> JournalStorage {
    try JournalStorage(
      Script.path, .reading, calls: SimulatedFiles([Script.path: bytes]), outlines: true)
  }

  /// The document in parts of two groups.
  private static func document(_ storage: JournalStorage) throws -> [UInt8] {
    var store = StoreOperations(storage)
    var (document, number) = ([UInt8](), 0)
    while true {
      let part = try store.part(number, of: 2)
      if part.isEmpty { return document }
      document += part
      number += 1
    }
  }

  /// The journal after each change of the script.
  private static func journals(_ policy: JournalStorage.Policy) throws -> [[UInt8]] {
    let (script, files) = (try Script(), SimulatedFiles())
    let keeper = try JournalStorage(
      Script.path, .creating, holding: script.states[0], calls: files, policy: policy)
    return try script.changes.indices.map { number in
      try keeper.commit(script.changes[number], after: script.states[number])
      return try #require(files.contents[Script.path])
    }
  }

  @Test("are those of its contents, after changes, deletions, clearing and rewriting")
  func same() throws {
    for policy in [JournalStorage.Policy(), Script.policy] {
      for bytes in try Self.journals(policy) {
        let contents = JournalReading(bytes).contents
        let storage = try Self.open(bytes)
        #expect(try storage.counts() == contents.counts)
        #expect(try Self.document(storage) == contents.document)
        #expect(try storage.head() == contents.head)
        #expect(storage.outline() && storage.journal.contents == nil)
        #expect(try storage.contents().isSame(as: contents))
        #expect(try Self.document(storage) == contents.document)
      }
    }
  }

  @Test("are found in windows of any size")
  func windows() throws {
    let bytes = try #require(try Self.journals(.init()).last)
    let file = try JournalFile(
      Script.path, .reading, SimulatedFiles([Script.path: bytes]))
    let whole = try OutlinedLine.lines(
      file, from: 0, count: bytes.count, upTo: bytes.count, isVerified: true)
    #expect(whole.count == bytes.count { $0 == 0x0A })
    let sizes = Array(1...70) + Array(stride(from: 71, through: bytes.count + 1, by: 97))
    for size in sizes {
      var (places, number) = ([JournalText.Place](), 0)
      while let lines = try OutlinedLine.lines(
        file, startingIn: number, of: size, upTo: bytes.count, isVerified: false)
      {
        places += lines.map(\.place)
        number += 1
      }
      #expect(places == whole.map(\.place), "windows of \(size) bytes")
    }
  }

  @Test("are never others than before after a flipped bit")
  func flips() throws {
    for bytes in try Self.journals(.init()).suffix(TestScale.isFull ? 8 : 2) {
      let wanted = JournalReading(bytes).contents.document
      var changed = bytes
      for offset in stride(from: 0, to: bytes.count, by: TestScale.isFull ? 1 : 5) {
        changed[offset] ^= 1 << (offset % 8)
        if let found = try? Self.document(Self.open(changed)) {
          #expect(found == wanted, "bit of \(offset)")
        }
        changed[offset] = bytes[offset]
      }
    }
  }

  @Test("are read with all others if the last change was cut off")
  func cutOff() throws {
    let bytes = try #require(try Self.journals(.init()).first)
    for count in stride(from: 0, to: bytes.count, by: 7) {
      let cut = Array(bytes[..<count])
      let wanted = JournalReading(cut)
      guard wanted.damage.isEmpty else { continue }
      let storage = try Self.open(cut)
      #expect(storage.foundIncompleteChange == (count > wanted.end))
      #expect(try Self.document(storage) == wanted.contents.document)
    }
  }

  @Test("Digits of a checksum are read as they are written, and nothing else is")
  func digits() {
    var dice = SplitMix(seed: 18)
    func value(_ text: [UInt8]) -> UInt32? {
      Checksum.value(ofDigits: text.reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
    for _ in 0..<1_000 {
      let number = UInt32(truncatingIfNeeded: dice.next())
      let text = Checksum.digits(number)
      #expect(value(text) == number)
      for place in text.indices {
        var other = text
        other[place] = UInt8(truncatingIfNeeded: dice.next())
        #expect((value(other) == nil) == !Checksum.isDigit(other[place]))
      }
    }
  }

  @Test("Checksums are those of zlib")
  func checksums() {
    let text = Array("The quick brown fox jumps over the lazy dog".utf8)
    #expect(Checksum.crc32(text[...]) == 0x414F_A339)
    #expect(Checksum.crc32(text[..<0]) == 0 && Checksum.crc32(text[..<9]) == 0x5F7E_3064)
    #expect(Checksum.crc32(Array(repeating: 0, count: 32)[...]) == 0x190A_55AD)
  }
}
