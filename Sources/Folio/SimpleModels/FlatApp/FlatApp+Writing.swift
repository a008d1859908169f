extension FlatApp.Document {
  /// Writes the document as the JSON of the app.
  ///
  /// Tables are in the order of Specs/simple-models.md, with one row per line. Numbers are JSON
  /// numbers with all their digits. Keys without a value are omitted.
  public func json() -> [UInt8] {
    var text = JSONText()
    text.startDocument()
    if let currency {
      text.raw("\n  ")
      text.text("currency", currency.code.utf8)
    }
    text.table("capitals", capitals) { row, text in
      text.text("id", row.id.utf8)
      text.text("type", row.type.rawValue.utf8)
      text.digits("amount", row.amount)
      text.date("date", row.date, dates)
      if let note = row.note { text.text("note", note.utf8) }
    }
    text.table("stock_tickers", stockTickers) { row, text in
      text.text("name", row.name.utf8)
      text.text("code", row.code.utf8)
      text.text("market", row.market.utf8)
      text.text("currency", row.currency.code.utf8)
    }
    text.table("transactions", transactions) { row, text in
      text.text("id", row.id.utf8)
      text.text("type", row.type.rawValue.utf8)
      text.text("code", row.code.utf8)
      text.digits("quantity", row.quantity)
      text.digits("price", row.price)
      text.date("date", row.date, dates)
      if let note = row.note { text.text("note", note.utf8) }
    }
    text.table("holdings", holdings) { row, text in
      text.text("code", row.code.utf8)
      text.digits("quantity", row.quantity)
      text.digits("average_cost", row.averageCost)
    }
    text.raw("\n}\n")
    return text.bytes
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
