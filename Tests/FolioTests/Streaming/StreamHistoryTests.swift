import Folio
import Testing

@testable import TestSupport

/// Random histories give the same reports, to the byte, whether they are booked while they are
/// read or as a whole.
struct StreamHistoryTests {
  /// How a history is written and read.
  private struct Cut {
    var batch: Int
    var window: Int
    var layout: LedgerWriter.Layout
  }

  private static let cuts = [
    Cut(batch: 1, window: 64, layout: .json), Cut(batch: 3, window: 700, layout: .lines),
    Cut(batch: 100, window: 5000, layout: .json), Cut(batch: 3, window: 1 << 17, layout: .json),
    Cut(batch: 1, window: 3000, layout: .lines), Cut(batch: 8192, window: 1 << 17, layout: .json),
  ]

  private func document(_ history: History, _ layout: LedgerWriter.Layout) throws -> [UInt8] {
    LedgerWriter(try history.builder().ledger()).bytes(layout)
  }

  @Test("Histories that can be booked while they are read", arguments: Way.third(0, of: Way.all))
  func plain(_ way: Way) throws {
    var count = StreamCount()
    for (number, made) in way.histories(301..<304, areAll: true).enumerated() {
      let history = made.divisible(keepsRates: number == 0)
      let cut = Self.cuts[way.scope == .portfolio ? number : number + 3]
      var trial = StreamTrial(try document(history, cut.layout))
      (trial.batchSize, trial.windowSize) = (cut.batch, cut.window)
      let isBooked = try count.expectSame(trial, "\(history.name), \(cut)")
      // Nothing else is in the way than rates that differ from what was paid.
      #expect(isBooked || trial.whole.contains("[W404]"), "\(history.name), \(cut)")
    }
    #expect(count.booked > 1, "\(way): \(count)")
  }

  @Test(
    "Histories as they come: lots that are named, groups that are pending",
    arguments: Way.third(1, of: Way.all))
  func wild(_ way: Way) throws {
    var count = StreamCount()
    for (number, history) in way.histories(311..<313).enumerated() {
      let cut = Self.cuts[number]
      let day = history.groups[history.groups.count / 2].at.day
      let stated = number == 0 ? try history.statingBalances(of: [day]) : history
      var trial = StreamTrial(try document(stated, cut.layout))
      (trial.batchSize, trial.windowSize) = (cut.batch, cut.window)
      try count.expectSame(trial, history.name)
    }
    #expect(count.needsWholeDocument > 0, "\(way)")
  }

  @Test("Under options", arguments: Way.third(2, of: Way.all))
  func options(_ way: Way) async throws {
    var count = StreamCount()
    for seed in 321..<UInt64(325) {
      var dice = Dice(seed: seed &* 77)
      for made in way.histories(seed..<seed + 1, rated: dice.chance(70)) {
        let history =
          dice.chance(70)
          ? made.divisible(keepsPending: dice.chance(50), keepsRates: dice.chance(30)) : made
        let bytes = try document(history, dice.chance(50) ? .json : .lines)
        for _ in 0..<(TestScale.isFull ? 3 : 2) {
          var trial = StreamTrial(bytes)
          trial.options = options(&dice, history)
          trial.batchSize = dice.pick([1, 3, 100])
          trial.windowSize = dice.pick([100, 1000, 10_000])
          try await count.expectSameOnTwoCores(trial, "\(history.name), \(trial.options)")
        }
      }
    }
    #expect(count.booked > 0, "\(way)")
    #expect(count.needsWholeDocument > 0, "\(way)")
  }

  private func options(_ dice: inout Dice, _ history: History) -> BookingOptions {
    var options = BookingOptions()
    if dice.chance(40) { options.method = dice.pick(CostBasisMethod.allCases) }
    if dice.chance(30) { options.lotScope = dice.pick(LotScope.allCases) }
    if dice.chance(30) { options.feeTreatment = dice.pick(FeeTreatment.allCases) }
    if dice.chance(30) { options.baseCurrency = dice.pick(HistoryMaker.currencies) }
    if dice.chance(20) { options.crossingZero = dice.pick(CrossingZero.allCases) }
    if dice.chance(50) { options.asOf = dice.pick(history.groups).at.day }
    if dice.chance(30) { options.excludesPending = true }
    if dice.chance(30) { options.warnsOfNegativeCash = true }
    if dice.chance(10) { options.taxRules = dice.pick(TaxRules.allCases) }
    if dice.chance(10) { options.dateBasis = .settlement }
    return options
  }
}

extension History {
  /// The same history without what has to be booked as a whole: lots that legs name, and, unless
  /// they are kept, groups that are pending and rates that may differ from what was paid. Ids are
  /// long, short, and those of UUIDs.
  func divisible(keepsPending: Bool = false, keepsRates: Bool = true) -> History {
    var other = self
    // Without a choice of lots, `specific` has nothing to go by.
    if method == .specific { other.method = .lofo }
    other.takeLotsByMethod()
    for index in groups.indices {
      if groups[index].status == .pending, !keepsPending { other.groups[index].status = .settled }
      other.groups[index].nameRows(index)
      if keepsRates { continue }
      for leg in groups[index].stock.indices { other.groups[index].stock[leg].fxRate = nil }
    }
    return other
  }
}

extension GroupRow {
  /// Gives the legs ids, long and short ones and UUIDs, and buys for nothing what comes from
  /// outside with lots of its own.
  fileprivate mutating func nameRows(_ number: Int) {
    if number % 7 == 0 { id = "die Gruppe № \(number), deren Name lang ist" }
    for leg in stock.indices {
      let row = stock[leg]
      if !row.lots.isEmpty, let units = row.quantity {
        stock[leg] = .buy(row.symbol ?? "", units, at: 0).with {
          ($0.account, $0.currency) = (row.account, row.currency)
        }
      }
      stock[leg].id = leg % 2 == 0 ? "s\(number)-\(leg)" : "langes Bein №\(number)"
    }
    for leg in cash.indices {
      let node = 100_000_000_000 + number * 8 + leg
      cash[leg].id = "00000000-0000-4000-8000-\(node)"
    }
  }
}
