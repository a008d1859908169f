/// By which symbol a ledger knows each coin. Coins may share a symbol, and instruments of a ledger
/// may not: those that do go by their ids.
struct CoinNames {
  /// The coins in the order of their first mention, as they were called there.
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
    // Symbols that are no one else's come first, so that no id can take one away.
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

  /// The symbol of a coin that is among the coins.
  func symbol(of coin: String) -> String { symbols[coin] ?? coin }

  /// The coin as it was called at its first mention.
  func coin(_ id: String) -> CoinFlip.Coin? { numbers[id].map { coins[$0] } }
}
