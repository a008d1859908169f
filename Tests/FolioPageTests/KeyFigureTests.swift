import Folio
import Testing

@testable import FolioPage

/// The cards with the key figures.
struct KeyFigureTests {
  /// The key figures of a ledger with one deposit.
  private func figures(ofDeposit amount: String) throws -> String {
    let ledger = try Ledger(
      reading: """
        {"format": "folio/1", "settings": {"base_currency": "USD"},
         "portfolio_cash_accounts": [{"id": "usd", "currency": "USD"}],
         "transaction_groups": [
          {"id": "1", "group_type": "deposit", "occurred_at": "2024-01-02T09:00:00Z",
           "cash_transactions": [{"id": "c1", "cash_account_id": "usd", "leg_type": "deposit",
            "direction": "in", "amount": "\(amount)", "currency": "USD"}]}]}
        """, name: "ledger.json")
    let page = try PortfolioPage(of: ledger, BookingOptions(), PageRequest())
    return String(decoding: page.keyFigures.markup.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("1358024679.13", "<strong class=\"long\">1,<wbr>358,<wbr>024,<wbr>679.13<small>"),
    ("679.13", "<strong>679.13<small>"),
    (
      "135802467913358024679.13",
      "<strong class=\"longer\">135,<wbr>802,<wbr>467,<wbr>913,<wbr>358,<wbr>024,<wbr>679.13<small>"
    ),
  ])
  func `a long number is smaller and may break after a comma`(
    amount: String, markup: String
  ) throws {
    let text = try figures(ofDeposit: amount)
    #expect(text.contains(markup), "\(text)")
  }
}
