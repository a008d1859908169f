extension CoinFlip {
  /// The value of a portfolio, or of all portfolios of a user.
  public struct Valuation: Sendable, Hashable {
    /// Cash and holdings, in US dollars.
    public var netWorth: ExactDecimal
    /// Holdings only, in US dollars.
    public var holdingsValue: ExactDecimal
    /// The ids of coins without a price. They are valued at their average purchase price.
    public var unpriced: [String]
  }

  /// An entry of the leaderboard.
  public struct LeaderboardEntry: Sendable, Hashable {
    /// The rank: 1 for the highest net worth. Users with equal net worth share a rank, and the
    /// following ranks are skipped.
    public var rank: Int
    /// The user.
    public var user: User
    /// The total value of the user's portfolios.
    public var valuation: Valuation
    /// The total starting balance of the user's portfolios.
    public var startingBalance: ExactDecimal
    /// The net worth less the starting balance.
    public var gain: ExactDecimal
    /// The gain divided by the starting balance, rounded half-even to 8 decimal places. `nil` if
    /// the starting balance is zero.
    public var gainRatio: ExactDecimal?
  }
}

extension CoinFlip.Document {
  /// Ranks all users with a portfolio by net worth. Users with equal net worth are sorted by name.
  /// - Parameter prices: The price of one coin in US dollars, by coin id.
  /// - Throws: `ArithmeticFault` if a sum exceeds the precision of `ExactDecimal`.
  public func leaderboard(
    prices: [String: ExactDecimal]
  ) throws(ArithmeticFault) -> [CoinFlip.LeaderboardEntry] {
    var entries: [CoinFlip.LeaderboardEntry] = []
    let owned = Dictionary(grouping: portfolios, by: \.userID)
    let held = Dictionary(grouping: holdings, by: \.portfolioID)
    for user in users {
      guard let own = owned[user.id] else { continue }
      entries.append(try Self.entry(of: user, own, held, prices))
    }
    entries.sort {
      if $0.valuation.netWorth != $1.valuation.netWorth {
        return $0.valuation.netWorth > $1.valuation.netWorth
      }
      return ($0.user.username, $0.user.id) < ($1.user.username, $1.user.id)
    }
    for index in entries.indices {
      let isTied =
        index > 0 && entries[index].valuation.netWorth == entries[index - 1].valuation.netWorth
      entries[index].rank = isTied ? entries[index - 1].rank : index + 1
    }
    return entries
  }

  private static func entry(
    of user: CoinFlip.User, _ portfolios: [CoinFlip.Portfolio],
    _ held: [String: [CoinFlip.Holding]], _ prices: [String: ExactDecimal]
  ) throws(ArithmeticFault) -> CoinFlip.LeaderboardEntry {
    var total = CoinFlip.Valuation(netWorth: .zero, holdingsValue: .zero, unpriced: [])
    var start = ExactDecimal.zero
    for portfolio in portfolios {
      try start.add(portfolio.startingBalance)
      try total.netWorth.add(portfolio.cashBalance)
      for holding in held[portfolio.id] ?? [] {
        let (coin, price) = (holding.coin.id, prices[holding.coin.id])
        if price == nil, holding.quantity.isPositive, !total.unpriced.contains(coin) {
          total.unpriced.append(coin)
        }
        try total.holdingsValue.add(
          holding.quantity.multiplied(by: price ?? holding.averageBuyPrice))
      }
    }
    try total.netWorth.add(total.holdingsValue)
    let gain = try total.netWorth.subtracting(start)
    let ratio = start.isZero ? nil : try gain.divided(by: start, places: 8, rounding: .halfEven)
    return CoinFlip.LeaderboardEntry(
      rank: 0, user: user, valuation: total, startingBalance: start, gain: gain, gainRatio: ratio)
  }
}
