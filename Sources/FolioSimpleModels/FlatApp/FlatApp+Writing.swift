import FolioInterchange
import FolioNumbers

extension FlatApp.Document {
  /// The document as the app's JSON: tables in the order of Specs/simple-models.md, a row a line,
  /// numbers as JSON numbers with the digits that they have, no key whose value is nothing.
  public func json() -> [UInt8] {
    var text = JSONText()
    text.startDocument()
    if let currency {
      text.raw("\n  ")
      text.text("currency", currency.code.utf8)
    }
    text.table("capitals", capitals) { $0.write(to: &$1, dates) }
    text.table("stock_tickers", stockTickers) { $0.write(to: &$1) }
    text.table("transactions", transactions) { $0.write(to: &$1, dates) }
    text.table("holdings", holdings) { $0.write(to: &$1) }
    text.raw("\n}\n")
    return text.bytes
  }
}

extension FlatApp.Capital {
  fileprivate func write(to text: inout JSONText, _ dates: FlatApp.DateStyle) {
    text.text("id", id.utf8)
    text.text("type", type.rawValue.utf8)
    text.digits("amount", amount)
    text.date("date", date, dates)
    if let note { text.text("note", note.utf8) }
  }
}

extension FlatApp.StockTicker {
  fileprivate func write(to text: inout JSONText) {
    text.text("name", name.utf8)
    text.text("code", code.utf8)
    text.text("market", market.utf8)
    text.text("currency", currency.code.utf8)
  }
}

extension FlatApp.Transaction {
  fileprivate func write(to text: inout JSONText, _ dates: FlatApp.DateStyle) {
    text.text("id", id.utf8)
    text.text("type", type.rawValue.utf8)
    text.text("code", code.utf8)
    text.digits("quantity", quantity)
    text.digits("price", price)
    text.date("date", date, dates)
    if let note { text.text("note", note.utf8) }
  }
}

extension FlatApp.Holding {
  fileprivate func write(to text: inout JSONText) {
    text.text("code", code.utf8)
    text.digits("quantity", quantity)
    text.digits("average_cost", averageCost)
  }
}

extension JSONText {
  fileprivate mutating func date(
    _ key: String, _ value: Timestamp, _ style: FlatApp.DateStyle
  ) {
    switch style {
    case .text: time(key, value)
    case .secondsSince2001: digits(key, value.secondsSince2001)
    }
  }
}
