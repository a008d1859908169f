extension CoinFlip.Document {
  /// Writes the rows as a JSON object of tables, with one row per line. Columns are in table order,
  /// and numbers have 8 decimal places.
  public func json() -> [UInt8] {
    var text = JSONText()
    text.startDocument()
    writeTables(to: &text)
    text.raw("\n}\n")
    return text.bytes
  }

  func writeTables(to text: inout JSONText) {
    text.table("users", users) { $0.write(to: &$1) }
    text.table("portfolios", portfolios) { $0.write(to: &$1) }
    text.table("holdings", holdings) { $0.write(to: &$1) }
    text.table("transactions", transactions) { $0.write(to: &$1) }
  }
}
