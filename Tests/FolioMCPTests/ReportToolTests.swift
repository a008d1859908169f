import Folio
import FolioMCP
import Testing

@testable import TestSupport

@Suite("Arguments of the tools of reports")
struct ReportToolTests {
  /// The answer of a tool about a ledger with 10 units of A that cost 20, and 5 of B that cost 30.
  private func answer(of tool: String, _ arguments: String) throws -> String {
    func group(_ id: String, _ day: String, _ units: Int, _ price: Int) -> String {
      """
      {"id": "\(id)", "occurred_at": "\(day)", "group_type": "stock_trade", "status": "settled",
       "stock_transactions": [{"symbol": "\(id)", "trade_type": "buy", "quantity": "\(units)",
        "price_per_share": "\(price)"}],
       "cash_transactions": [{"cash_account_id": "usd", "leg_type": "principal",
        "direction": "out", "amount": "\(units * price).00"}]}
      """
    }
    let contents = """
      {"format": "folio/1", "settings": {"base_currency": "USD"},
       "portfolio_cash_accounts": [{"id": "usd", "currency": "USD"}],
       "stocks_master": [{"symbol": "A", "currency": "USD"}, {"symbol": "B", "currency": "USD"}],
       "transaction_groups": [
        \(group("A", "2024-01-02", 10, 2)), \(group("B", "2024-01-03", 5, 6))]}
      """
    var server = MCPServer([
      MCPLedger("one.json") {
        var reader = LedgerReader()
        reader.read(Array(contents.utf8), name: "one.json")
        return reader
      }
    ])
    let start =
      #"{"jsonrpc": "2.0", "id": 0, "method": "initialize", "#
      + #""params": {"protocolVersion": "2025-06-18"}}"#
    let call =
      #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "#
      + #""params": {"name": "\#(tool)", "arguments": \#(arguments)}}"#
    let replies = [start, call].flatMap { server.replies(to: [.message(Array($0.utf8))]) }
    return String(decoding: try #require(replies.last), as: UTF8.self)
  }

  @Test func conditionsKeepRowsAndTheirTotals() throws {
    let all = try answer(of: "holdings", "{}")
    #expect(all.contains(#""row_count": 2"#) && all.contains(#""totals": { "cost_basis": "50"#))
    let some = try answer(of: "holdings", #"{"where": "cost_basis > 20"}"#)
    #expect(some.contains(#""row_count": 1"#) && some.contains(#""symbol": "B""#))
    #expect(some.contains(#""totals": { "cost_basis": "30"#) && !some.contains(#""symbol": "A""#))
    #expect(some.contains(#""where": "cost_basis > 20""#))
    let none = try answer(of: "holdings", #"{"where": "symbol = 'C'", "limit": 5}"#)
    #expect(none.contains(#""row_count": 0"#) && none.contains(#""isError": false"#))
  }

  @Test(arguments: [
    ("costs > 20", "where: 'holdings' has no column 'costs'"),
    ("cost_basis >", "where: "), ("cost_basis > 'a'", "where: "), ("", "where: "),
  ])
  func badConditionsSayWhatToChange(_ condition: String, _ words: String) throws {
    let reply = try answer(of: "holdings", #"{"where": "\#(condition)"}"#)
    #expect(reply.contains(words) && reply.contains(#""isError": true"#), "\(reply)")
  }

  @Test(arguments: [
    #"{"from": "2024-02-01", "to": "2024-01-01"}"#,
    #"{"from": "2024-02-01", "as_of": "2024-01-01"}"#,
    #"{"tax_year": 2025, "as_of": "2024-01-01"}"#,
  ])
  func periodsAfterTheirEndAreRefused(_ arguments: String) throws {
    let reply = try answer(of: "pnl", arguments)
    #expect(reply.contains("The period begins after") && reply.contains(#""isError": true"#))
  }
}
