import Testing

@testable import FolioModel
@testable import TestSupport

/// Which ids came before, against a set of them.
struct SeenIdentifiersTests {
  /// An id of a table, as the set has it.
  private struct Entry: Hashable {
    var id: Identifier
    var table: UInt64
  }

  private func identifier(_ number: UInt64) -> Identifier {
    // A few bytes of text, as ids are; neighbours differ in one bit.
    Identifier(high: 0x6700_0000_0000_0000 | number << 8, low: 0)
  }

  private func expectNew(_ seen: inout SeenIdentifiers, _ name: Comment? = nil) {
    let areNew = seen.commit()
    #expect(areNew, name)
  }

  private func expectKnown(_ seen: inout SeenIdentifiers, _ name: Comment? = nil) {
    let areNew = seen.commit()
    #expect(!areNew, name)
  }

  @Test(
    "Of new ids it is said that they are new, and of those that came before that they came",
    arguments: [0, 500, 100_000])
  func againstASet(_ expected: Int) {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<TestScale.part(of: 20) {
      var seen = SeenIdentifiers()
      seen.reserve(expected)
      var known: Set<Entry> = []
      var repeated = false
      while !repeated, known.count < 30_000 {
        var isNew = true
        for _ in 0..<Int.random(in: 0...3_000, using: &generator) {
          let number = UInt64.random(in: 0..<1 << 40, using: &generator)
          let entry = Entry(
            id: identifier(number), table: UInt64.random(in: 1...3, using: &generator))
          seen.add(entry.id, in: entry.table)
          if !known.insert(entry).inserted { isNew = false }
        }
        // Now and then one that came before, in this batch or in an earlier one.
        if Int.random(in: 0..<8, using: &generator) == 0, let old = known.randomElement() {
          seen.add(old.id, in: old.table)
          isNew = false
        }
        let wasNew = seen.commit()
        #expect(wasNew == isNew, "\(known.count) ids")
        repeated = !isNew
      }
    }
  }

  @Test("Each of many ids is known again after the table has grown", arguments: [0, 40, 4_000])
  func growth(_ expected: Int) {
    let count: UInt64 = 4_000
    var seen = SeenIdentifiers()
    seen.reserve(expected)
    for start in stride(from: UInt64(0), to: count, by: 100) {
      for number in start..<start + 100 { seen.add(identifier(number), in: 1) }
      expectNew(&seen, "from \(start)")
    }
    for number in 0..<count {
      var copy = seen
      copy.add(identifier(number), in: 1)
      expectKnown(&copy, "\(number) was forgotten")
    }
  }

  @Test("Room that is made later takes nothing away")
  func lateReserve() {
    var seen = SeenIdentifiers()
    for number in 0..<UInt64(1_000) { seen.add(identifier(number), in: 1) }
    expectNew(&seen)
    seen.reserve(100_000)
    seen.add(identifier(999), in: 1)
    expectKnown(&seen)
  }

  @Test("An id of two tables is not used twice, and rows without an id have none")
  func tables() {
    var seen = SeenIdentifiers()
    for table in UInt64(1)...3 {
      seen.add(identifier(7), in: table)
      seen.add(.none, in: table)
      seen.add(.none, in: table)
    }
    expectNew(&seen)
    expectNew(&seen)
    seen.add(identifier(7), in: 2)
    expectKnown(&seen)
  }

  @Test("Twice in one batch is twice")
  func batch() {
    var seen = SeenIdentifiers()
    seen.add(identifier(1), in: 1)
    seen.add(identifier(2), in: 1)
    seen.add(identifier(1), in: 1)
    expectKnown(&seen)
  }
}

extension SeenIdentifiers {
  fileprivate mutating func add(_ identifier: Identifier, in table: UInt64) {
    add(1, in: table) { _ in identifier }
  }
}
