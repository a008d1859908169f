import FolioModel
import FolioNumbers
import Testing

@testable import FolioReports
@testable import TestSupport

@Suite("The description of a group")
struct GroupDescriptionTests {
  private var accounts: LedgerBuilder {
    LedgerBuilder(base: "USD").account("a", "USD").account("b", "USD")
      .account("e", "EUR").stock("A").stock("B")
  }

  private func text(stock: [StockRow] = [], cash: [CashRow] = []) throws -> String {
    let tables = accounts.group("g", "2024-01-02", stock: stock, cash: cash).check().validPart
      .tables
    return GroupDescription(tables).text(of: tables.groups[0])
  }

  @Test("lists three events and counts the others")
  func longGroup() throws {
    let legs = (1...9).map { StockRow.buy("A", ExactDecimal($0), at: 2) }
    #expect(
      try text(stock: legs)
        == "buy 1 A @ 2.00, 2.00 USD; buy 2 A @ 2.00, 4.00 USD; buy 3 A @ 2.00, 6.00 USD; "
        + "and 6 more"
    )
  }

  @Test("counts the two sides of a transfer once, at the first of them")
  func transfers() throws {
    let out = { (symbol: String, units: ExactDecimal, account: String) in
      StockRow.transferOut(symbol, units, from: account)
    }
    let back = { (symbol: String, units: ExactDecimal, account: String) in
      StockRow.transferIn(symbol, units, to: account)
    }
    #expect(
      try text(stock: [
        out("A", 1, "x"), back("B", 2, "y"), back("A", 1, "y"), out("B", 2, "z"), out("A", 1, "x"),
      ]) == "transfer 1 A from x to y; transfer 2 B from z to y; transfer out 1 A from x")
    let many = (0..<5).map { _ in out("A", 1, "x") } + (0..<5).map { back("A", 1, "y\($0)") }
    #expect(
      try text(stock: many)
        == "transfer 1 A from x to y0; transfer 1 A from x to y1; transfer 1 A from x to y2; "
        + "and 2 more")
  }

  @Test("pairs transfers of cash of the same amount and currency")
  func cashTransfers() throws {
    #expect(
      try text(cash: [
        .out("a", 5, .transfer), .out("a", 7, .transfer), .into("b", 7, .transfer),
        .into("e", 5, .transfer),
      ])
        == "transfer 7.00 USD from a to b; transfer out 5.00 USD from a; "
        + "transfer in 5.00 EUR to e")
  }
}
