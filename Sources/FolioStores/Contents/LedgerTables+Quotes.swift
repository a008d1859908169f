extension LedgerTables {
  /// Drops the prices and rates that rows of a later document replace, and repeated rows. The last
  /// row of a day counts.
  mutating func dropReplacedQuotes() {
    let prices = replacedRows(prices, \.position) {
      PriceKey(instrument: $0.instrument, day: $0.day)
    } isSame: {
      $0.price == $1.price && $0.currency == $1.currency
    }
    let rates = replacedRows(rates, \.position) {
      RateKey(from: $0.from, to: $0.to, day: $0.day)
    } isSame: {
      $0.rate == $1.rate
    }
    drop(prices, of: .prices, \.prices)
    drop(rates, of: .rates, \.rates)
  }

  /// Whether each row is replaced by a later one with the same key.
  private func replacedRows<Row, Key: Hashable>(
    _ rows: [Row], _ position: (Row) -> SourcePosition, key: (Row) -> Key,
    isSame: (Row, Row) -> Bool
  ) -> [Bool] {
    var last: [Key: Int] = [:]
    var isReplaced = Array(repeating: false, count: rows.count)
    for (number, row) in rows.enumerated() {
      guard let earlier = last.updateValue(number, forKey: key(row)) else { continue }
      isReplaced[earlier] =
        position(rows[earlier]).file != position(row).file || isSame(rows[earlier], row)
    }
    return isReplaced
  }
}

struct PriceKey: Hashable {
  var instrument: InstrumentIndex
  var day: Day
}

struct RateKey: Hashable {
  var from: CurrencyIndex
  var to: CurrencyIndex
  var day: Day
}
