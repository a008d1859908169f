import Folio
import FolioCoinFlip
import Testing

@testable import TestSupport

@Suite("Simple transactions as lines of a ledger")
struct LedgerLineTests {
  private static let time: Timestamp = "2024-03-01T14:30:00Z"

  @Test("a purchase, as a store takes it")
  func purchase() throws {
    let row = FlatApp.Transaction(
      id: "t1", .buy, "AAPL", quantity: 10, price: "180.25", Self.time, note: "a \"note\"")
    let line = String(decoding: try row.expanded(in: .usDollar).row, as: UTF8.self)
    let stock = """
      {"id": "a8b15766-87cd-5ccb-8ced-cbb0a3a315e9", "symbol": "AAPL", "trade_type": "buy", \
      "quantity": "10", "price_per_share": "180.25", "gross_amount": "1802.50", "currency": "USD"}
      """
    let cash = """
      {"id": "160cd848-1072-551d-b57c-76a90f071a52", "cash_account_id": "cash-USD", \
      "leg_type": "principal", "direction": "out", "amount": "1802.50", "currency": "USD"}
      """
    #expect(
      line == """
        {"id": "t1", "group_type": "stock_trade", "status": "settled", \
        "occurred_at": "2024-03-01T14:30:00Z", "notes": "a \\"note\\"", \
        "stock_transactions": [\(stock)], "cash_transactions": [\(cash)]}
        """)
  }

  @Test("capital and coins have one line each, with their ids")
  func others() {
    let capital = FlatApp.Capital(id: "c1", .withdrawal, "12.5", Self.time)
    let coin = CoinFlip.Transaction(
      id: "x1", portfolioID: "p", coin: TradingTests.bitcoin, .sell, quantity: "0.5",
      pricePerCoin: 3, totalValue: "1.5", timestamp: Self.time)
    for (line, id) in [
      (capital.expanded(in: "EUR").row, "c1"), (coin.expanded(as: "BTC").row, "x1"),
    ] {
      #expect(String(decoding: line, as: UTF8.self).hasPrefix("{\"id\": \"\(id)\", "))
      #expect(!line.contains(UInt8(ascii: "\n")))
    }
    let text = String(decoding: coin.expanded(as: "BTC").row, as: UTF8.self)
    #expect(text.contains("\"stock_id\": \"bitcoin\""))
  }

  @Test("what has too many digits is a fault")
  func faults() {
    let huge: ExactDecimal = "123456789012345678901234567890"
    let row = FlatApp.Transaction(id: "t", .buy, "A", quantity: huge, price: huge, Self.time)
    #expect(throws: ArithmeticFault.self) { try row.expanded(in: "EUR") }
  }
}
