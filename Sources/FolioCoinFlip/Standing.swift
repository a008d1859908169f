import Folio

extension CoinFlip {
  /// What a portfolio is worth.
  public struct Valuation: Sendable, Hashable {
    /// Cash and all holdings, in dollars.
    public var netWorth: ExactDecimal
    /// The holdings alone.
    public var holdingsValue: ExactDecimal
    /// The coins that have no price and count at their average buy price, by id.
    public var unpriced: [String]
  }

  /// A place on the leaderboard.
  public struct Standing: Sendable, Hashable {
    /// The place: 1 for the highest net worth. Users of the same net worth share one, and the next
    /// place is left out.
    public var rank: Int
    /// The user.
    public var user: User
    /// What all of the user's portfolios are worth together.
    public var valuation: Valuation
    /// What they started with.
    public var startingBalance: ExactDecimal
    /// Net worth less the starting balance.
    public var gain: ExactDecimal
    /// The gain as a part of the starting balance, half-even at 8 places; nil where that is zero.
    public var gainRatio: ExactDecimal?
  }
}

extension CoinFlip.Document {
  /// What a portfolio is worth.
  /// - Parameters:
  ///   - portfolio: one of the portfolios.
  ///   - prices: dollars for one coin, by the coin's id. A coin that is not there counts at its
  ///     average buy price.
  /// - Throws: `ArithmeticFault` when a sum needs more digits than an exact number has.
  public func valuation(
    of portfolio: CoinFlip.Portfolio, prices: [String: ExactDecimal]
  ) throws(ArithmeticFault) -> CoinFlip.Valuation {
    let own = holdings.filter { $0.portfolioID == portfolio.id }
    return try Self.valuation(of: portfolio, own, prices)
  }

  private static func valuation(
    of portfolio: CoinFlip.Portfolio, _ holdings: [CoinFlip.Holding],
    _ prices: [String: ExactDecimal]
  ) throws(ArithmeticFault) -> CoinFlip.Valuation {
    var value = ExactDecimal.zero
    var unpriced: [String] = []
    for holding in holdings {
      let price = prices[holding.coin.id]
      if price == nil, holding.quantity.isPositive { unpriced.append(holding.coin.id) }
      try value.add(holding.quantity.multiplied(by: price ?? holding.averageBuyPrice))
    }
    return CoinFlip.Valuation(
      netWorth: try portfolio.cashBalance.adding(value), holdingsValue: value,
      unpriced: unpriced)
  }

  /// The leaderboard: all users that have a portfolio, by net worth; equals in order of name.
  /// - Parameter prices: dollars for one coin, by the coin's id.
  /// - Throws: `ArithmeticFault` when a sum needs more digits than an exact number has.
  public func leaderboard(
    prices: [String: ExactDecimal]
  ) throws(ArithmeticFault) -> [CoinFlip.Standing] {
    var standings: [CoinFlip.Standing] = []
    let owned = Dictionary(grouping: portfolios, by: \.userID)
    let held = Dictionary(grouping: holdings, by: \.portfolioID)
    for user in users {
      guard let own = owned[user.id] else { continue }
      standings.append(try Self.standing(of: user, own, held, prices))
    }
    standings.sort {
      if $0.valuation.netWorth != $1.valuation.netWorth {
        return $0.valuation.netWorth > $1.valuation.netWorth
      }
      return ($0.user.username, $0.user.id) < ($1.user.username, $1.user.id)
    }
    for index in standings.indices {
      let isTied =
        index > 0 && standings[index].valuation.netWorth == standings[index - 1].valuation.netWorth
      standings[index].rank = isTied ? standings[index - 1].rank : index + 1
    }
    return standings
  }

  private static func standing(
    of user: CoinFlip.User, _ portfolios: [CoinFlip.Portfolio],
    _ held: [String: [CoinFlip.Holding]], _ prices: [String: ExactDecimal]
  ) throws(ArithmeticFault) -> CoinFlip.Standing {
    var total = CoinFlip.Valuation(netWorth: .zero, holdingsValue: .zero, unpriced: [])
    var start = ExactDecimal.zero
    for portfolio in portfolios {
      let part = try valuation(of: portfolio, held[portfolio.id] ?? [], prices)
      try total.netWorth.add(part.netWorth)
      try total.holdingsValue.add(part.holdingsValue)
      total.unpriced += part.unpriced.filter { !total.unpriced.contains($0) }
      try start.add(portfolio.startingBalance)
    }
    let gain = try total.netWorth.subtracting(start)
    let ratio = start.isZero ? nil : try gain.divided(by: start, places: 8, rounding: .halfEven)
    return CoinFlip.Standing(
      rank: 0, user: user, valuation: total, startingBalance: start, gain: gain, gainRatio: ratio)
  }
}
