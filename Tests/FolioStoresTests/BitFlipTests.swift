import FolioNumbers
import Foundation
import Testing

@testable import FolioStores
@testable import TestSupport

/// What comes of a journal in which one byte has changed.
private struct FlipCount {
  var tried = 0
  var detected = 0
  var harmless = 0
  var silent = 0
}

@Suite("A journal in which one byte changed")
struct BitFlipTests {
  /// Journals by what is special about them.
  private func journals() throws -> [(name: String, bytes: [UInt8])] {
    let script = try Script()
    func journal(
      _ operations: Int, holding initial: Int = 0, _ policy: JournalStorage.Policy = .init()
    ) throws -> [UInt8] {
      let files = SimulatedFiles()
      let keeper = try JournalStorage(
        Script.path, .creating, holding: script.states[initial], calls: files, policy: policy)
      for number in initial..<operations {
        try keeper.commit(script.changes[number], after: script.states[number])
      }
      return files.contents[Script.path] ?? []
    }
    let torn = try journal(3) + Array("{\"crc32\":\"12345678\",\"record\":{\"aft".utf8)
    return [
      ("made empty", try journal(0)), ("made of a ledger", try journal(3, holding: 3)),
      ("a change of several lines at the end", try journal(3)),
      ("a change of one line at the end", try journal(2)),
      ("cleared", try journal(7)), ("rewritten", try journal(14, Script.policy)),
      ("with a change that was cut off", torn),
    ]
  }

  /// Counts what comes of each change of a byte.
  private func count(
    _ bytes: [UInt8], _ name: String, _ changes: (_ offset: Int) -> [UInt8]
  ) -> FlipCount {
    let sound = JournalReading(bytes)
    #expect(sound.damage.isEmpty)
    var count = FlipCount()
    var changed = bytes
    for offset in bytes.indices {
      for byte in changes(offset) where byte != bytes[offset] {
        changed[offset] = byte
        count.tried += 1
        // Most damage is found before any row is read.
        var walk = JournalScanner(changed)
        walk.scan()
        if walk.damage.isEmpty == false || isRefused(changed) {
          count.detected += 1
        } else if JournalReading(changed).contents.isSame(as: sound.contents) {
          count.harmless += 1
        } else {
          count.silent += 1
          Issue.record("\(name): byte \(offset) became \(byte), and nobody noticed")
        }
      }
      changed[offset] = bytes[offset]
    }
    return count
  }

  private func isRefused(_ bytes: [UInt8]) -> Bool {
    let reading = JournalReading(bytes)
    return !reading.damage.isEmpty || reading.laterFormat != nil
  }

  /// The bits that are flipped: all of them, or those of the ends of lines and one of every eighth
  /// byte else.
  private func flips(_ bytes: [UInt8], _ offset: Int) -> [UInt8] {
    let isEnd = bytes[offset...].prefix(2).contains(0x0A) || offset + 3 >= bytes.count
    if TestScale.isFull || isEnd { return (0..<8).map { bytes[offset] ^ 1 << $0 } }
    return offset % 8 == 0 ? [bytes[offset] ^ 1 << (offset / 8 % 8)] : []
  }

  @Test("is known to be damaged, or says the same: every flipped bit")
  func bits() throws {
    for (name, bytes) in try journals() {
      let count = count(bytes, name) { flips(bytes, $0) }
      if TestScale.isFull {
        print(
          "| \(name) | \(bytes.count) | \(count.tried) | \(count.detected) | \(count.harmless) | "
            + "\(count.silent) |")
        #expect(count.tried == 8 * bytes.count)
      }
      #expect(count.silent == 0 && count.detected > count.tried / 2)
    }
  }

  @Test("is known to be damaged, or says the same: any other value of a byte")
  func bytes() throws {
    for (name, bytes) in try journals() {
      // Zeros are what a disk leaves, and a line break what makes two lines of one.
      let values: [UInt8] = TestScale.isFull ? Array("\0\n }\"0".utf8) : [0]
      let count = count(bytes, name) { offset in
        TestScale.isFull || offset % 7 == 0 || bytes[offset] == 0x0A || offset + 2 >= bytes.count
          ? values : []
      }
      if TestScale.isFull {
        print(
          "| \(name), any byte | \(bytes.count) | \(count.tried) | \(count.detected) | "
            + "\(count.harmless) | \(count.silent) |")
      }
      #expect(count.silent == 0)
    }
  }

  @Test("a flip in the last line break is damage, and the next change erases nothing")
  func lastLineBreak() throws {
    for (name, bytes) in try journals() where bytes.last == 0x0A {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[bytes.count - 1] ^= 1 << bit
        let files = SimulatedFiles([Script.path: damaged])
        #expect(throws: StoreFailure.self, "\(name)") { try Script.open(.writing, files) }
        #expect(files.contents[Script.path] == damaged)
      }
    }
  }

  @Test("a last line break that is missing or zero is put back")
  func missingLineBreak() throws {
    for (name, bytes) in try journals() where bytes.last == 0x0A {
      for ending in [[], [0]] as [[UInt8]] {
        let files = SimulatedFiles([Script.path: bytes.dropLast() + ending])
        let read = try Script.open(.reading, files).contents()
        #expect(read.isSame(as: JournalReading(bytes).contents), "\(name)")
        #expect(files.contents[Script.path] == bytes.dropLast() + ending)
        _ = try Script.open(.writing, files)
        #expect(files.contents[Script.path] == bytes, "\(name)")
      }
    }
  }

  @Test("a change whose first block was lost is cut off, whatever numbers its other rows keep")
  func lostClear() throws {
    let files = SimulatedFiles()
    do {
      var book = StoreOperations(try Script.open(.creating, files))
      try book.save(StoreInput(Sample.small), at: try Sample.time(1))
      let before = (files.contents[Script.path] ?? []).count
      // The rows that stay keep their numbers, which only the line of the clearing explains.
      try book.save(StoreInput(Sample.small + Sample.deposit("g3", "3")), at: try Sample.time(2))
      var bytes = files.contents[Script.path] ?? []
      #expect(JournalReading(bytes).contents.groups.map(\.sequence) == [2, 3, 5])
      for offset in before..<(before / 512 + 1) * 512 { bytes[offset] = 0 }
      let reading = JournalReading(bytes)
      #expect(reading.damage.isEmpty && reading.end == before, "\(reading.damage)")
    }
  }

  @Test("a zero in the last change is damage; a block of zeros is a write that was lost")
  func zeros() throws {
    let bytes = try journals()[2].bytes
    let sound = JournalReading(bytes)
    let lines = bytes.split(separator: 0x0A)
    let last = lines[lines.count - 2].startIndex
    // A block of the disk lies within the last change.
    for block in (last / 512 + 1)..<(bytes.count / 512) {
      var lost = bytes
      for offset in block * 512..<(block + 1) * 512 { lost[offset] = 0 }
      let reading = JournalReading(lost)
      #expect(reading.damage.isEmpty && reading.end == last)
    }
    for zeros in [1, 2, 31] {
      var damaged = bytes
      for offset in last + 60..<last + 60 + zeros { damaged[offset] = 0 }
      #expect(!JournalReading(damaged).damage.isEmpty, "\(zeros) zeros")
    }
    // In an earlier change zeros are always damage.
    var early = bytes
    for offset in lines[1].startIndex..<lines[2].startIndex { early[offset] = 0 }
    #expect(JournalReading(early).damage.count >= 1)
    // The first byte alone, as the last one of a block that was lost.
    var first = bytes
    first[last] = 0
    #expect(JournalReading(first).contents.isSame(as: sound.contents))
  }
}
