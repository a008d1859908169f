import FolioModel
import Testing

@testable import FolioInterchange

/// What each trade type needs, and what its columns refuse.
struct StockLegFaultTests {
  struct Row: Sendable {
    let columns: String
    let faults: [String]
    let line: Int

    init(_ columns: String, _ faults: [String] = [], line: Int = #line) {
      self.columns = columns
      self.faults = faults
      self.line = line
    }
  }

  private static func trade(_ type: String, _ rest: String) -> String {
    "\"symbol\":\"A\",\"trade_type\":\"\(type)\"\(rest.isEmpty ? "" : ",")\(rest)"
  }

  static let presence: [Row] = [
    Row("", ["F111", "F111"]),
    Row("\"symbol\":\"A\"", ["F111"]),
    Row("\"trade_type\":\"write_off\"", ["F111"]),
    Row("\"stock_id\":\"a\",\"trade_type\":\"write_off\""),
    Row("\"symbol\":null,\"stock_id\":null,\"trade_type\":\"write_off\"", ["F111"]),
    Row("\"symbol\":\"\",\"trade_type\":\"write_off\"", ["F124 symbol"]),
    Row(trade("buy", ""), ["F111", "F111"]),
    Row(trade("buy", "\"quantity\":1"), ["F111"]),
    Row(trade("buy", "\"quantity\":1,\"price_per_share\":0")),
    Row(trade("sell", "\"quantity\":1,\"gross_amount\":0")),
    Row(trade("short_sell", "\"gross_amount\":1"), ["F111"]),
    Row(trade("cover", "\"quantity\":null,\"gross_amount\":1"), ["F111"]),
    Row(trade("dividend", ""), ["F111"]),
    Row(trade("dividend", "\"gross_amount\":1,\"quantity\":\"0\",\"price_per_share\":\"0\"")),
    Row(trade("split", ""), ["F111"]),
    Row(trade("split", "\"ratio\":\"4:1\"")),
    Row(trade("stock_dividend", ""), ["F111"]),
    Row(trade("stock_dividend", "\"quantity\":1")),
    Row(trade("stock_dividend", "\"ratio\":0.1")),
    Row(trade("stock_dividend", "\"quantity\":0"), ["F111"]),
    Row(trade("stock_dividend", "\"quantity\":0,\"ratio\":0.1")),
    Row(trade("return_of_capital", ""), ["F111"]),
    Row(trade("return_of_capital", "\"gross_amount\":1")),
    Row(trade("cost_adjustment", ""), ["F111", "F111"]),
    Row(trade("cost_adjustment", "\"direction\":\"increase\""), ["F111"]),
    Row(trade("cost_adjustment", "\"direction\":\"decrease\",\"gross_amount\":1")),
    Row(trade("cost_adjustment", "\"direction\":\"increase\",\"quantity\":2"), ["F111"]),
    Row(
      trade(
        "cost_adjustment",
        "\"direction\":\"increase\",\"quantity\":2,\"price_per_share\":1")),
    Row(trade("cost_adjustment", "\"gross_amount\":1"), ["F111"]),
    Row(
      trade("cost_adjustment", "\"direction\":\"up\",\"gross_amount\":1"),
      ["F120 direction"]),
    Row(
      trade("cost_adjustment", "\"direction\":\"increase\",\"gross_amount\":0"),
      ["F207 gross_amount"]),
    Row(trade("write_off", "\"direction\":\"increase\""), ["F120 direction"]),
    Row(trade("write_off", "\"direction\":null")),
    Row(trade("deemed_disposition", ""), ["F111"]),
    Row(trade("deemed_disposition", "\"gross_amount\":0")),
    Row(trade("deemed_disposition", "\"price_per_share\":1")),
    Row(trade("deemed_disposition", "\"price_per_share\":1,\"quantity\":2")),
    Row(trade("deemed_disposition", "\"quantity\":2"), ["F111"]),
    Row(trade("gift", "\"quantity\":1,\"recipient\":\"spouse\"")),
    Row(trade("gift", "\"quantity\":1,\"recipient\":null")),
    Row(trade("gift", "\"quantity\":1,\"recipient\":\"cousin\""), ["F225 recipient"]),
    Row(
      trade(
        "gift", "\"quantity\":1,\"lots\":[{\"group_id\":\"a\",\"quantity\":1,\"fair_value\":1}]"),
      ["F226 lots[0].fair_value"]),
    Row(trade("write_off", "\"recipient\":\"spouse\""), ["F225 recipient"]),
    Row(trade("spin_off", ""), ["F111", "F111", "F111"]),
    Row(trade("spin_off", "\"new_symbol\":\"B\",\"ratio\":1,\"basis_fraction\":1")),
    Row(trade("spin_off", "\"new_symbol\":\"B\",\"ratio\":1,\"basis_fraction\":0")),
    Row(trade("merger", ""), ["F111"]),
    Row(trade("merger", "\"gross_amount\":1")),
    Row(trade("merger", "\"gross_amount\":1,\"new_symbol\":\"B\""), ["F111"]),
    Row(trade("merger", "\"ratio\":1"), ["F111"]),
    Row(trade("merger", "\"ratio\":1,\"new_symbol\":\"B\"")),
    Row(trade("symbol_change", ""), ["F111"]),
    Row(trade("symbol_change", "\"new_symbol\":\"B\"")),
    Row(trade("transfer_in", "\"quantity\":1"), ["F111"]),
    Row(trade("transfer_out", "\"account\":\"IRA\""), ["F111"]),
    Row(trade("transfer_out", "\"account\":\"IRA\",\"quantity\":1")),
    Row(trade("write_off", "\"quantity\":1")),
    Row(trade("exercise", ""), ["F111"]),
    Row(trade("assignment", "\"quantity\":0"), ["F207 quantity"]),
    Row(trade("expiry", "\"quantity\":0")),
  ]

  static let values: [Row] = [
    Row(trade("bye", ""), ["F118 trade_type"]),
    Row("\"symbol\":\"A\",\"trade_type\":1", ["F110 trade_type"]),
    Row(trade("buy", "\"quantity\":0,\"gross_amount\":1"), ["F207 quantity"]),
    Row(trade("buy", "\"quantity\":-1,\"gross_amount\":1"), ["F207 quantity"]),
    Row(trade("dividend", "\"quantity\":-1,\"gross_amount\":1"), ["F207 quantity"]),
    Row(trade("buy", "\"quantity\":\"ten\",\"gross_amount\":1"), ["F112 quantity"]),
    Row(trade("buy", "\"quantity\":1,\"gross_amount\":-1"), ["F207 gross_amount"]),
    Row(trade("buy", "\"quantity\":1,\"price_per_share\":-1"), ["F207 price_per_share"]),
    Row(
      trade("buy", "\"quantity\":1,\"gross_amount\":1,\"fees\":-1,\"taxes\":-1"),
      ["F207 fees", "F207 taxes"]),
    Row(trade("dividend", "\"gross_amount\":1,\"tax_withheld\":-1"), ["F207 tax_withheld"]),
    Row(
      trade("dividend", "\"gross_amount\":1,\"tax_withheld\":1,\"taxes\":2"),
      [
        "F112 tax_withheld"
      ]),
    Row(trade("write_off", "\"fx_rate\":0"), ["F207 fx_rate"]),
    Row(trade("write_off", "\"fx_rate\":null")),
    Row(trade("write_off", "\"trade_date\":\"2023-02-29\""), ["F114 trade_date"]),
    Row(trade("write_off", "\"settlement_date\":\"2023-2-9\""), ["F114 settlement_date"]),
    Row(trade("write_off", "\"currency\":\"\""), ["F116 currency"]),
    Row(trade("write_off", "\"account\":\"\""), ["F124 account"]),
    Row(trade("split", "\"ratio\":\"4:\""), ["F123 ratio"]),
    Row(trade("split", "\"ratio\":\"4:1:1\""), ["F123 ratio"]),
    Row(trade("split", "\"ratio\":\"four\""), ["F123 ratio"]),
    Row(trade("split", "\"ratio\":\"0:1\""), ["F207 ratio"]),
    Row(trade("split", "\"ratio\":[4,1]"), ["F110 ratio"]),
    Row(
      trade("spin_off", "\"new_symbol\":\"B\",\"ratio\":1,\"basis_fraction\":-0.1"),
      [
        "F207 basis_fraction"
      ]),
    Row(
      trade("spin_off", "\"new_symbol\":\"B\",\"ratio\":1,\"basis_fraction\":1.01"),
      [
        "F207 basis_fraction"
      ]),
    Row(trade("split", "\"ratio\":1,\"cash_in_lieu\":-1"), ["F207 cash_in_lieu"]),
    Row(trade("write_off", "\"lots\":{}"), ["F110 lots"]),
    Row(trade("write_off", "\"lots\":null")),
    Row(trade("write_off", "\"lots\":[]")),
    Row(trade("write_off", "\"lots\":[1]"), ["F110 lots[0]"]),
    Row(trade("write_off", "\"lots\":[{}]"), ["F111 lots[0]", "F111 lots[0]"]),
    Row(
      trade(
        "write_off",
        "\"lots\":[{\"group_id\":\"g\",\"quantity\":1},{\"acquired\":\"x\",\"quantity\":0,"
          + "\"cost_basis\":-1,\"cost_basis_base\":\"y\"}]"),
      [
        "F114 lots[1].acquired", "F207 lots[1].quantity", "F207 lots[1].cost_basis",
        "F112 lots[1].cost_basis_base",
      ]),
  ]

  @Test(arguments: presence + values) func leg(row: Row) {
    let text =
      "{\"transaction_groups\":[{\"id\":\"g\",\"occurred_at\":\"2024-01-01\","
      + "\"stock_transactions\":[{\(row.columns)}]}]}"
    let draft = read(text)
    #expect(draft.faults.map(\.summary) == row.faults, "line \(row.line)")
    let start = text.utf8.count - "{\(row.columns)}]}]}".utf8.count
    #expect(draft.faults.allSatisfy { $0.position.offset == start }, "line \(row.line)")
  }

  @Test func aQuantityOfZeroIsNotGivenWhereNoneIsNeeded() {
    let leg = Self.trade("dividend", "\"gross_amount\":1,\"quantity\":0")
    let draft = read(
      "{\"transaction_groups\":[{\"id\":\"g\",\"occurred_at\":\"2024-01-01\","
        + "\"stock_transactions\":[{\(leg)}]}]}")
    #expect(draft.tables.stockLegs.first?.given == [.gross])
  }

  @Test func datesThatAreLeftOutAreTheGroups() throws {
    let leg = Self.trade("write_off", "\"settlement_date\":\"2024-01-09\"")
    let other = Self.trade("write_off", "\"trade_date\":\"2024-01-07\"")
    let draft = read(
      "{\"transaction_groups\":[{\"stock_transactions\":[{\(leg)},{\(other)}],\"id\":\"g\","
        + "\"occurred_at\":\"2024-01-01T23:00:00-08:00\"}]}")
    let legs = draft.tables.stockLegs
    #expect(legs.map { "\($0.tradeDay)" } == ["2024-01-01", "2024-01-07"])
    #expect(legs.map { "\($0.settlementDay)" } == ["2024-01-09", "2024-01-07"])
    #expect(legs.map(\.given) == [.settlementDate, .tradeDate])
  }

  @Test func anUnknownKeyOfALotIsAWarning() {
    let lot = "{\"group_id\":\"g\",\"quantity\":1,\"price\":2}"
    let leg = Self.trade("write_off", "\"lots\":[\(lot),\(lot)]")
    let draft = read(
      "{\"transaction_groups\":[{\"id\":\"g\",\"occurred_at\":\"2024-01-01\","
        + "\"stock_transactions\":[{\(leg)}]}]}")
    #expect(draft.faults.isEmpty)
    #expect(draft.warnings.map(\.summary) == ["W407 lots[0].price"])
  }
}
