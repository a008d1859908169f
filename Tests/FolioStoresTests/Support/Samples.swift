import FolioDiagnostics
import FolioNumbers
import FolioStores

/// Ledgers and times for the tests of stores.
enum Sample {
  /// A moment: hours of one day, so that later ones are larger.
  static func time(_ minutes: Int) throws -> Timestamp {
    try Timestamp(
      day: Day("2024-06-01"), hour: minutes / 60, minute: minutes % 60)
  }

  static let accounts = """
    {"format": "folio/1", "settings": {"base_currency": "USD"}, \
    "portfolio_cash_accounts": [{"id": "c-usd", "name": "Broker", "currency": "USD"}], \
    "stocks_master": [{"id": "s-x", "symbol": "X", "name": "X Ltd", "currency": "USD"}]}

    """

  static func deposit(
    _ id: String, _ amount: String, day: String = "2024-01-02", more: String = ""
  ) -> String {
    """
    {"id": "\(id)", "group_type": "deposit", "status": "settled", \
    "occurred_at": "\(day)T00:00:00Z", \
    "cash_transactions": [{"id": "\(id)-1", "cash_account_id": "c-usd", "leg_type": "deposit", \
    "direction": "in", "amount": "\(amount)", "currency": "USD"}]\(more)}

    """
  }

  static func trade(
    _ id: String, _ type: String, _ quantity: String, at price: String, gross: String,
    day: String
  ) -> String {
    """
    {"id": "\(id)", "group_type": "stock_trade", "status": "settled", \
    "occurred_at": "\(day)T00:00:00Z", \
    "stock_transactions": [{"id": "\(id)-1", "stock_id": "s-x", "symbol": "X", \
    "trade_type": "\(type)", "quantity": "\(quantity)", "price_per_share": "\(price)", \
    "currency": "USD"}], "cash_transactions": [{"id": "\(id)-2", "cash_account_id": "c-usd", \
    "leg_type": "principal", "direction": "\(type == "buy" ? "out" : "in")", \
    "amount": "\(gross)", "currency": "USD"}]}

    """
  }

  static func buy(_ id: String, _ quantity: String, day: String = "2024-01-03") -> String {
    trade(id, "buy", quantity, at: "10", gross: "\((Int(quantity) ?? 0) * 10)", day: day)
  }

  static func sell(_ id: String, _ quantity: String, day: String = "2024-02-03") -> String {
    trade(id, "sell", quantity, at: "12", gross: "\((Int(quantity) ?? 0) * 12)", day: day)
  }

  /// Accounts, a deposit and a purchase of ten.
  static let small = accounts + deposit("g1", "1000") + buy("g2", "10")
}

extension [SourceFile] {
  /// The files with places in the document of a store, and not in the store itself.
  var asDocuments: [SourceFile] {
    map { file in
      var file = file
      file.citation = nil
      return file
    }
  }
}
