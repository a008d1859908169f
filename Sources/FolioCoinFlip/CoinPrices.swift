import Folio

// Prices come in files that are matched with the instruments of a ledger. The coins of CoinFlip
// become one of nothing but instruments for that.
extension CoinFlip.Document {
  /// The coins as a ledger document with their master rows and nothing else, for prices to be
  /// matched with.
  public func coinsAsLedger() -> [UInt8] {
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

  /// All rows of another document after one's own.
  public mutating func append(_ other: CoinFlip.Document) {
    users += other.users
    portfolios += other.portfolios
    holdings += other.holdings
    transactions += other.transactions
  }
}

extension CoinFlip {
  /// The last price in dollars of each instrument of a ledger, by its id; of two of one day the
  /// later row's.
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
