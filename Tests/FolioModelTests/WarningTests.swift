import FolioDiagnostics
import FolioNumbers
import Testing

@testable import FolioModel
@testable import TestSupport

@Suite("Checking warns of what is odd without being wrong")
struct WarningTests {
  private func builder() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").account("eur", "EUR")
      .stock("A", "USD", id: "s-a").stock("E", "EUR", id: "s-e")
  }

  private func warnings(_ builder: LedgerBuilder, strict: Bool = false) -> [DiagnosticCode] {
    let check = builder.check(strict: strict)
    #expect(check.faults.map(\.code) == [])
    return check.validPart.warnings.map(\.code)
  }

  private func buying(_ price: ExactDecimal, _ gross: ExactDecimal) -> LedgerBuilder {
    builder().event("g", "2024-01-01", .buy("A", 10, at: price).gross(gross))
  }

  @Test("gross may differ from quantity × price by what rounding explains, and no more: W401")
  func gross() throws {
    // Half of 0.01 times 10, and half a cent: 0.055 either way.
    for gross: ExactDecimal in ["99.90", "99.955", "99.845"] {
      #expect(warnings(buying("9.99", gross)) == [], "\(gross)")
    }
    for gross: ExactDecimal in ["99.956", "99.844", "109.90"] {
      #expect(warnings(buying("9.99", gross)) == [.grossDiffers], "\(gross)")
    }
    #expect(warnings(buying(10, 105)) == [])
    #expect(warnings(buying(10, "105.01")) == [.grossDiffers])
    let ledger = try buying("9.99", "109.90").ledger()
    #expect(ledger.tables.stockLegs[0].gross == "109.90")
  }

  @Test("a gross that was left out is quantity × price, exactly")
  func completed() throws {
    let ledger = try builder()
      .event("g", "2024-01-01", .buy("A", "0.123456789", at: "9.87654321")).ledger()
    #expect(ledger.tables.stockLegs[0].gross == "1.21932631112635269")
  }

  @Test("a type that the legs contradict is W402; one that describes them is not")
  func types() {
    let right: [(GroupType, [StockRow], [CashRow])] = [
      (.deposit, [], [.into("usd", 1, .deposit)]),
      (.withdrawal, [], [.out("usd", 1, .withdrawal)]),
      (.interest, [], [.into("usd", 1, .interest)]),
      (.fee, [], [.out("usd", 1, .fee)]),
      (.tax, [], [.out("usd", 1, .tax)]),
      (.fxExchange, [], [.out("usd", 1, .fx), .into("eur", 1, .fx)]),
      (.transfer, [], [.out("usd", 1, .transfer), .into("usd", 1, .transfer)]),
      (.transfer, [.transferOut("A", 1, from: "x")], []),
      (.stockTrade, [.buy("A", 1, at: 1)], [.out("usd", 1)]),
      (.dividend, [.dividend("A", 1)], [.into("usd", 1, .dividend)]),
      (.dividend, [], [.into("usd", 1, .dividend)]),
      (.dividend, [.stockDividend("A", 1)], []),
      (.corporateAction, [.split("A", 2, for: 1)], []),
      (.openingBalance, [], [.into("usd", 1)]),
      (.adjustment, [], [.into("usd", 1, .other)]),
    ]
    for (type, stock, cash) in right {
      let builder = builder().group("g", "2024-01-01", type, stock: stock, cash: cash)
      #expect(warnings(builder) == [], "\(type)")
    }
    for type in GroupType.allCases where type != .openingBalance && type != .adjustment {
      let cash: [CashRow] =
        type == .interest ? [.into("usd", 1, .deposit)] : [.into("usd", 1, .interest)]
      let builder = builder().group("g", "2024-01-01", type, cash: cash)
      #expect(warnings(builder) == [.typeContradictsLegs], "\(type)")
    }
  }

  @Test("a group without a type is not contradicted")
  func noType() {
    #expect(
      warnings(builder().group("g", "2024-01-01", cash: [.into("usd", 1, .deposit)])) == [])
  }

  @Test("a rate on a leg in the base currency is W403, and 1 counts")
  func rateOnBase() throws {
    let builder = builder().event("g", "2024-01-01", .buy("A", 1, at: 1).atRate("1.1"))
    #expect(warnings(builder) == [.rateOnBaseCurrency])
    #expect(try builder.ledger().tables.stockLegs[0].fxRate == 1)
    #expect(
      warnings(self.builder().event("g", "2024-01-01", .buy("A", 1, at: 1).atRate("1.0"))) == [])
  }

  @Test("a rate more than 2% off what was paid is W404", arguments: [TradeType.buy, .sell])
  func quotient(_ type: TradeType) {
    let cases: [(ExactDecimal, [DiagnosticCode])] = [
      ("1.10", []), ("1.122", []), ("1.078", []), ("1.1221", [.rateDiffersFromQuotient]),
      ("1.0779", [.rateDiffersFromQuotient]),
    ]
    for (rate, codes) in cases {
      let row = StockRow.trade(type, "E", 10, at: 100).atRate(rate)
      let cash: CashRow = type == .buy ? .out("usd", 1100) : .into("usd", 1100)
      let builder = builder().group("g", "2024-01-01", stock: [row], cash: [cash])
      #expect(warnings(builder) == codes, "\(rate)")
    }
  }

  @Test("a group without legs is W410")
  func emptyGroup() {
    #expect(warnings(builder().group("g", "2024-01-01", .deposit)) == [.emptyGroup])
  }

  @Test("a settlement before the trade is W411")
  func settlesBefore() {
    let row = StockRow.buy("A", 1, at: 1).with { $0.settles = "2023-12-31" }
    #expect(warnings(builder().event("g", "2024-01-01", row)) == [.settlesBeforeTrade])
  }

  @Test("two rates of one pair and day that differ are W413; the same one twice is not")
  func rates() {
    let same = builder().rate("2024-01-01", "EUR", "USD", "1.1")
      .rate("2024-01-01", "EUR", "USD", "1.10")
    #expect(warnings(same) == [])
    #expect(warnings(same.rate("2024-01-01", "EUR", "USD", "1.2")) == [.contradictoryRate])
    #expect(
      warnings(builder().rate("2024-01-01", "EUR", "USD", 1).rate("2024-01-02", "EUR", "USD", 2))
        == [])
  }

  @Test("a column that Folio does not know is W407, once for each key and table")
  func unknownKeys() {
    let builder = builder().group("g", "2024-01-01", cash: [.into("usd", 1, .deposit)])
      .keep("colour", .groups, row: 0).keep("colour", .cashLegs, row: 0)
      .keep("colour", .groups, row: 1)
      .keep("user_id", .groups, row: 0, isKnown: true).keep("size", .groups, row: 0)
    let found = builder.check(strict: false).validPart.warnings
    #expect(found.map(\.code) == [.unknownKey, .unknownKey, .unknownKey])
    #expect(found.first?.message.contains("it occurs 2 times") == true)
    #expect(warnings(builder, strict: true) == [.unknownKey, .unknownKey, .unknownKey])
  }

  @Test("columns of other systems are silent unless checked strictly, extensions always")
  func columnsOfSystems() {
    let builder = builder().group("g", "2024-01-01", cash: [.into("usd", 1, .deposit)])
      .keep("local_id", .groups, row: 0).keep("id", .rates, row: 0)
      .keep("$schema", .document, row: 0).keep("x_colour", .cashLegs, row: 0)
    #expect(warnings(builder) == [])
    #expect(warnings(builder, strict: true) == [.unknownKey, .unknownKey])
  }

  @Test(
    "the nearest key is found by spelling, by its words, or by another word for it",
    arguments: [
      ("note", "notes"), ("method", "cost_basis_method"), ("commission", "fees"), ("fee", "fees"),
      ("Quantity", "quantity"), ("transactions", "transaction_groups"), ("rate", "fx_rate"),
      ("colour", nil), ("x", nil), ("", nil),
    ])
  func nearest(key: String, expected: String?) {
    let known = [
      "notes", "cash_cost_basis_method", "cost_basis_method", "fees", "quantity", "fx_rate",
      "transaction_groups", "cash_transactions",
    ]
    #expect(NearestKey.of(key, among: known) == expected)
  }
}
