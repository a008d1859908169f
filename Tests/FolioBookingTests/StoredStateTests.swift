import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Booking goes on from a stored state")
struct StoredStateTests {
  /// The rules that do not look ahead, in three kinds of options.
  static let ways = (Way.all + Way.ruled.filter { $0.rules == .us }).flatMap { way in
    [DateBasis.trade, .settlement].map { (way, $0) }
  }

  @Test("it ends with the books of all groups", arguments: TestScale.places(ways.indices))
  func goesOn(_ number: Int) throws {
    let (way, basis) = Self.ways[number]
    for var history in way.histories(UInt64(number)..<UInt64(number) + 1) {
      var dice = Dice(seed: UInt64(number))
      // Some histories lack groups, so that others have faults. Some change their method.
      if dice.chance(2) { history.groups.removeAll { _ in dice.chance(4) } }
      if dice.chance(2), way.rules == .none {
        let day = history.groups[history.groups.count / 2].at.day
        history.methods = [(way.method, nil, nil, nil), (.average, day, "A", nil)]
      }
      var options = BookingOptions()
      options.dateBasis = basis
      options.warnsOfNegativeCash = true
      try expectGoesOn(history.builder().ledger(), options, &dice, history.name)
    }
  }

  @Test("lots have still to take over events", arguments: 0..<TestScale.part(of: 100))
  func lateEvents(_ seed: Int) throws {
    let history = HistoryOfManyLots(seed: UInt64(seed))
    var options = BookingOptions()
    options.leastLateLots = 1
    options.keepsPostings = false
    options.lotScope = history.scope
    if history.rules == .us { options.taxRules = .us } else { options.method = history.method }
    var dice = Dice(seed: UInt64(seed))
    try expectGoesOn(history.builder.check().validPart, options, &dice, "seed \(seed)")
  }

  private func expectGoesOn(
    _ ledger: Ledger, _ options: BookingOptions, _ dice: inout Dice, _ name: String
  ) throws {
    var whole = Booker(ledger, options, options.taxRules(of: ledger).rules(for: ledger, options))
    whole.sumsPostings = true
    whole.booked.journalSums = JournalSums()
    let empty = whole
    var parts = whole
    let count = ledger.rows.groups.count
    var place = 0
    while place < count {
      let next = min(count, place + 1 + dice.below(150))
      whole.bookGroups(from: nil, before: nil, among: place..<next)
      parts.bookGroups(from: nil, before: nil, among: place..<next)
      let (state, gains) = (parts.storedState(), parts.booked.disposals)
      // Comparing all details takes long.
      let isCompared = place == 0 || dice.chance(25)
      let before = isCompared ? Self.lines(of: parts) : []
      parts = empty
      try parts.restore(state, StateNumbers.init(unchanged:))
      let after = isCompared ? Self.lines(of: parts) : []
      let different = zip(after, before).first { $0 != $1 }
      #expect(different == nil, "\(name), group \(next)")
      #expect(after.count == before.count, "\(name), group \(next)")
      #expect(parts.storedState() == state, "\(name), group \(next)")
      for row in parts.booked.disposals.indices {
        #expect("\(parts.booked.disposals[row])" == "\(gains[row])", "\(name), row \(row)")
      }
      place = next
    }
    expectSameBooks(parts.finish(ledger), whole.finish(ledger), name)
  }

  private static func lines(of booker: Booker) -> [String] {
    StateText(booker, asStored: true).text.split(separator: "\n").map(String.init)
  }

  private func expectSameBooks(
    _ parts: (booked: BookedLedger, faults: [Diagnostic]),
    _ whole: (booked: BookedLedger, faults: [Diagnostic]), _ name: String
  ) {
    #expect("\(parts.booked.lots)" == "\(whole.booked.lots)", "\(name)")
    #expect("\(parts.booked.undelivered)" == "\(whole.booked.undelivered)", "\(name)")
    #expect(parts.booked.cash == whole.booked.cash, "\(name)")
    #expect(parts.booked.warnings == whole.booked.warnings, "\(name)")
    #expect(parts.faults == whole.faults, "\(name)")
    #expect(parts.booked.bookedGroups == whole.booked.bookedGroups, "\(name)")
    #expect(
      "\(parts.booked.journalSums?.all ?? [])" == "\(whole.booked.journalSums?.all ?? [])",
      "\(name)")
    #expect(parts.booked.disposals.endIndex == whole.booked.disposals.endIndex, "\(name)")
    for row in parts.booked.disposals.indices {
      #expect(
        "\(parts.booked.disposals[row])" == "\(whole.booked.disposals[row])", "\(name), \(row)")
    }
  }

  @Test("bytes that are no state are refused, and never crash")
  func damage() throws {
    let way = try #require(Way.ruled.first { $0.rules == .us })
    let ledger = try way.histories(3..<4)[0].builder().ledger()
    let options = BookingOptions()
    let empty = Booker(ledger, options, options.taxRules(of: ledger).rules(for: ledger, options))
    var booker = empty
    booker.bookGroups(from: nil, before: nil)
    let state = booker.storedState()
    var dice = Dice(seed: 9)
    for _ in 0..<TestScale.part(of: 10_000) {
      var bytes = state
      switch dice.below(3) {
      case 0: bytes.removeLast(1 + dice.below(bytes.count))
      case 1: bytes[dice.below(bytes.count)] ^= UInt8(1 << dice.below(8))
      case _: bytes[dice.below(bytes.count)] = UInt8(dice.below(256))
      }
      var damaged = empty
      _ = try? damaged.restore(bytes, StateNumbers.init(unchanged:))
      if bytes.count < state.count {
        #expect(throws: StateFault.self) {
          var cut = empty
          try cut.restore(bytes, StateNumbers.init(unchanged:))
        }
      }
    }
    var later = state
    later[0] += 1
    #expect(throws: StateFault.self) {
      var booker = empty
      try booker.restore(later, StateNumbers.init(unchanged:))
    }
  }

  @Test("names may have other numbers in the ledger that goes on")
  func renumbered() throws {
    let history = Way.all[0].histories(5..<6)[0]
    let ledger = try history.builder().ledger()
    var booker = Booker(ledger, BookingOptions())
    booker.bookGroups(from: nil, before: nil)
    var other = Booker(ledger, BookingOptions())
    let instruments = ledger.tables.instruments.indices.map { InstrumentIndex($0) }
    try other.restore(booker.storedState()) { names throws(StateFault) in
      var numbers = StateNumbers(unchanged: names)
      numbers.instruments = instruments.reversed()
      return numbers
    }
    let last = instruments.count - 1
    let (lots, moved) = (booker.lots.all, other.lots.all)
    #expect(lots.count == moved.count && !lots.isEmpty)
    for (lot, new) in zip(lots, moved) {
      #expect(Int(new.instrument) == last - Int(lot.instrument))
      #expect(new.quantity == lot.quantity)
      let found = other.positions.all(new.instrument, isShort: new.isShort)
      #expect(found.contains(new.position))
    }
  }
}
