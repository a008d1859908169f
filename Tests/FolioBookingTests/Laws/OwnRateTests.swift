import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

/// Trades in three currencies whose rates stand only on the legs. Booked, they come to what the
/// same trades come to in the base currency.
@Suite("Rates that stand only on the legs")
struct OwnRateTests {
  private static let ways = [
    Way(method: .average, scope: .portfolio, fees: .capitalize),
    Way(method: .average, scope: .account, fees: .expense),
    Way(method: .fifo, scope: .portfolio, fees: .capitalize),
    Way(method: .lifo, scope: .account, fees: .capitalize),
    Way(method: .average, scope: .portfolio, fees: .capitalize, rules: .uk),
    Way(method: .average, scope: .portfolio, fees: .capitalize, rules: .ca),
    Way(method: .fifo, scope: .portfolio, fees: .capitalize, rules: .us),
    Way(method: .average, scope: .portfolio, fees: .capitalize, rules: .us),
  ]

  @Test("book the same base amounts as trades in the base currency", arguments: ways)
  func sameInBase(_ way: Way) throws {
    for seed in UInt64(1)..<1 + TestScale.part(of: 40) {
      let mixed = try Booked(OwnRateHistory(seed: seed, way, isMixed: true).builder)
      let plain = try Booked(OwnRateHistory(seed: seed, way, isMixed: false).builder)
      let place = "\(way.testDescription), seed \(seed)"
      expectSoundBooks(mixed)
      #expect(mixed.codes.isEmpty, "\(place)")
      #expect(mixed.result.disposals.count == plain.result.disposals.count, "\(place)")
      for (left, right) in zip(mixed.result.disposals, plain.result.disposals) {
        expectNear(left.proceedsBase, right.proceedsBase, place)
        expectNear(left.costBase, right.costBase, place)
        expectNear(left.disallowedBase, right.disallowedBase, place)
      }
      #expect(mixed.result.lots.count == plain.result.lots.count, "\(place)")
      for (left, right) in zip(mixed.result.lots, plain.result.lots) {
        expectNear(left.costBase, right.costBase, place)
        if mixed.tables.currencies[left.currency] == "CAD" {
          expectNear(left.cost, left.costBase, place)
        }
      }
    }
  }

  @Test("stay in the books when they go on from a snapshot", arguments: ways)
  func snapshot(_ way: Way) throws {
    for seed in UInt64(41)..<41 + TestScale.part(of: 20) {
      let builder = OwnRateHistory(seed: seed, way, isMixed: true, gap: 40).builder
      let whole = try Booked(builder)
      for cut in [6, 12, 18] {
        let day = Day(daysSince1970: OwnRateHistory.firstDay + Int32(cut * 40) + 39) ?? .first
        let early = try Booked(builder) { $0.asOf = day }
        let draft = try early.result.snapshot(keepingLaterGroups: true)
        let later = Booked(try BookedLedger(booking: LedgerCheck(of: draft).ledger()))
        #expect(later.lotLines == whole.lotLines, "\(way.testDescription), seed \(seed), \(day)")
        let lines = early.disposalLines + later.disposalLines
        #expect(lines == whole.disposalLines, "\(way.testDescription), seed \(seed), \(day)")
      }
    }
  }

  private func expectNear(_ left: ExactDecimal, _ right: ExactDecimal, _ place: String) {
    let difference = left - right
    #expect(difference.magnitude < "0.000000000001", "\(place): \(left), \(right)")
  }
}

/// A random history of one instrument, in three currencies or in the base currency alone.
private struct OwnRateHistory {
  static let firstDay: Int32 = 19_000
  private static let rates: [(currency: Currency, rate: ExactDecimal, places: Int)] = [
    ("CAD", 1, 0), ("USD", "1.25", 1), ("EUR", "1.6", 3),
  ]

  let builder: LedgerBuilder
  private var dice: Dice
  private let isMixed: Bool
  private var held = 0
  private var number = 0

  init(seed: UInt64, _ way: Way, isMixed: Bool, gap: Int = 12) {
    dice = Dice(seed: seed)
    self.isMixed = isMixed
    builder = LedgerBuilder(base: "CAD").settings {
      $0.costBasisMethod = way.method
      $0.lotScope = way.scope
      $0.feeTreatment = way.fees
      $0.taxRules = way.rules
    }
    for rate in Self.rates { builder.account("c-\(rate.currency)", rate.currency) }
    builder.stock("A", "CAD").stock("B", "CAD")
    for step in 0..<24 { add(on: Self.firstDay + Int32(step * gap + dice.below(gap / 4))) }
  }

  private mutating func add(on day: Int32) {
    number += 1
    let at = attempt(or: Timestamp("1970-01-01")) {
      try Timestamp(day: Day(daysSince1970: day) ?? .first, hour: 10, minute: 0)
    }
    let choice = dice.below(100)
    let amount = ExactDecimal((50 + dice.below(100)) * 40)
    let units = 1 + dice.below(20)
    if held == 0 || choice < 45 {
      held += units
      trade(at, .buy("A", ExactDecimal(units), at: 0).gross(amount).fees(8))
    } else if choice < 85 {
      let sold = min(units, held)
      held -= sold
      trade(at, .sell("A", ExactDecimal(sold), at: 0).gross(amount))
    } else if choice < 92 {
      trade(at, .returnOfCapital("A", 8))
    } else {
      held *= 2
      builder.event("g\(number)", at, .split("A", 2, for: 1))
    }
  }

  /// The event in the currency that the dice choose, at a rate that makes it what it is in base.
  private mutating func trade(_ at: Timestamp, _ row: StockRow) {
    let chosen = dice.pick(Self.rates)
    guard isMixed else { return add(at, row.inCurrency("CAD")) }
    func divided(_ amount: ExactDecimal?) -> ExactDecimal? {
      amount.map { amount in
        attempt(or: .zero) { try amount.divided(by: chosen.rate, places: 6, rounding: .halfEven) }
      }
    }
    let priced = row.inCurrency(chosen.currency).with {
      $0.gross = divided($0.gross)
      $0.fees = divided($0.fees)
      if chosen.currency != "CAD" { $0.fxRate = chosen.rate }
    }
    add(at, priced)
  }

  private func add(_ at: Timestamp, _ row: StockRow) {
    builder.event("g\(number)", at, row.with { $0.price = nil })
  }
}
