@testable import TestSupport

/// A small document that is booked while it is read, to be spoilt in one place at a time.
struct StreamDocument {
  var settings = #"{"base_currency": "USD"}"#
  var accounts = [#"{"id": "usd", "currency": "USD"}"#, #"{"id": "eur", "currency": "EUR"}"#]
  var stocks = [
    #"{"symbol": "AAA", "name": "Ä & Co", "id": "stock-a", "currency": "USD"}"#,
    #"{"symbol": "BBB", "currency": "EUR"}"#,
  ]
  var rates = [#"{"date": "2024-01-01", "from": "EUR", "to": "USD", "rate": "1.1"}"#]
  /// More tables, each as its key and its rows.
  var more: [(key: String, rows: [String])] = []
  /// The keys of tables that stand behind the groups, far behind.
  var late: Set<String> = []
  /// What else stands between the tables and the groups, with its comma.
  var before = ""
  var groups = [
    deposit("g1", day: 1), trade("g2", day: 2), trade("g3", day: 3, "BBB", "eur", "EUR"),
    trade("g4", day: 4, type: "sell", quantity: 2), deposit("g5", day: 5),
  ]
  /// What else stands behind the groups, with its comma.
  var after = ""

  var text: String {
    let behind = members(late: true).map { "," + String(repeating: " ", count: 2_000) + $0 }
    return "{" + head + #", "transaction_groups": ["# + groups.joined(separator: ",\n") + "]"
      + behind.joined() + after + "}"
  }

  /// The same as NDJSON.
  var lines: String { "{" + head + "}\n" + groups.joined(separator: "\n") + "\n" }

  private var head: String {
    (members(late: false) + [#""format": "folio/1""# + before]).joined(separator: ", ")
  }

  private func members(late isLate: Bool) -> [String] {
    let tables =
      [("portfolio_cash_accounts", accounts), ("stocks", stocks), ("fx_rates", rates)] + more
    let all =
      [("settings", settings)]
      + tables.map { ($0.0, "[" + $0.1.joined(separator: ", ") + "]") }
    return all.filter { late.contains($0.0) == isLate }.map { "\"\($0.0)\": \($0.1)" }
  }

  /// The document with a change.
  static func with(_ change: (inout StreamDocument) -> Void) -> StreamDocument {
    var document = StreamDocument()
    change(&document)
    return document
  }

  static func deposit(
    _ id: String, day: Int, _ account: String = "usd", more: String = "", leg: String = ""
  ) -> String {
    #"{"id": "\#(id)", "occurred_at": "2024-01-0\#(day)T10:00:00Z", \#(more) "cash_transactions": "#
      + #"[{"cash_account_id": "\#(account)", \#(leg) "leg_type": "deposit", "direction": "in", "#
      + #""amount": "1000"}]}"#
  }

  /// A trade at 10 each.
  static func trade(
    _ id: String, day: Int, _ symbol: String = "AAA", _ account: String = "usd",
    _ currency: String = "USD", type: String = "buy", quantity: Int = 5, paid: Int? = nil,
    more: String = "", leg: String = ""
  ) -> String {
    let direction = type == "buy" ? "out" : "in"
    return #"{"id": "\#(id)", "occurred_at": "2024-01-0\#(day)T10:00:00Z", \#(more) "#
      + #""stock_transactions": [{"symbol": "\#(symbol)", \#(leg) "trade_type": "\#(type)", "#
      + #""quantity": "\#(quantity)", "price_per_share": "10", "currency": "\#(currency)"}], "#
      + #""cash_transactions": [{"cash_account_id": "\#(account)", "leg_type": "principal", "#
      + #""direction": "\#(direction)", "amount": "\#(paid ?? quantity * 10)"}]}"#
  }
}
