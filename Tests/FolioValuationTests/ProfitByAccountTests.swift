import FolioBooking
import FolioModel
import FolioNumbers
import Testing

@testable import FolioValuation
@testable import TestSupport

@Suite("Profit of accounts, and of what is only known in part")
struct ProfitByAccountTests {
  private func lines(
    _ builder: LedgerBuilder, _ from: Day?, _ to: Day?, _ scope: LotScope = .account
  ) throws -> [PeriodPlace: ProfitFigures] {
    var options = BookingOptions()
    options.asOf = to
    options.lotScope = scope
    let result = try ProfitAndLoss(of: try builder.ledger(), options, from: from)
    var found: [PeriodPlace: ProfitFigures] = [:]
    for line in result.lines { found[line.place] = line.figures }
    return found
  }

  /// Ten for 10 euros each in account x at a dollar each, moved to y at 15 and two dollars, at 18
  /// in the end.
  private func moving() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("eur", "EUR").stock("A", "EUR")
      .rate("2024-01-01", "EUR", "USD", 1).rate("2024-02-01", "EUR", "USD", 2)
      .group("d", "2024-01-01", .deposit, cash: [.into("eur", 100, .deposit)])
      .event("b", "2024-01-01T12:00:00Z", .buy("A", 10, at: 10).with { $0.account = "x" })
      .group(
        "t", "2024-02-01", .transfer,
        stock: [.transferOut("A", 10, from: "x"), .transferIn("A", 10, to: "y")]
      )
      .price("A", "2024-01-01", 10).price("A", "2024-02-01", 15).price("A", "2024-03-01", 18)
  }

  @Test("units that go over count at market value; what they gained before stays where it was")
  func transfer() throws {
    for scope in LotScope.allCases {
      let all = try lines(moving(), nil, "2024-03-01", scope)
      let (x, y) = (try #require(all[.units(0, 1)]), try #require(all[.units(0, 2)]))
      #expect(x[.netContributions] == -200 && x.profit == 200 && x.difference == 0)
      #expect(x[.priceEffect] == 100 && x[.fxEffect] == 100 && x[.unrealizedGain] == 200)
      #expect(y[.netContributions] == 300 && y[.endValue] == 360 && y.difference == 0)
      #expect(y[.priceEffect] == 60 && y[.fxEffect] == 0 && y[.unrealizedGain] == 60)
    }
  }

  @Test("returns by account have the same flow")
  func returns() throws {
    var options = BookingOptions()
    options.keepsMovements = true
    options.lotScope = .account
    let booked = try BookedLedger(booking: moving().ledger(), options)
    var question = PerformanceQuestion()
    question.scope = .account
    let pass = try #require(
      PerformancePass(booked, prices: PriceBook(booked.ledger), question))
    var flows: [String: ExactDecimal?] = [:]
    _ = pass.run { flows[pass.name($0.part) ?? ""] = $0.netContributions }
    #expect(flows["x"] == -200 && flows["y"] == 300)
  }

  @Test("proceeds are known where the value at the beginning is not")
  func proceeds() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .event("b", "2024-01-01", .buy("A", 10, at: 10))
      .event("s", "2024-02-01", .sell("A", 10, at: 12))
    let units = try #require(try lines(builder, "2024-01-15", "2024-03-01")[.units(0, 0)])
    #expect(units[.startValue] == nil && units[.netContributions] == -120)
    #expect(units[.endValue] == 0 && units.profit == nil)
  }
}
