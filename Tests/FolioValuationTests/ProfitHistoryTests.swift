import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import FolioValuation
@testable import TestSupport

/// One way to book and to count, for a history of its own.
struct ProfitWay: CustomTestStringConvertible {
  var seed: UInt64
  var method: CostBasisMethod
  var scope: LotScope
  var base: Currency

  /// In a default run every fifth: each method, scope and seed, if not each with each.
  static let tried = TestScale.some(all, every: 5)

  static let all: [ProfitWay] = CostBasisMethod.allCases.flatMap { method in
    LotScope.allCases.flatMap { scope in
      (1...4).map { seed in
        let base = HistoryMaker.currencies[(seed + method.hashIndex) % 4]
        return ProfitWay(seed: UInt64(seed), method: method, scope: scope, base: base)
      }
    }
  }

  var testDescription: String { "\(method), \(scope), in \(base), seed \(seed)" }

  /// A history with prices and rates from before its first day on.
  /// - Parameter namesLots: whether legs keep their own choice of lots, which only the method of
  ///   the history is sure to allow.
  /// - Parameter first: the first day with prices.
  func builder(namesLots: Bool = true, pricesFrom first: Day = .first) throws -> LedgerBuilder {
    let book = Way(method: method, scope: scope, fees: .capitalize)
    var maker = HistoryMaker(seed: seed &* 0x2F2F, book)
    var history = maker.make(method == .specific ? 50 : 160)
    if !namesLots { history.takeLotsByMethod() }
    history.prices.removeAll { $0.day < first }
    let builder = history.builder()
    // What comes from outside was acquired long before.
    for currency in HistoryMaker.currencies.dropFirst() {
      builder.rate("1990-01-01", currency, "USD", "1.17")
    }
    var dice = Dice(seed: seed &+ 5)
    for (symbol, currency) in maker.tradedIn.sorted(by: { $0.key < $1.key }) {
      for week in 0..<20 {
        let day = Day(daysSince1970: Int32(18_995 + week * 9)) ?? .first
        let (price, isForeign) = (dice.decimal(upTo: 9000, places: 2), dice.chance(15))
        if day < first { continue }
        builder.price(symbol, day, price, isForeign ? "USD" : currency)
      }
    }
    return builder
  }
}

extension CostBasisMethod {
  fileprivate var hashIndex: Int { CostBasisMethod.allCases.firstIndex(of: self) ?? 0 }
}

/// The figures of a period as the tests compare them.
struct Period {
  let result: ProfitAndLoss

  init(
    _ ledger: Ledger, _ way: ProfitWay, _ from: Day?, _ to: Day?,
    _ basis: ProfitAndLoss.Basis = .market,
    _ change: (inout BookingOptions) -> Void = { _ in }
  ) throws {
    var options = BookingOptions()
    options.baseCurrency = way.base
    options.asOf = to
    change(&options)
    result = try ProfitAndLoss(of: ledger, options, from: from, basis)
  }

  /// What the retained results of a balance sheet grow by.
  var earned: ExactDecimal? {
    let parts: [ProfitFigure] = [
      .realizedGain, .fxEffectCash, .dividends, .interest, .fees, .taxes, .other,
    ]
    return parts.reduce(.zero) { sum, part in
      sum.flatMap { sum in total[part].flatMap { try? sum.adding($0) } }
    }
  }

  var total: ProfitFigures {
    var sum = ProfitFigures()
    for line in result.lines { sum.add(line.figures) }
    return sum
  }
}

@Suite("Profit and loss: what holds of every history and period")
struct ProfitHistoryTests {
  @Test("rows reconcile where prices at the start are missing", arguments: ProfitWay.tried)
  func reconcilesInPart(_ way: ProfitWay) throws {
    var dice = Dice(seed: way.seed &+ 9)
    for _ in 0..<2 {
      let start = 19_000 + dice.below(60)
      let from = Day(daysSince1970: Int32(start))
      let ledger = try way.builder(pricesFrom: from?.adding(days: 1) ?? .first).ledger()
      let period = try Period(ledger, way, from, Day(daysSince1970: Int32(start + 60)))
      for line in period.result.lines {
        #expect(line.figures.difference ?? 0 == 0, "\(way) \(line.place) \(start)")
      }
    }
  }

  @Test(
    "every row and the whole reconcile to the last digit, by either date",
    arguments: ProfitWay.tried, DateBasis.allCases)
  func reconciles(_ way: ProfitWay, _ basis: DateBasis) throws {
    let ledger = try way.builder().ledger()
    var dice = Dice(seed: way.seed)
    for _ in 0..<6 {
      let first = 19_000 + dice.below(70)
      let from = dice.chance(20) ? nil : Day(daysSince1970: Int32(first))
      let to = dice.chance(20) ? nil : Day(daysSince1970: Int32(first + dice.below(60)))
      let period = try Period(ledger, way, from, to) { $0.dateBasis = basis }
      for line in period.result.lines {
        #expect(line.figures.difference == 0, "\(way) \(line.place) \(String(describing: from))")
      }
      let total = period.total
      #expect(total.difference == 0)
      #expect(total[.netContributions]?.normalized() == period.result.contributions?.normalized())
    }
  }

  @Test(
    "periods add up in every part that does not depend on where they begin",
    arguments: ProfitWay.tried, DateBasis.allCases)
  func addsUp(_ way: ProfitWay, _ basis: DateBasis) throws {
    let ledger = try way.builder().ledger()
    let (from, middle, next, to): (Day, Day, Day, Day) = (
      "2022-01-20", "2022-02-14", "2022-02-15", "2022-03-20"
    )
    func total(_ from: Day, _ to: Day) throws -> ProfitFigures {
      try Period(ledger, way, from, to) { $0.dateBasis = basis }.total
    }
    let first = try total(from, middle)
    let second = try total(next, to)
    let whole = try total(from, to)
    #expect(first[.endValue] != nil && first[.endValue] == second[.startValue])
    var both = first
    both.add(second)
    #expect(both.profit != nil && both.profit?.normalized() == whole.profit?.normalized())
    let parts: [ProfitFigure] = [
      .netContributions, .dividends, .interest, .fees, .taxes, .other, .fxEffectCash,
    ]
    for part in parts {
      // A payment beyond the cost is converted in two parts, and the cost depends on the period.
      guard let sum = both[part], let one = whole[part] else {
        #expect(both[part] == nil && whole[part] == nil, "\(part)")
        continue
      }
      let rounding: ExactDecimal = part == .fxEffectCash ? "0.000000000000000010" : .zero
      #expect((sum - one).magnitude <= rounding, "\(part)")
    }
  }

  @Test("what was earned depends on no method, scope, treatment of fees or tax rules")
  func isOneProfit() throws {
    for way in ProfitWay.all where way.seed == 1 && way.method != .specific {
      let ledger = try way.builder(namesLots: false).ledger()
      let own = try Period(ledger, way, "2022-01-25", "2022-03-10").total
      for method in [CostBasisMethod.fifo, .hifo, .average] where way.scope == .portfolio {
        let other = try Period(ledger, way, "2022-01-25", "2022-03-10") {
          $0.method = method
          $0.feeTreatment = .expense
        }.total
        #expect(near(own.profit, other.profit), "\(way) \(method)")
        #expect(near(own[.fees], other[.fees]))
      }
      let british = try Period(ledger, way, "2022-01-25", "2022-03-10") { $0.taxRules = .uk }.total
      #expect(british.difference == 0)
    }
  }

  @Test(
    "over the whole history gains are those of the gains and the positions",
    arguments: ProfitWay.tried)
  func isGainsAndPositions(_ way: ProfitWay) throws {
    let ledger = try way.builder().ledger()
    let period = try Period(ledger, way, nil, nil, .cost) { $0.feeTreatment = .expense }
    var options = BookingOptions()
    options.baseCurrency = way.base
    options.feeTreatment = .expense
    let booked = try BookedLedger(booking: ledger, options)
    var (price, rest) = (ExactDecimal.zero, ExactDecimal.zero)
    for row in booked.disposals {
      try #require(row.hasBase)
      try price.add(row.priceEffectBase)
      try rest.add(row.proceedsBase.subtracting(row.costBase).subtracting(row.priceEffectBase))
    }
    for position in try ValuedLedger(booked, prices: PriceBook(ledger)).positions() {
      try price.add(try #require(position.priceEffectBase))
      try rest.add(try #require(position.fxEffectBase))
    }
    #expect(near(period.total[.priceEffect], price))
    #expect(near(period.total[.fxEffect], rest))
  }

  @Test(
    "assets are what was put in and earned, and results add up, by either date",
    arguments: ProfitWay.tried, DateBasis.allCases)
  func isABalanceSheet(_ way: ProfitWay, _ basis: DateBasis) throws {
    let ledger = try way.builder().ledger()
    func period(_ from: Day?, _ to: Day) throws -> Period {
      try Period(ledger, way, from, to, .cost) { $0.dateBasis = basis }
    }
    let start = try period(nil, "2022-02-10")
    let end = try period(nil, "2022-03-15")
    let between = try period("2022-02-11", "2022-03-15")
    for period in [start, end] {
      var total = period.total
      total.set(period.result.contributions, .netContributions)
      #expect(total.difference == 0)
    }
    let grown = try #require(end.earned).subtracting(try #require(start.earned))
    #expect(grown.normalized() == between.earned?.normalized())
  }

  /// Equal but for what is left of a division at the 18th place, some thousand times.
  private func near(_ left: ExactDecimal?, _ right: ExactDecimal?) -> Bool {
    guard let left, let right, let rest = try? left.subtracting(right) else { return false }
    return rest.magnitude < "0.000000000001"
  }
}
