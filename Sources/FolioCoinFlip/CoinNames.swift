/// Assigns each coin a unique symbol for a ledger. Coins may share a symbol but instruments may
/// not, so coins with a shared symbol get their id as the symbol.
struct CoinNames {
  /// The coins in the order of their first mention, with the names used there.
  private(set) var coins: [CoinFlip.Coin] = []
  private var symbols: [String: String] = [:]
  private var numbers: [String: Int] = [:]

  init(_ document: CoinFlip.Document) {
    for coin in document.transactions.map(\.coin) + document.holdings.map(\.coin)
    where numbers[coin.id] == nil {
      numbers[coin.id] = coins.count
      coins.append(coin)
    }
    let shared = Dictionary(grouping: coins, by: \.symbol).filter { $0.value.count > 1 }
    var taken: Set<String> = []
    // Unique symbols are assigned first, so that the id of a coin cannot take the symbol of
    // another.
    for coin in coins where shared[coin.symbol] == nil {
      symbols[coin.id] = coin.symbol
      taken.insert(coin.symbol)
    }
    for coin in coins where shared[coin.symbol] != nil {
      var symbol = coin.id
      while !taken.insert(symbol).inserted { symbol += "'" }
      symbols[coin.id] = symbol
    }
  }

  /// Returns the symbol of a coin.
  func symbol(of coin: String) -> String { symbols[coin] ?? coin }

  /// Returns a coin with the names used at its first mention.
  func coin(_ id: String) -> CoinFlip.Coin? { numbers[id].map { coins[$0] } }
}
