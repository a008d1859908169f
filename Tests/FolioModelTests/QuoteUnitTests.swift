import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import TestSupport

/// Amounts in pence, agorot and cents.
@Suite("Units in which exchanges quote")
struct QuoteUnitTests {
  private func ledger() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("gbp", "GBP").stock("H", "GBX")
  }

  private func warnings(_ builder: LedgerBuilder) throws -> [String] {
    let check = LedgerCheck(of: builder.draft)
    try #require(check.faults.isEmpty)
    return check.validPart.warnings.filter { $0.code == .quoteUnit }.map(\.message)
  }

  @Test("each amount of a leg is a hundredth, and its rate a hundred times as high")
  func legs() throws {
    var row = StockRow.buy("H", 100, at: "125.5").with {
      $0.fees = 550
      $0.taxes = 50
      $0.fxRate = "0.0125"
      $0.detail.accruedInterest = 200
    }
    row.account = "x"
    let builder = ledger().group(
      GroupRow(
        id: "g", at: "2024-01-02", stock: [row],
        cash: [CashRow.out("gbp", "133.5", .principal)]))
    let check = LedgerCheck(of: builder.draft)
    #expect(check.faults.isEmpty)
    let tables = check.validPart.tables
    let leg = tables.stockLegs[0]
    #expect(tables.currencies[leg.currency] == "GBP")
    #expect(leg.price == "1.255" && leg.gross == "125.5" && leg.fees == "5.5" && leg.taxes == "0.5")
    #expect(leg.fxRate == "1.25")
    #expect(tables.detail(of: leg)?.accruedInterest == 2)
    #expect(tables.instruments[0].currency.map { tables.currencies[$0] } == "GBP")
    #expect(
      try warnings(builder) == [
        "GBX in a row of stock_transactions is read as 0.01 GBP"
      ])
    #expect(tables.instruments[0].quoteUnit.map { tables.currencies[$0] } == "GBX")
  }

  @Test("a leg that says GBP is in GBP, whatever its instrument is quoted in")
  func ownCurrency() throws {
    let builder = ledger().event(
      "g", "2024-01-02", .buy("H", 100, at: "1.25").inCurrency("GBP"))
    let tables = LedgerCheck(of: builder.draft).validPart.tables
    #expect(tables.stockLegs[0].gross == 125)
  }

  @Test("what the units of a gift were worth")
  func fairValue() throws {
    let lot = LotRow(acquired: "2020-05-04", quantity: 100, cost: 20_000, fairValue: 15_000)
    let row = StockRow.transferIn("H", 100, to: "x").lots(lot)
    let check = LedgerCheck(of: ledger().event("g", "2024-01-02", row).draft)
    #expect(check.faults.map(\.message) == [])
    let tables = check.validPart.tables
    let lots = tables.detail(of: tables.stockLegs[0])?.lots
    #expect(lots?.map(\.costBasis) == [200])
    #expect(lots?.map(\.fairValue) == [150])
  }

  @Test("prices and rates, to and from a unit")
  func quotes() throws {
    let builder = ledger().price("H", "2024-01-31", "130.25").rate(
      "2024-01-02", "GBX", "USD", "0.0127"
    )
    .rate("2024-01-02", "EUR", "GBX", 85).rate("2024-01-02", "GBX", "GBP", "0.01")
    let tables = LedgerCheck(of: builder.draft).validPart.tables
    #expect(tables.prices[0].price == "1.3025")
    #expect(tables.rates.map(\.rate) == ["1.27", "0.85", 1])
    #expect(tables.rates.map { tables.currencies[$0.from].code } == ["GBP", "EUR", "GBP"])
    #expect(try warnings(builder).contains("GBX in 3 rows of fx_rates is read as 0.01 GBP"))
  }

  @Test("cash held in a unit keeps it, and so does a base currency")
  func kept() throws {
    let cash = ledger().account("pence", "GBX")
    #expect(try warnings(cash) == [])
    let base = LedgerBuilder(base: "GBX").stock("H", "GBX")
    #expect(try warnings(base) == [])
  }

  @Test("a number without a place for two more decimals is F215")
  func exact() throws {
    let tiny = try ExactDecimal(coefficient: 1, places: 36)
    let builder = ledger().price("H", "2024-01-31", tiny)
    #expect(LedgerCheck(of: builder.draft).faults.map(\.code) == [.arithmetic])
    let long = try ExactDecimal(coefficient: 1, places: 18)
    let tables = LedgerCheck(of: ledger().price("H", "2024-01-31", long).draft).validPart.tables
    #expect(tables.prices[0].price == (try ExactDecimal(coefficient: 1, places: 20)))
  }

  @Test("agorot and cents")
  func others() throws {
    let builder = LedgerBuilder(base: "USD").stock("I", "ILA").stock("Z", "ZAC")
      .price("I", "2024-01-31", 250).price("Z", "2024-01-31", 500)
    #expect(
      try warnings(builder) == [
        "ILA in a row of historical_prices is read as 0.01 ILS",
        "ZAC in a row of historical_prices is read as 0.01 ZAR",
      ])
  }
}
