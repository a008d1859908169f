import FolioBooking
import FolioModel
import FolioNumbers
import Testing

@testable import FolioValuation
@testable import TestSupport

/// The figures of a period, added up over all places.
private func profit(
  _ builder: LedgerBuilder, _ from: Day?, _ to: Day?,
  _ change: (inout BookingOptions) -> Void = { _ in }
) throws -> ProfitFigures {
  var options = BookingOptions()
  options.asOf = to
  change(&options)
  let result = try ProfitAndLoss(of: try builder.ledger(), options, from: from)
  var sum = ProfitFigures()
  for line in result.lines {
    #expect(line.figures.difference == 0 || line.figures.difference == nil)
    sum.add(line.figures)
  }
  return sum
}

private func rounded(_ amount: ExactDecimal?, _ places: Int = 2) -> ExactDecimal? {
  amount?.rounded(toPlaces: places, .halfEven).normalized()
}

@Suite("Profit and loss: what others print")
struct ProfitCaseTests {
  /// Portfolio Performance, CapitalGainsCalculationTest.testFifoBuySellTransactions3 (pp-fx-01).
  private func priceAndCurrency() -> LedgerBuilder {
    LedgerBuilder(base: "EUR").account("usd", "USD").stock("SEC", "USD")
      .event("b1", "2024-01-01", .buy("SEC", 100, at: 50).atRate("0.90"))
      .event("b2", "2024-02-01", .buy("SEC", 50, at: 60).atRate("0.85"))
      .event("s1", "2024-03-01", .sell("SEC", 50, at: 70).atRate("0.88"))
      .price("SEC", "2024-12-31", 80, "USD").rate("2024-12-31", "EUR", "USD", "1.1588")
  }

  @Test("pp-fx-01: price and currency parts, first in first out and by average")
  func parts() throws {
    let fifo = try profit(priceAndCurrency(), nil, "2024-12-31")
    #expect(rounded(fifo[.realizedGain]) == 830)
    let average = try profit(priceAndCurrency(), nil, "2024-12-31") { $0.method = .average }
    #expect(rounded(average[.realizedGain]) == 730)
    #expect(rounded(average.realizedCurrencyEffect) == "-3.33")
    #expect(rounded(average[.realizedPriceEffect]) == "733.33")
    #expect(rounded(average[.unrealizedGain]) == "2203.69")
    #expect(rounded(average.unrealizedCurrencyEffect) == "-97.54")
    #expect(rounded(average[.unrealizedPriceEffect]) == "2301.23")
  }

  @Test("pp-fx-02: in the currency of the security there is no currency part")
  func ownCurrency() throws {
    let figures = try profit(priceAndCurrency(), nil, "2024-12-31") { $0.baseCurrency = "USD" }
    #expect(figures[.realizedGain] == 1000)
    #expect(figures[.unrealizedGain] == 2500)
    #expect(figures[.fxEffect] == 0)
    #expect(figures[.fxEffectCash] == 0)
  }

  @Test("pp-fx-03: gains of a period count from the value at its beginning")
  func period() throws {
    let builder = LedgerBuilder(base: "EUR").account("usd", "USD").stock("SEC", "USD")
      .rate("2015-01-02", "EUR", "USD", "1.2043").rate("2015-01-05", "EUR", "USD", "1.1915")
      .rate("2015-01-09", "EUR", "USD", "1.1813").rate("2016-01-01", "EUR", "USD", "1.1588")
      .event("b", "2015-01-02", .buy("SEC", 10, at: "108.387"))
      .event("s", "2015-01-09", .sell("SEC", 5, at: "118.13"))
      .price("SEC", "2015-01-05", 100, "USD").price("SEC", "2016-01-01", 120, "USD")
    let figures = try profit(builder, "2015-01-06", "2016-01-01")
    #expect(rounded(figures[.realizedGain]) == "80.36")
    #expect(rounded(figures.realizedCurrencyEffect) == "3.62")
    #expect(rounded(figures[.realizedPriceEffect]) == "76.74")
    #expect(rounded(figures[.unrealizedGain]) == "98.14")
    #expect(rounded(figures.unrealizedCurrencyEffect) == "11.84")
    #expect(rounded(figures[.unrealizedPriceEffect]) == "86.3")
  }

  @Test("pp-period-01: a sale below the value at the beginning is a loss")
  func partialSale() throws {
    let builder = LedgerBuilder(base: "EUR").account("eur", "EUR").stock("SEC", "EUR")
      .event("b", "2010-01-01", .buy("SEC", 10, at: "0.10"))
      .event("s", "2011-01-15", .sell("SEC", 1, at: 99))
      .group("w", "2011-01-15T12:00:00Z", .withdrawal, cash: [.out("eur", 99, .withdrawal)])
      .price("SEC", "2010-12-31", 100).price("SEC", "2011-06-01", 110)
    let figures = try profit(builder, "2011-01-01", "2011-12-31")
    #expect(figures[.startValue] == 999)
    #expect(figures[.realizedGain] == -1)
    #expect(figures[.unrealizedGain] == 90)
    #expect(figures[.endValue] == 989)
    #expect(figures.profit == 89)
  }

  @Test(
    "pphelp-period-cost-01: the purchase value depends on the period",
    arguments: [
      ("2022-06-12" as Day, "181.50" as ExactDecimal), ("2021-06-12", "172.97"),
      ("2020-06-12", "161.50"),
    ])
  func purchaseValue(_ from: Day, _ cost: ExactDecimal) throws {
    let builder = LedgerBuilder(base: "EUR").account("eur", "EUR").stock("S", "EUR")
      .event("b1", "2021-01-15", .buy("S", 10, at: "15.5"))
      .event("b2", "2022-01-14", .buy("S", 5, at: "16.8"))
      .event("s", "2023-04-12", .sell("S", 5, at: 21))
      .price("S", "2021-06-11", "17.794").price("S", "2022-06-11", "18.15")
    var options = BookingOptions()
    options.asOf = "2023-06-12"
    let result = try ProfitAndLoss(of: try builder.ledger(), options, from: from)
    let units = try #require(result.lines.first { $0.place == .units(0, 0) })
    #expect(units.figures[.endCost]?.normalized() == cost.normalized())
  }

  @Test("gc-unrealized-01, -02: what was estimated before the sale")
  func estimates() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("DEGAS")
      .event("b", "2020-01-01", .buy("DEGAS", 1, at: 100_000))
      .event("s", "2020-03-02", .sell("DEGAS", 1, at: 120_000))
      .price("DEGAS", "2020-02-01", 110_000).price("DEGAS", "2020-03-01", 130_000)
    #expect(try profit(builder, nil, "2020-03-01")[.unrealizedGain] == 30_000)
    #expect(try profit(builder, "2020-03-02", "2020-03-02")[.realizedGain] == -10_000)
    #expect(try profit(builder, nil, nil)[.realizedGain] == 20_000)
  }

  @Test("gc-fx-04: a round trip through another currency")
  func roundTrip() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").account("hkd", "HKD")
      .group(
        "x1", "2020-02-01", .fxExchange,
        cash: [.out("usd", "1309.64", .fx), .into("hkd", 10_200, .fx), .out("usd", 40, .fee)]
      )
      .group(
        "x2", "2020-03-01", .fxExchange,
        cash: [.out("hkd", 10_200, .fx), .into("usd", "1308.82", .fx), .out("usd", 20, .fee)])
    let figures = try profit(builder, nil, nil)
    #expect(figures[.fxEffectCash]?.normalized() == "-0.82")
    #expect(figures[.fees] == -60)
    #expect(figures.profit?.normalized() == "-60.82")
  }

  @Test("gf-average-02, -04: gross, fees and net")
  func grossAndNet() throws {
    let two = LedgerBuilder(base: "CHF").account("chf", "CHF").stock("B", "CHF")
      .event("b", "2021-11-22", .buy("B", 2, at: "142.9").fees("1.55"))
      .event("s1", "2021-11-30", .sell("B", 1, at: "136.6").fees("1.65"))
      .event("s2", "2021-11-30", .sell("B", 1, at: "136.6"))
    let figures = try profit(two, nil, nil) { $0.method = .average }
    #expect(figures[.priceEffect]?.normalized() == "-12.6")
    #expect(figures[.fees]?.normalized() == "-3.2")
    #expect(figures.profit?.normalized() == "-15.8")
    let again = LedgerBuilder(base: "USD").account("usd", "USD").stock("J")
      .event("b1", "2025-12-11", .buy("J", 9, at: "209.45").fees(1))
      .event("s1", "2025-12-18", .sell("J", 9, at: 210).fees(1))
      .event("b2", "2025-12-18T10:00:00Z", .buy("J", 10, at: "204.11").fees(1))
      .event("s2", "2025-12-28", .sell("J", 10, at: "208.01").fees(1))
    #expect(try profit(again, nil, nil).profit?.normalized() == "39.95")
  }

  @Test("kapji-unrealized: fees stand beside what prices did")
  func unrealized() throws {
    let builder = LedgerBuilder(base: "GBP").account("gbp", "GBP").stock("FOO", "GBP")
      .event("b", "2023-05-01", .buy("FOO", 3, at: 5).fees(1)).price("FOO", "2023-05-02", 6)
    let figures = try profit(builder, nil, "2023-05-02")
    #expect(figures[.unrealizedGain] == 3)
    #expect(figures.profit == 2)
  }
}

@Suite("Profit and loss: every event in its part")
struct ProfitEventTests {
  private func books() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A").stock("B").stock("C")
      .price("A", "2024-01-01", 10).price("B", "2024-01-01", 40).price("C", "2024-01-01", 3)
      .group("in", "2024-01-01", .deposit, cash: [.into("usd", 10_000, .deposit)])
      .event("a", "2024-01-02", .buy("A", 100, at: 10).fees(5, taxes: 2))
  }

  /// In one currency rates do nothing, and whatever is missed would show as if they had.
  @Test("with one currency nothing is left over for currency or other")
  func oneCurrency() throws {
    let builder = books()
      .event("d", "2024-01-03", .dividend("A", 30, withheld: 4))
      .event("s", "2024-01-04", .sell("A", 10, at: 12).fees(1))
      .event("short", "2024-01-05", .shortSell("C", 50, at: 4).fees(3))
      .event("sp", "2024-01-06", .split("A", 2, for: 1))
      .event("spin", "2024-01-07", .spinOff("A", into: "B", 1, for: 4, basis: "0.3"))
      .event("roc", "2024-01-08", .returnOfCapital("A", 100))
      .event("sd", "2024-01-09", .stockDividend("A", 3).gross(18))
      .event("cover", "2024-01-10", .cover("C", 20, at: 5).fees(2))
      .event("fee", "2024-01-11", .unitFee("A", 1).gross(6))
      .event("bond", "2024-01-12", .buy("B", 2, at: 41).accrued("1.5"))
      .group(
        "i", "2024-01-13", .interest, cash: [.into("usd", 7, .interest), .out("usd", 1, .tax)]
      )
      .group("f", "2024-01-14", .fee, cash: [.out("usd", 9, .fee)])
      .price("A", "2024-02-01", 6).price("B", "2024-02-01", 44).price("C", "2024-02-01", 2)
    let figures = try profit(builder, nil, "2024-02-01")
    #expect(figures[.fxEffectCash] == 0)
    #expect(figures[.fxEffect] == 0)
    #expect(figures[.other] == 0)
    #expect(figures[.netContributions] == 10_000)
    #expect(figures[.dividends] == 48)
    #expect(figures[.interest]?.normalized() == "5.5")
    #expect(figures[.fees] == -26)
    #expect(figures[.taxes] == -7)
    // Cash 10,000 − 1,007 + 26 + 119 + 197 + 100 − 102 − 83.50 + 6 − 9, and units at the end.
    // A: (90 × 2 + 3 − 1) × 6, B: (45 + 2) × 44, C: −30 × 2.
    #expect(figures[.endValue]?.normalized() == "12346.5")
    #expect(figures.profit?.normalized() == "2346.5")
  }

  @Test("what rounding of a group leaves is other, not currency")
  func rounding() throws {
    let builder = books().group(
      "r", "2024-01-03", .stockTrade, stock: [.buy("A", "0.333", at: 10)],
      cash: [.out("usd", "3.334")])
    let figures = try profit(builder, nil, "2024-01-05")
    #expect(figures[.other]?.normalized() == "-0.004")
    #expect(figures[.fxEffectCash] == 0)
  }

  @Test("units that come in kind count at market value on the day, or at cost without a price")
  func inKind() throws {
    let known = books().price("B", "2024-01-05", 50).event(
      "t", "2024-01-05",
      .transferIn("B", 4, to: "x").with {
        $0.lots = [LotRow(acquired: "2020-05-05", quantity: 4, cost: 80)]
      })
    let figures = try profit(known, "2024-01-03", "2024-01-05")
    #expect(figures[.netContributions] == 200)
    #expect(figures.profit == 0)
    let unknown = LedgerBuilder(base: "USD").account("usd", "USD").stock("N").event(
      "t", "2024-01-05",
      .transferIn("N", 4, to: "x").with {
        $0.lots = [LotRow(acquired: "2020-05-05", quantity: 4, cost: 80)]
      }
    ).price("N", "2024-01-06", 21)
    let late = try profit(unknown, nil, "2024-01-06")
    #expect(late[.netContributions] == 80)
    #expect(late.profit == 4)
  }

  @Test("units given away are taken out at market value, and what they gained is earned")
  func gift() throws {
    let builder = books().price("A", "2024-01-05", 13).event("g", "2024-01-05", .gift("A", 10))
      .event("out", "2024-01-05T10:00:00Z", .transferOut("A", 20, from: nil))
    let figures = try profit(builder, "2024-01-04", "2024-01-05")
    #expect(figures[.netContributions] == -390)
    #expect(figures[.realizedGain] == 90)
    #expect(figures.profit == 300)
  }

  @Test("what has no price at one end is not known, and what else was earned is")
  func unknown() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("N")
      .event("b", "2024-01-02", .buy("N", 1, at: 5).fees(1))
      .event("d", "2024-01-05", .dividend("N", 3))
    let figures = try profit(builder, "2024-01-03", "2024-01-06")
    #expect(figures[.startValue] == nil)
    #expect(figures.profit == nil)
    #expect(figures[.dividends] == 3)
  }

  @Test("the order of dearest and cheapest first stays that of what lots had cost")
  func order() throws {
    for split in [false, true] {
      let builder = books().event("a2", "2024-01-03", .buy("A", 100, at: 30))
        .price("A", "2024-01-31", 20)
        .event("a3", "2024-02-01T08:00:00Z", .buy("A", 100, at: 25))
      if split { builder.event("sp", "2024-02-01T09:00:00Z", .split("A", 1, for: 1)) }
      builder.event("s", "2024-02-02", .sell("A", 100, at: 26)).price("A", "2024-02-02", 26)
      // Dearest first is the lot that had cost 30, and is worth 20 when the period begins.
      let figures = try profit(builder, "2024-02-01", "2024-02-02") { $0.method = .hifo }
      #expect(figures[.realizedGain] == 600)
    }
  }
}
