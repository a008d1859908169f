import FolioModel
import Testing

@testable import FolioInterchange

/// Cash legs that name an instrument.
struct CashInstrumentTests {
  private let nested = #"""
    {"portfolio_cash_accounts": [{"id": "usd", "currency": "USD"}],
     "stocks_master": [{"id": "s1", "symbol": "A", "currency": "USD"}],
     "transaction_groups": [{"id": "g", "occurred_at": "2024-01-02T00:00:00Z", "group_type": "fee",
       "cash_transactions": [{"cash_account_id": "usd", "leg_type": "fee", "direction": "out",
         "amount": "3", "NAME"}]}]}
    """#
  private let flat = #"""
    {"portfolio_cash_accounts": [{"id": "usd", "currency": "USD"}],
     "stocks_master": [{"id": "s1", "symbol": "A", "currency": "USD"}],
     "transaction_groups": [{"id": "g", "occurred_at": "2024-01-02T00:00:00Z"}],
     "cash_transactions": [{"group_id": "g", "cash_account_id": "usd", "leg_type": "fee",
         "direction": "out", "amount": "3", "NAME"}]}
    """#

  @Test(arguments: [#"symbol": "A"#, #"stock_id": "s1"#, #"stock_id": "s1", "symbol": "A"#])
  func areReadInBothForms(_ name: String) throws {
    for text in [nested, flat] {
      let check = LedgerCheck(of: read(text.replacing("NAME", with: name)))
      let tables = try check.ledger().tables
      #expect(tables.cashLegs[0].instrument == 0)
      let written = LedgerWriter(try check.ledger()).bytes(.json)
      let again = try LedgerCheck(of: read(written)).ledger().tables
      #expect(again.cashLegs[0].instrument == 0)
    }
  }

  @Test(arguments: [
    (#"stock_id": "s2"#, "F204"), (#"stock_id": "s1", "symbol": "B"#, "F208"),
    (#"symbol": """#, "F124"),
  ])
  func unknownNames(_ name: String, _ code: String) {
    let text = nested.replacing(
      "\"NAME\"", with: "\"" + name + (name.hasSuffix("\"\"") ? "" : "\""))
    let check = LedgerCheck(of: read(text))
    #expect(check.faults.map(\.code.rawValue) == [code])
  }
}
