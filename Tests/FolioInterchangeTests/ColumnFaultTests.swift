import FolioDiagnostics
import Testing

@testable import FolioInterchange

/// Each column refuses what it does not hold, by code and field, and reading goes on.
struct ColumnFaultTests {
  struct Row: Sendable {
    let change: String
    let faults: [String]
    let line: Int

    init(_ change: String, _ faults: [String], line: Int = #line) {
      self.change = change
      self.faults = faults
      self.line = line
    }
  }

  /// A row with one column replaced; an empty replacement leaves it out.
  private func row(_ columns: [(String, String)], _ change: String) -> String {
    let parts = change.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let (key, value) = (String(parts[0]), String(parts[1]))
    var columns = columns.filter { $0.0 != key }
    if !value.isEmpty { columns.append((key, value)) }
    return "{" + columns.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  private func check(_ text: String, _ row: Row) {
    #expect(faults(text) == row.faults, "line \(row.line): \(row.change)")
  }

  // MARK: Groups

  private static func importedRow(
    file: String = "\"a.csv\"", row: String = "3",
    hash: String = String(repeating: "0a", count: 32)
  ) -> String {
    "{\"file\":\(file),\"row\":\(row),\"sha256\":\"\(hash)\"}"
  }

  static let groups: [Row] = [
    Row("x=1", []),
    Row("id=", ["F111"]),
    Row("id=null", ["F111"]),
    Row("id=\"\"", ["F124 id"]),
    Row("id=17", []), Row("id=1.5", ["F110 id"]),
    Row("id=[1]", ["F110 id"]),
    Row("occurred_at=", ["F111"]),
    Row("occurred_at=\"2024-02-30\"", ["F115 occurred_at"]),
    Row("occurred_at=\"2024-02-28T25:00:00Z\"", ["F115 occurred_at"]),
    Row("occurred_at=\"yesterday\"", ["F115 occurred_at"]),
    Row("occurred_at=20240228", ["F110 occurred_at"]),
    Row("occurred_at=\"2024-02-28 10:00:00.123456+02\"", []),
    Row("status=\"done\"", ["F117 status"]),
    Row("status=\"Settled\"", ["F117 status"]),
    Row("status=null", []),
    Row("status=true", ["F110 status"]),
    Row("group_type=\"stock-trade\"", ["F121 group_type"]),
    Row("group_type=\"corporate_action\"", []),
    Row("notes=17", ["F110 notes"]),
    Row("notes=\"\"", []),
    Row("import=\"by hand\"", []), Row("import={\"format\":\"x\"}", []),
    Row("import=\(importedRow())", []),
    Row("import=\(importedRow(file: "\"a/b.csv\""))", ["F125 import"]),
    Row("import=\(importedRow(file: "\"\""))", ["F125 import"]),
    Row("import=\(importedRow(file: "7"))", ["F125 import"]),
    Row("import=\(importedRow(row: "0"))", ["F125 import"]),
    Row("import=\(importedRow(row: "1.5"))", ["F125 import"]),
    Row("import=\(importedRow(row: "\"3\""))", ["F125 import"]),
    Row("import=\(importedRow(row: "null"))", ["F125 import"]),
    Row("import=\(importedRow(hash: "AB"))", ["F125 import"]),
    Row("import=\(importedRow(hash: String(repeating: "A", count: 64)))", ["F125 import"]),
    Row("is_deleted=\"true\"", ["F110 is_deleted"]),
    Row("is_deleted=true", []),
    Row("is_deleted=0", ["F110 is_deleted"]),
    Row("stock_transactions={}", ["F110 stock_transactions"]),
    Row("stock_transactions=null", []),
    Row("stock_transactions=[1]", ["F110"]),
    Row("cash_transactions=[[]]", ["F110"]),
    Row("user_id=true", ["F110 user_id"]),
    Row("user_id=\"\"", ["F124 user_id"]),
  ]

  @Test(arguments: groups) func group(row: Row) {
    let columns = [("id", "\"g\""), ("occurred_at", "\"2024-01-01\"")]
    check("{\"transaction_groups\":[\(self.row(columns, row.change))]}", row)
  }

  // MARK: Cash legs

  static let cashLegs: [Row] = [
    Row("x=1", []),
    Row("id=", []),
    Row("id=\"\"", ["F124 id"]),
    Row("cash_account_id=", ["F111"]),
    Row("leg_type=null", ["F111"]),
    Row("leg_type=\"deposits\"", ["F119 leg_type"]),
    Row("direction=", ["F111"]),
    Row("direction=\"IN\"", ["F120 direction"]),
    Row("amount=", ["F111"]),
    Row("amount=\"0\"", ["F207 amount"]),
    Row("amount=\"0.00\"", ["F207 amount"]),
    Row("amount=-1", ["F207 amount"]),
    Row("amount=\"1,50\"", ["F112 amount"]),
    Row("amount=\"\"", ["F112 amount"]),
    Row("amount=\" 1\"", ["F112 amount"]),
    Row("amount=\"+1\"", ["F112 amount"]),
    Row("amount=\"01\"", ["F112 amount"]),
    Row("amount=\".5\"", ["F112 amount"]),
    Row("amount=\"5.\"", ["F112 amount"]),
    Row("amount=\"1e3\"", []),
    Row("amount=1E-3", []),
    Row("amount=\"1e400\"", ["F113 amount"]),
    Row("amount=\"1e-400\"", ["F113 amount"]),
    Row("amount=1234567890123456789012345678901234567", ["F113 amount"]),
    Row("amount=\"\\u0031\"", []),
    Row("amount=true", ["F110 amount"]),
    Row("amount=[]", ["F110 amount"]),
    Row("currency=\"usd\"", ["F116 currency"]),
    Row("currency=\"US DOLLAR\"", ["F116 currency"]),
    Row("currency=null", []),
    Row("currency=840", ["F110 currency"]),
    Row("group_id=\"g\"", []),
    Row("group_id=\"h\"", ["F203 group_id"]),
  ]

  @Test(arguments: cashLegs) func cashLeg(row: Row) {
    let columns = [
      ("cash_account_id", "\"c\""), ("leg_type", "\"deposit\""), ("direction", "\"in\""),
      ("amount", "\"1.50\""), ("currency", "\"USD\""),
    ]
    let leg = self.row(columns, row.change)
    check(
      "{\"transaction_groups\":[{\"cash_transactions\":[\(leg)],\"id\":\"g\","
        + "\"occurred_at\":\"2024-01-01\"}]}", row)
    let draft = read("{\"transaction_groups\":[{\"cash_transactions\":[\(leg)]}]}")
    #expect(draft.tables.cashLegs.count == 1)
  }

  @Test func aFlatLegNeedsItsGroup() {
    let leg = "\"cash_account_id\":\"c\",\"leg_type\":\"fee\",\"direction\":\"in\",\"amount\":1"
    #expect(faults("{\"cash_transactions\":[{\(leg)}]}") == ["F111"])
    #expect(faults("{\"cash_transactions\":[{\(leg),\"group_id\":\"g\"}]}").isEmpty)
    let stock = "\"symbol\":\"A\",\"trade_type\":\"write_off\""
    #expect(faults("{\"stock_transactions\":[{\(stock)}]}") == ["F111"])
    #expect(faults("{\"stock_transactions\":[{\(stock),\"group_id\":\"g\"}]}").isEmpty)
  }

  // MARK: Other tables

  static let others: [Row] = [
    Row("portfolio_cash_accounts=[{\"id\":\"c\",\"currency\":\"USD\"}]", []),
    Row("portfolio_cash_accounts=[{\"id\":\"c\"}]", ["F111"]),
    Row("portfolio_cash_accounts=[{\"currency\":\"USD\"}]", ["F111"]),
    Row(
      "cash_accounts=[{\"id\":\"c\",\"currency\":\"Usd\",\"name\":1}]",
      [
        "F116 currency", "F110 name",
      ]),
    Row("stocks_master=[{}]", ["F111"]),
    Row("stocks_master=[{\"id\":\"s\"},{\"symbol\":\"S\"}]", []),
    Row("stocks_master=[{\"id\":\"s\",\"isin\":1,\"symbol\":\"\"}]", ["F110 isin", "F124 symbol"]),
    Row("stocks_master={}", ["F110"]),
    Row("stocks_master=[1,{\"id\":\"s\"},\"x\"]", ["F110", "F110"]),
    Row("stocks_master=null", []),
    Row("historical_prices=[{}]", ["F111", "F111", "F111"]),
    Row(
      "historical_prices=[{\"symbol\":\"A\",\"date\":\"2024-02-30\",\"close\":-1}]",
      [
        "F114 date", "F207 close",
      ]),
    Row("prices=[{\"stock_id\":\"a\",\"date\":\"2024-02-29\",\"price\":\"0\"}]", []),
    Row(
      "prices=[{\"stock_id\":\"a\",\"date\":\"2024-02-29T00:00:00Z\",\"close\":\"x\"}]",
      [
        "F114 date", "F112 close",
      ]),
    Row("fx_rates=[{}]", ["F111", "F111", "F111", "F111"]),
    Row(
      "fx_rates=[{\"date\":\"2024-13-01\",\"from\":\"e\",\"to\":1,\"rate\":0}]",
      ["F114 date", "F116 from", "F110 to", "F207 rate"]),
    Row("balances=[{}]", ["F111", "F111"]),
    Row("balances=[{\"date\":\"2024-01-01\",\"amount\":1,\"quantity\":1}]", ["F234"]),
    Row(
      "balances=[{\"date\":\"2024-01-01\",\"stock_id\":\"a\",\"quantity\":\"-1\"}]", []),
    Row(
      "balance_assertions=[{\"date\":\"x\",\"amount\":\"y\",\"is_deleted\":1}]",
      ["F114 date", "F112 amount", "F110 is_deleted", "F111"]),
    Row("settings=[]", []),
    Row("settings=17", ["F110"]),
    Row("settings={\"base_currency\":\"usd\"}", ["F116 base_currency"]),
    Row(
      "settings={\"cost_basis_method\":\"FIFO\",\"lot_scope\":\"all\",\"fee_treatment\":1}",
      ["F122 cost_basis_method", "F122 lot_scope", "F110 fee_treatment"]),
    Row("settings={\"tax_rules\":\"xx\"}", ["F122 tax_rules"]),
    Row(
      "settings=[{\"base_currency\":\"USD\"},{\"base_currency\":\"EUR\"}]", ["F211 base_currency"]),
    Row("format=\"folio/1\"", []),
    Row("format=null", []),
    Row("format=\"folio/2\"", ["F107"]),
    Row("format=1", ["F107"]),
    Row("portfolio_positions=[1]", ["F110"]),
    Row("portfolio_positions=[{\"a\":1}]", []),
  ]

  @Test(arguments: others) func table(row: Row) {
    check(self.row([], row.change), row)
  }

  @Test func readingGoesOnAfterEachFault() {
    let draft = read(
      """
      {"transaction_groups": [
        {"id": "a", "occurred_at": "soon", "status": "maybe", "cash_transactions": [
          {"cash_account_id": "", "leg_type": "x", "direction": "y", "amount": "z",
           "currency": "$"}]},
        {"id": "b", "occurred_at": "2024-01-01"}]}
      """)
    #expect(
      draft.faults.map(\.summary) == [
        "F115 occurred_at", "F117 status", "F124 cash_account_id", "F119 leg_type",
        "F120 direction", "F112 amount", "F116 currency",
      ])
    #expect(draft.tables.groups.count == 2)
  }

  @Test func wordsNameTheValueAndTheRemedy() {
    let leg = """
      {"transaction_groups": [{"id": "a", "occurred_at": "2024-01-01", "cash_transactions": [
        {"cash_account_id": "c", "leg_type": "principle", "direction": "in",
         "amount": "12345678901234567890123456789012345678901234567890", "currency": "usd"}],
         "stock_transactions": [{"symbol": "A", "trade_type": "spinoff",
         "trade_date": "2024-02-30"}]}]}
      """
    let draft = read(leg)
    #expect(
      draft.faults.map(\.message) == [
        "leg_type is \"principle\", which is not a known value",
        "amount is \"123456789012345678901234567890123456789…\", which has too many digits",
        "currency is \"usd\", which is not a currency code",
        "trade_type is \"spinoff\", which is not a known value",
        "trade_date is \"2024-02-30\": February 2024 has 29 days",
      ])
    #expect(draft.faults[0].help.hasPrefix("Did you mean principal? It is one of deposit, "))
    #expect(draft.faults[2].help == "Did you mean USD? Codes are written in capitals.")
    #expect(draft.faults[3].help.hasPrefix("Did you mean spin_off? "))
  }

  @Test func valuesOfAnotherKindAreToldWhatToBe() {
    let draft = read(
      """
      {"fx_rates": [{"date": 20240301, "from": 1, "to": "USD", "rate": true}],
       "transaction_groups": [{"id": "a", "occurred_at": "2024-01-01", "status": 1,
         "group_type": 1, "cash_transactions": {}, "stock_transactions": ["b"]}]}
      """)
    #expect(
      draft.faults.map(\.message) == [
        "date must be a date such as 2024-03-01, and is a number",
        "from must be a currency code such as USD, and is a number",
        "rate must be a number such as 1802.50, and is true or false",
        "status must be settled, pending or void, and is a number",
        "group_type must be a word, and is a number",
        "cash_transactions must be an array of objects, and is an object",
        "a leg must be an object, and is a text",
      ])
    #expect(draft.faults[4].help.hasPrefix("Write one of deposit, withdrawal, "))
  }

  @Test func quotedValuesAreShortAndOnOneLine() {
    let long = String(repeating: "x", count: 50)
    let draft = read(
      "{\"transaction_groups\":[{\"id\":\"a\\nb\",\"occurred_at\":\"1\\u001b2\","
        + "\"cash_transactions\":[{\"cash_account_id\":\"c\",\"leg_type\":\"fee\","
        + "\"direction\":\"in\",\"amount\":1,\"group_id\":\"\(long)\"}]}]}")
    #expect(
      draft.faults.map(\.message) == [
        "occurred_at is \"1\u{FFFD}2\", which is not a point in time",
        "the leg stands in the group \"a\u{FFFD}b\", and its group_id is "
          + "\"\(long.prefix(39))…\"",
      ])
  }

  @Test func hostileFilesDoNotFillTheMemoryWithFaults() {
    let rows = Array(repeating: "{}", count: 110_000).joined(separator: ",")
    let draft = read("{\"stocks\":[\(rows)]}")
    #expect(draft.faults.count == 100_001)
    #expect(draft.faults.last?.message == "10000 more faults are not listed")
  }
}
