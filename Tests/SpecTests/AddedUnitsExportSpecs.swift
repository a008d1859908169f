import Folio
import Testing

@testable import FolioCLI

/// Stock dividends in exports for programs that know no added units.
struct AddedUnitsExportSpecs {
  /// 100 units, 5 more, a dividend with tax, and a second stock dividend of 21 units.
  private static let ledger = """
    {"portfolio_cash_accounts": [{"id": "c", "currency": "USD"}],
     "stocks_master": [{"symbol": "QXA", "currency": "USD"}],
     "transaction_groups": [
      {"id": "g1", "group_type": "deposit", "occurred_at": "2031-01-02", "cash_transactions": [
       {"cash_account_id": "c", "leg_type": "deposit", "direction": "in", "amount": "3000"}]},
      {"id": "g2", "group_type": "stock_trade", "occurred_at": "2031-01-03", "stock_transactions": [
       {"symbol": "QXA", "trade_type": "buy", "quantity": "100", "price_per_share": "21"}],
       "cash_transactions": [
       {"cash_account_id": "c", "leg_type": "principal", "direction": "out", "amount": "2100.00"}]},
      {"id": "g3", "occurred_at": "2031-02-03", "stock_transactions": [
       {"symbol": "QXA", "trade_type": "stock_dividend", "quantity": "5"}]},
      {"id": "g4", "group_type": "dividend", "occurred_at": "2031-03-03", "stock_transactions": [
       {"symbol": "QXA", "trade_type": "dividend", "gross_amount": "10.00", "tax_withheld": "1.50",
        "currency": "USD"}], "cash_transactions": [
       {"cash_account_id": "c", "leg_type": "dividend", "direction": "in", "amount": "10.00"},
       {"cash_account_id": "c", "leg_type": "tax", "direction": "out", "amount": "1.50"}]},
      {"id": "g5", "occurred_at": "2031-04-03", "stock_transactions": [
       {"symbol": "QXA", "trade_type": "stock_dividend", "quantity": "2.1"}]}]}
    """

  private func export(_ format: String) -> CommandSession {
    let session = CommandSession(["l.json": Array(Self.ledger.utf8)])
    session.run(["export", format, "l.json"])
    #expect(session.status == 0, "\(session.errors)")
    return session
  }

  @Test("acb gets a split that adds the units")
  func acb() {
    let session = export("acb")
    #expect(session.output.contains(",105-for-100,"), "\(session.output)")
    #expect(session.output.contains(",1071-for-1050,"), "\(session.output)")
    #expect(!session.errors.contains("stock_dividend"), "\(session.errors)")
  }

  @Test("Ghostfolio gets the units as they are after the stock dividends")
  func ghostfolio() {
    let session = export("ghostfolio")
    #expect(session.output.contains("\"quantity\": 107.1"), "\(session.output)")
    #expect(session.errors.contains("it is in the units before it"), "\(session.errors)")
    #expect(!session.errors.contains("the leg stock_dividend"), "\(session.errors)")
  }

  @Test("cgt-calc has the dividend without its tax")
  func cgtCalc() {
    let session = export("cgt-calc-raw")
    #expect(session.output.contains("2031-02-03,STOCK_SPLIT,QXA,5,0,0,USD"), "\(session.output)")
    #expect(session.errors.contains("the taxes of 1.50 on the dividend of QXA"))
    #expect(!session.errors.contains("the leg dividend"), "\(session.errors)")
  }

  @Test("a stock dividend stays one if another account has units, or some were sold short")
  func otherUnits() {
    let other = Self.ledger.replacing(
      "\"quantity\": \"100\",", with: "\"quantity\": \"100\", \"account\": \"a\",")
    let session = CommandSession(["l.json": Array(other.utf8)])
    session.run(["export", "acb", "l.json"])
    #expect(session.errors.contains("the leg stock_dividend"), "\(session.errors)")
    #expect(!session.output.contains("-for-"), "\(session.output)")
  }
}
