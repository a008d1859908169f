import FolioBooking
import FolioNumbers
import Testing

@testable import FolioReports
@testable import TestSupport

/// The search among lots, compared with all allocations of whole units.
@Suite("The best lots")
struct LotSearchTests {
  private static let rates = [
    TaxRates(short: "0.37", long: "0.15"), TaxRates(short: "0.24", long: "0.24"),
    TaxRates(short: "0.10", long: "0.20"), TaxRates(short: "0.32", long: "0"),
  ]

  private func search(_ dice: inout Dice) throws -> LotSearch {
    let lots = try (0..<2 + dice.below(4)).map { number in
      let count = Int128(1 + dice.below(5))
      let price = try ExactDecimal(coefficient: Int128(500 + dice.below(1_500)), places: 2)
      return LotSearch.Candidate(
        group: 0, acquired: nil,
        costBase: try price.multiplied(by: ExactDecimal(coefficient: count, places: 0)),
        isLong: dice.chance(50), isDivisible: true, count: count)
    }
    let held = lots.reduce(0) { $0 + Int($1.count) }
    let price = try ExactDecimal(coefficient: Int128(500 + dice.below(1_500)), places: 2)
    return LotSearch(
      candidates: lots, wanted: Int128(1 + dice.below(held)), places: 0, proceedsOfStep: price,
      isLinear: true)
  }

  /// The gains of an allocation, unit by unit.
  private func gains(
    _ allocation: LotSearch.Allocation, _ search: LotSearch, _ year: YearGains
  ) throws -> YearGains {
    var gains = year
    for (lot, count) in zip(search.candidates, allocation) {
      let units = try ExactDecimal(coefficient: count, places: 0)
      let whole = try ExactDecimal(coefficient: lot.count, places: 0)
      let unitCost = try lot.costBase.divided(by: whole, places: 18)
      let gain = try search.proceedsOfStep.subtracting(unitCost).multiplied(by: units)
      if lot.isLong { try gains.long.add(gain) } else { try gains.short.add(gain) }
    }
    return gains
  }

  /// The tax by the four cases of the rule, written once more.
  private func tax(_ gains: YearGains, _ rates: TaxRates) throws -> ExactDecimal {
    let (short, long) = (gains.short, gains.long)
    let net = try short.adding(long)
    if !net.isPositive { return .zero }
    if long.isNegative { return try net.multiplied(by: rates.short) }
    if short.isNegative { return try net.multiplied(by: rates.long) }
    return try short.multiplied(by: rates.short).adding(long.multiplied(by: rates.long))
  }

  @Test func noAllocationIsBetter() throws {
    var dice = Dice(seed: 21)
    var enumerated = 0
    for _ in 0..<TestScale.part(of: 4_000) {
      let search = try search(&dice)
      let year = YearGains(
        short: ExactDecimal(dice.below(60) - 30), long: ExactDecimal(dice.below(60) - 30))
      let rates = dice.pick(Self.rates)
      var least: (gain: ExactDecimal, tax: ExactDecimal, long: Int128, gainOfLong: ExactDecimal)?
      search.forEach { allocation in
        enumerated += 1
        guard let gains = try? gains(allocation, search, year),
          let sum = try? gains.short.adding(gains.long), let tax = try? tax(gains, rates)
        else { return }
        let long = zip(search.candidates, allocation).reduce(0) { $0 + ($1.0.isLong ? $1.1 : 0) }
        guard let best = least else {
          least = (sum, tax, long, sum)
          return
        }
        least = (
          min(best.gain, sum), min(best.tax, tax), max(best.long, long),
          long > best.long ? sum : long == best.long ? min(best.gainOfLong, sum) : best.gainOfLong
        )
      }
      let best = try #require(least)
      let byGain = try gains(search.leastGain(), search, year)
      #expect(try byGain.short.adding(byGain.long) == best.gain)
      let byTax = try gains(search.leastTax(year, rates), search, year)
      #expect(try tax(byTax, rates) == best.tax)
      #expect(try byTax.tax(at: rates) == best.tax)
      let kept = try search.mostLongTerm()
      let byTerm = try gains(kept, search, year)
      #expect(try byTerm.short.adding(byTerm.long) == best.gainOfLong)
      let long = zip(search.candidates, kept).reduce(0) { $0 + ($1.0.isLong ? $1.1 : 0) }
      #expect(long == best.long)
      #expect(search.count(upTo: 1_000_000) != nil)
    }
    if TestScale.tenths == 1 { #expect(enumerated == 7_174) }
  }

  @Test func parts() throws {
    let lots = [
      LotSearch.Candidate(
        group: 0, acquired: nil, costBase: "10", isLong: false, isDivisible: false, count: 3),
      LotSearch.Candidate(
        group: 0, acquired: nil, costBase: "10", isLong: false, isDivisible: true, count: 3),
    ]
    let search = LotSearch(
      candidates: lots, wanted: 4, places: 0, proceedsOfStep: "1", isLinear: false)
    var seen: [LotSearch.Allocation] = []
    search.forEach { seen.append($0) }
    #expect(seen == [[3, 1]])
    #expect(search.count(upTo: 10) == 1)
    #expect(search.count(upTo: 0) == nil)
  }
}
