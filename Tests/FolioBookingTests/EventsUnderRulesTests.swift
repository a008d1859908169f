import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Crossing zero, gifts, fees in units and changes of method under tax rules")
struct EventsUnderRulesTests {
  private func instant(_ number: Int) throws -> Timestamp {
    let day = Day(daysSince1970: Int32(19_000 + number * 5)) ?? .first
    return try Timestamp(day: day, hour: 10, minute: 0)
  }

  @Test(
    "the books balance when random trades cross zero",
    arguments: [
      TaxRules.us, .uk, .ca,
    ])
  func crossing(_ rules: TaxRules) throws {
    for seed in UInt64(1)..<1 + TestScale.part(of: 11) {
      var dice = Dice(seed: seed)
      let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
        .settings { $0.crossingZero = .allow }
      for number in 0..<60 {
        let type = dice.pick([TradeType.buy, .sell, .shortSell, .cover])
        let quantity = dice.decimal(upTo: 10_000, places: dice.below(4))
        let row = StockRow.trade(type, "A", quantity, at: dice.decimal(upTo: 9999, places: 2))
        let fees = dice.decimal(upTo: 99, places: 2)
        builder.event("g\(number)", try instant(number), row.fees(fees))
      }
      expectSoundBooks(try Booked(builder) { $0.taxRules = rules })
    }
  }

  @Test(
    "what was paid, and what is deferred, is what is left and what was relieved",
    arguments: [
      TaxRules.uk, .ca,
    ])
  func gifts(_ rules: TaxRules) throws {
    for seed in UInt64(1)..<1 + TestScale.part(of: 11) {
      let booked = try Booked(try giving(seed)) { $0.taxRules = rules }
      expectSoundBooks(booked)
      let legs = booked.result.ledger.rows.stockLegs
      let paid = legs.filter { $0.type == .buy }.map(\.gross).total()
      let deferred = booked.result.deferredLosses.map(\.amountBase).total()
      let relieved = booked.result.disposals.map(\.cost).total()
      let left = booked.result.lots.map(\.cost).total()
      #expect(paid + deferred == relieved + left, "seed \(seed), \(rules)")
      let given = legs.filter { $0.type == .gift }.map(\.gross).total()
      #expect(booked.balance("Equity:Contributions") == booked.text(given))
    }
  }

  /// Purchases, and units that are sold, given away or paid as a fee.
  private func giving(_ seed: UInt64) throws -> LedgerBuilder {
    var dice = Dice(seed: seed)
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
    var held = ExactDecimal.zero
    for number in 0..<60 {
      let taken = dice.decimal(upTo: 10_000, places: 2)
      if taken > held || dice.chance(40) {
        let bought = dice.decimal(upTo: 10_000, places: 2)
        held = held + bought
        let price = dice.decimal(upTo: 9999, places: 2)
        builder.event("g\(number)", try instant(number), .buy("A", bought, at: price))
      } else {
        held = held - taken
        let rows: [StockRow] = [.gift("A", taken), .unitFee("A", taken), .sell("A", taken, at: 7)]
        let value = dice.decimal(upTo: 999_999, places: 2)
        builder.event("g\(number)", try instant(number), dice.pick(rows).gross(value))
      }
    }
    return builder
  }

  @Test("wash sales and changes of method keep the books in balance")
  func methods() throws {
    for seed in UInt64(61)..<61 + TestScale.part(of: 10) {
      let way = Way(method: .fifo, scope: .portfolio, fees: .capitalize)
      for var history in way.histories(seed..<seed + 1) {
        history.methods = [
          (.fifo, nil, nil, nil), (.hifo, "2022-02-15", "A", nil),
          (.average, "2022-03-15", nil, nil),
          (.lifo, "2022-04-15", nil, nil),
        ]
        history.takeLotsByMethod()
        expectSoundBooks(try Booked(history.builder()) { $0.taxRules = .us })
      }
    }
  }
}
