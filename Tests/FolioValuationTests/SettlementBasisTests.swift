import FolioBooking
import FolioModel
import FolioNumbers
import Testing

@testable import FolioValuation
@testable import TestSupport

@Suite("Periods and returns by settlement date")
struct SettlementBasisTests {
  private func books() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").account("eur", "EUR").stock("A")
      .group("d", "2024-01-01", .deposit, cash: [.into("usd", 1000, .deposit)])
  }

  /// Ten at 10, bought on the 10th and settled on the 12th, and priced a dollar higher every day.
  private func rising() -> LedgerBuilder {
    (10...20).reduce(
      books().event("b", "2024-01-10", .buy("A", 10, at: 10).with { $0.settles = "2024-01-12" })
    ) { builder, day in
      builder.price("A", Day(daysSince1970: Int32(19_723 - 1 + day)) ?? .first, ExactDecimal(day))
    }
  }

  private func total(
    _ builder: LedgerBuilder, _ from: Day?, _ to: Day?, _ basis: DateBasis = .settlement
  ) throws -> ProfitFigures {
    var options = BookingOptions()
    options.asOf = to
    options.dateBasis = basis
    let result = try ProfitAndLoss(of: builder.ledger(), options, from: from)
    var sum = ProfitFigures()
    for line in result.lines {
      #expect(line.figures.difference == 0)
      sum.add(line.figures)
    }
    return sum
  }

  private func performance(
    _ ledger: Ledger, _ basis: DateBasis, from: Day? = nil, to: Day? = nil, step: PeriodStep? = nil,
    _ change: (inout BookingOptions) -> Void = { _ in }
  ) throws -> [PeriodReturn] {
    var options = BookingOptions()
    options.keepsMovements = true
    options.dateBasis = basis
    options.asOf = to
    change(&options)
    let booked = try BookedLedger(booking: ledger, options)
    var question = PerformanceQuestion()
    (question.from, question.to, question.step) = (from, to, step)
    let pass = try #require(PerformancePass(booked, prices: PriceBook(ledger), question))
    var found: [PeriodReturn] = []
    _ = pass.run { found.append($0) }
    return found
  }

  @Test("a purchase is worth what its day of settlement says, from that day on")
  func purchase() throws {
    #expect(try total(rising(), "2024-01-11", "2024-01-11", .trade).profit == 10)
    let before = try total(rising(), "2024-01-11", "2024-01-11")
    #expect(before.profit == 0 && before[.endValue] == 1000)
    let settled = try total(rising(), "2024-01-12", "2024-01-12")
    #expect(settled[.priceEffect] == 20 && settled[.endValue] == 1020)
    let later = try total(rising(), "2024-01-13", "2024-01-15")
    #expect(later[.startValue] == 1020 && later[.priceEffect] == 30)
  }

  @Test("a sale is worth its price of the day until it settles, and then what it brought")
  func sale() throws {
    let builder = rising().event(
      "s", "2024-01-15", .sell("A", 10, at: 15).with { $0.settles = "2024-01-17" })
    #expect(try total(builder, "2024-01-16", "2024-01-16", .trade).profit == 0)
    let between = try total(builder, "2024-01-16", "2024-01-16")
    #expect(between[.startValue] == 1050 && between[.endValue] == 1060)
    let settled = try total(builder, "2024-01-17", "2024-01-17")
    #expect(settled[.realizedGain] == -10 && settled[.endValue] == 1050)
    let whole = try total(builder, nil, nil)
    #expect(whole[.realizedGain] == 50 && whole[.netContributions] == 1000)
  }

  @Test("a deposit counts on the day that settled_at gives, at the rate of that day")
  func deposit() throws {
    let builder = books().rate("2024-01-01", "EUR", "USD", 1).rate("2024-01-05", "EUR", "USD", 2)
      .group(
        GroupRow(
          id: "e", at: "2024-01-03", type: .deposit, settledAt: "2024-01-05",
          cash: [.into("eur", 100, .deposit)]))
    let traded = try total(builder, nil, "2024-01-05", .trade)
    #expect(traded[.netContributions] == 1100 && traded[.fxEffectCash] == 100)
    #expect(try total(builder, nil, "2024-01-04")[.endValue] == 1000)
    let settled = try total(builder, nil, "2024-01-05")
    #expect(settled[.netContributions] == 1200 && settled[.fxEffectCash] == 0)
    let ledger = try builder.ledger()
    let returns = try performance(ledger, .settlement)
    #expect(returns.first?.netContributions == 1200 && returns.first?.timeWeighted == 0)
    #expect(try performance(ledger, .trade).first?.netContributions == 1100)
  }

  @Test("what needs a trade that has not settled lets it count: a split, a sale that settles first")
  func outOfOrder() throws {
    let split = rising().event("x", "2024-01-11", .split("A", 2, for: 1))
      .price("A", "2024-01-11", "5.50")
    #expect(try total(split, nil, "2024-01-10")[.priceEffect] == 0)
    let after = try total(split, "2024-01-11", "2024-01-11")
    #expect(after[.priceEffect] == 10 && after[.endValue] == 1010)
    let sold = rising().event(
      "s", "2024-01-11", .sell("A", 4, at: 11).with { $0.settles = "2024-01-11" })
    #expect(try total(sold, nil, "2024-01-11")[.realizedGain] == 4)
  }

  @Test("what is pending never counts, unless something settled needs it")
  func pending() throws {
    let open = books().price("A", "2024-01-01", 10).group(
      GroupRow(
        id: "p", at: "2024-01-10", type: .stockTrade, status: .pending,
        stock: [StockRow.buy("A", 10, at: 12)], cash: [.out("usd", 120)]))
    #expect(try total(open, nil, "2024-02-01").profit == 0)
    #expect(try total(open, nil, "2024-02-01", .trade).profit == -20)
    let more = open.event("b", "2024-01-15", .buy("A", 1, at: 10))
    #expect(try total(more, nil, "2024-02-01")[.endValue] == 1000)
  }

  @Test("returns cut at the day of settlement")
  func returns() throws {
    let days = try performance(
      rising().ledger(), .settlement, from: "2024-01-10", to: "2024-01-14", step: .day)
    #expect(days.map(\.endValue) == [1000, 1000, 1020, 1030, 1040])
    let expected = [0, 0, 0.02, 1030.0 / 1020 - 1, 1040.0 / 1030 - 1]
    #expect(zip(days, expected).allSatisfy { near($0.timeWeighted, $1) })
  }

  @Test(
    "returns and profit start, end and put in the same, by either date", arguments: ProfitWay.tried)
  func agree(_ way: ProfitWay) throws {
    guard way.method != .specific else { return }
    let ledger = try way.builder().ledger()
    let (from, to): (Day, Day) = ("2022-02-01", "2022-03-15")
    for basis in DateBasis.allCases {
      let period = try Period(ledger, way, from, to) { $0.dateBasis = basis }
      let whole = try #require(
        try performance(ledger, basis, from: from, to: to) { $0.baseCurrency = way.base }.first)
      let total = period.total
      #expect(isNear(total[.startValue], whole.startValue), "\(basis)")
      #expect(isNear(total[.endValue], whole.endValue), "\(basis)")
      if period.result.booked.period?.inKindAtCost.isEmpty == true {
        #expect(isNear(period.result.contributions, whole.netContributions), "\(basis)")
      }
    }
  }

  /// Equal but for what is left of a division, some thousand times.
  private func isNear(_ left: ExactDecimal?, _ right: ExactDecimal?) -> Bool {
    guard let left, let right, let rest = try? left.subtracting(right) else { return false }
    return rest.magnitude < "0.00000001"
  }
}
