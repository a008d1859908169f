extension CoinFlip {
  /// Recomputes cash and holdings in the same way as CoinFlip.
  ///
  /// Transactions are applied by time, and in table order at equal times. A purchase updates the
  /// average price, rounded to the places of the column. A sale does not change it.
  struct Replay {
    /// A coin in a portfolio.
    struct Key: Hashable, Comparable {
      var portfolio: String
      var coin: String

      init(_ row: Holding) { (portfolio, coin) = (row.portfolioID, row.coin.id) }
      init(_ row: Transaction) { (portfolio, coin) = (row.portfolioID, row.coin.id) }

      static func < (left: Key, right: Key) -> Bool {
        (left.portfolio, left.coin) < (right.portfolio, right.coin)
      }
    }

    /// The position in a coin.
    struct Position {
      var quantity = ExactDecimal.zero
      var averagePrice = ExactDecimal.zero
      /// The number of purchases in the average.
      var purchases = 0
      /// The coin as named in its last transaction.
      var coin: Coin?

      /// Whether a stored average price is within rounding of the computed one. Each purchase may
      /// have been rounded differently.
      func explains(_ stored: ExactDecimal) -> Bool {
        guard
          let room = try? ExactDecimal(coefficient: Int128(purchases), places: CoinFlip.places),
          let apart = try? stored.subtracting(averagePrice)
        else { return false }
        return apart.magnitude <= room
      }
    }

    /// The cash of each portfolio.
    private(set) var cash: [String: ExactDecimal] = [:]
    /// The position of each coin in each portfolio.
    private(set) var positions: [Key: Position] = [:]
    /// The keys of the positions, in the order of their first purchase.
    private(set) var order: [Key] = []

    init(of document: Document) throws(ArithmeticFault) {
      for portfolio in document.portfolios { cash[portfolio.id] = portfolio.startingBalance }
      for row in document.transactions.stablySorted(by: \.timestamp) { try take(row) }
    }

    private mutating func take(_ row: Transaction) throws(ArithmeticFault) {
      let key = Key(row)
      if positions[key] == nil { order.append(key) }
      var position = positions[key] ?? Position()
      var balance = cash[row.portfolioID, default: .zero]
      switch row.type {
      case .buy:
        try position.add(row.quantity, for: row.totalValue)
        try balance.subtract(row.totalValue)
      case .sell:
        try position.quantity.subtract(row.quantity)
        if position.quantity.isZero { position = Position() }
        try balance.add(row.totalValue)
      }
      position.coin = row.coin
      cash[row.portfolioID] = balance.inColumn
      positions[key] = position
    }
  }
}

extension CoinFlip.Replay.Position {
  /// Returns the position as a row, or `nil` if the position is closed.
  /// - Parameter id: The id of the row. `nil` derives it from the portfolio and the coin.
  func holding(of coin: CoinFlip.Coin, in portfolio: String, id: String?) -> CoinFlip.Holding? {
    guard quantity.isPositive else { return nil }
    return CoinFlip.Holding(
      id: id ?? NameBasedID.of("holding \(coin.id)", in: portfolio), portfolioID: portfolio,
      coin: coin, quantity: quantity.inColumn, averageBuyPrice: averagePrice.inColumn)
  }

  /// Adds units acquired for a total cost.
  mutating func add(
    _ units: ExactDecimal, for total: ExactDecimal
  ) throws(ArithmeticFault) {
    let all = try quantity.adding(units)
    let cost = try quantity.multiplied(by: averagePrice).adding(total)
    averagePrice = try cost.divided(by: all, places: CoinFlip.places, rounding: .halfUp)
    quantity = all
    purchases += 1
  }
}
