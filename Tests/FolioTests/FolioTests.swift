import Folio
import Testing

@testable import TestSupport

/// What the README promises to an app: everything with one import, in memory.
struct FolioTests {
  private let document = """
    {"settings": {"base_currency": "USD"},
     "portfolio_cash_accounts": [{"id": "c", "currency": "USD"}],
     "transaction_groups": [
      {"id": "g1", "occurred_at": "2024-01-02T10:00:00Z",
       "stock_transactions": [{"symbol": "AAPL", "trade_type": "buy", "quantity": "3",
         "price_per_share": "100.00", "fees": "1.00", "currency": "USD"}],
       "cash_transactions": [{"cash_account_id": "c", "leg_type": "principal",
         "direction": "out", "amount": "301.00"}]},
      {"id": "g2", "occurred_at": "2024-02-02T10:00:00Z",
       "stock_transactions": [{"symbol": "AAPL", "trade_type": "sell", "quantity": "1",
         "price_per_share": "120.00", "currency": "USD"}],
       "cash_transactions": [{"cash_account_id": "c", "leg_type": "principal",
         "direction": "in", "amount": "120.00"}]}]}
    """

  @Test func aDocumentInMemoryBecomesHoldingsGainsCashAndAJournal() throws {
    let booked = try BookedLedger(booking: try Ledger(reading: document))
    let holding = try #require(try booked.holdings().first)
    #expect(holding.symbol == "AAPL")
    #expect(holding.quantity == 2)
    // 301 / 3 does not end: the sale took 100.333333333333333333, the rest stayed.
    #expect(holding.costBasis.description == "200.666666666666666667")
    #expect(booked.disposals.map(\.cost.description) == ["100.333333333333333333"])
    #expect(booked.cash.map(\.balance) == [ExactDecimal("-181.00")])
    let sum = try booked.postings.reduce(ExactDecimal.zero) { try $0.adding($1.amount) }
    #expect(sum.isZero)
  }

  @Test func faultsAreValuesWithCodesAndPlaces() throws {
    let wrong = document.replacing("\"301.00\"", with: "\"300.00\"")
    let error = #expect(throws: LedgerFaults.self) { _ = try Ledger(reading: wrong) }
    #expect(error?.errors.map(\.code) == [.unbalancedGroup])
    #expect(error?.text().hasPrefix("ledger.json:4:3: error: group \"g1\"") == true)
  }

  @Test func everyFaultComesAtOnceThoseOfBookingToo() {
    let wrong = document.replacing("\"301.00\"", with: "\"3O1.00\"")
      .replacing(
        "\"symbol\": \"AAPL\", \"trade_type\": \"sell\"",
        with: "\"symbol\": \"MSFT\", \"trade_type\": \"sell\"")
    let found = Ledger.diagnostics(of: Array(wrong.utf8))
    #expect(found.errors.map(\.code) == [.badNumber, .soldMoreThanHeld])
  }
}
