// Price files are matched against the instruments of a ledger. For CoinFlip, that ledger has only
// master rows of its coins.
extension CoinFlip.Document {
  /// Returns a ledger document with the master rows of the coins, for matching price files.
  package func coinsAsLedger() -> [UInt8] {
    let names = CoinNames(self)
    var text = JSONText()
    text.startDocument()
    text.table("stocks_master", names.coins) { coin, text in
      text.text("id", coin.id.utf8)
      text.text("symbol", names.symbol(of: coin.id).utf8)
      text.text("name", coin.name.utf8)
      text.text("currency", CoinFlip.currency.code.utf8)
    }
    text.raw("\n}\n")
    return text.bytes
  }

  /// Appends all rows of another document.
  public mutating func append(_ other: CoinFlip.Document) {
    users += other.users
    portfolios += other.portfolios
    holdings += other.holdings
    transactions += other.transactions
  }
}

extension CoinFlip {
  /// Returns the latest price in US dollars of each instrument in a ledger, by instrument id. Of
  /// several prices on one day, the last row counts.
  public static func prices(in ledger: Ledger) -> [String: ExactDecimal] {
    var found: [String: (day: Day, price: ExactDecimal)] = [:]
    for row in ledger.tables.prices where ledger.currency(row.currency) == currency {
      let coin = ledger.tables.text(ledger.tables.instruments[Int(row.instrument)].stockID)
      if let earlier = found[coin], earlier.day > row.day { continue }
      found[coin] = (row.day, row.price)
    }
    return found.mapValues(\.price)
  }
}
