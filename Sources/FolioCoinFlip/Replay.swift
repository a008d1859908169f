import Folio

extension CoinFlip {
  /// Cash and holdings as CoinFlip itself keeps them: its transactions one after the other, by
  /// time, and among equals in the order of the table. The average price is that of purchases,
  /// rounded to the column's places each time; a sale leaves it as it is.
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

    /// What is held of a coin.
    struct Position {
      var quantity = ExactDecimal.zero
      var averagePrice = ExactDecimal.zero
      /// How many purchases the average is of.
      var purchases = 0
      /// The coin as its last transaction called it.
      var coin: Coin?

      /// Whether a stored average may be of the same purchases: each of them may have been rounded
      /// another way.
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
    /// The positions.
    private(set) var positions: [Key: Position] = [:]
    /// The keys of the positions, in the order of their first purchase.
    private(set) var order: [Key] = []

    init(of document: Document) throws(ArithmeticFault) {
      for portfolio in document.portfolios { cash[portfolio.id] = portfolio.startingBalance }
      let rows = document.transactions.enumerated().sorted {
        ($0.element.timestamp, $0.offset) < ($1.element.timestamp, $1.offset)
      }
      for (_, row) in rows { try take(row) }
    }

    private mutating func take(_ row: Transaction) throws(ArithmeticFault) {
      let key = Key(row)
      if positions[key] == nil { order.append(key) }
      var position = positions[key] ?? Position()
      var balance = cash[row.portfolioID] ?? .zero
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
  /// Adds units that were bought for so much.
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
