extension CoinFlip {
  /// An order to buy or sell coins.
  public struct Order: Sendable, Hashable {
    /// The coin.
    public var coin: Coin
    /// Whether to buy or sell.
    public var type: TransactionType
    /// The number of coins.
    public var quantity: ExactDecimal
    /// The price of one coin in US dollars.
    public var price: ExactDecimal

    /// Creates an order.
    public init(_ type: TransactionType, _ coin: Coin, quantity: ExactDecimal, price: ExactDecimal)
    {
      self.type = type
      self.coin = coin
      self.quantity = quantity
      self.price = price
    }
  }

  /// The reason why an order cannot be carried out. A rejected order changes nothing.
  /// New minor versions may add cases.
  public enum Refusal: Error, Sendable, Hashable {
    /// The quantity is not above zero, or does not fit its column: 8 decimal places, 12 digits
    /// before them.
    case badQuantity
    /// The price is below zero, or does not fit its column.
    case badPrice
    /// The transaction has no id, or the coin lacks an id, symbol or name.
    case incomplete
    /// The order costs more than the available cash.
    case notEnoughCash(needed: ExactDecimal, available: ExactDecimal)
    /// The order sells more than the portfolio holds.
    case notEnoughUnits(wanted: ExactDecimal, held: ExactDecimal)
    /// A result does not fit its column.
    case outOfBounds
    /// The portfolio, or the row to be changed, does not exist.
    case notFound
  }

  /// The result of an order: cash, holding and transaction. A store applies all of it or none.
  public struct Trade: Sendable, Hashable {
    /// The portfolio after the trade.
    public let portfolio: Portfolio
    /// The holding after the trade, or `nil` if all units were sold.
    public let holding: Holding?
    /// The id of the holding that the trade removes, or `nil` if it removes none.
    public let removedHolding: String?
    /// The transaction.
    public let transaction: Transaction
  }
}

extension CoinFlip.Trade {
  /// Carries out an order.
  /// - Parameters:
  ///   - order: The order.
  ///   - portfolio: The portfolio before the trade.
  ///   - holding: The holding of the coin before the trade, or `nil` if there is none.
  ///   - time: The time of the trade.
  ///   - id: The id of the transaction. The id of a new holding is derived from the portfolio and
  ///     the coin.
  /// - Throws: The reason why the order is rejected.
  public init(
    _ order: CoinFlip.Order, in portfolio: CoinFlip.Portfolio, holding: CoinFlip.Holding?,
    at time: Timestamp, id: String
  ) throws(CoinFlip.Refusal) {
    guard order.quantity.isPositive, order.quantity.fitsColumn else { throw .badQuantity }
    guard !order.price.isNegative, order.price.fitsColumn else { throw .badPrice }
    guard !id.isEmpty, order.coin.isNamed else { throw .incomplete }
    guard let product = try? order.quantity.multiplied(by: order.price),
      product.inColumn.fitsColumn
    else { throw .outOfBounds }
    let total = product.inColumn
    var (after, position) = (portfolio, CoinFlip.Replay.Position())
    if let holding {
      (position.quantity, position.averagePrice) = (holding.quantity, holding.averageBuyPrice)
    }
    let held = position.quantity
    do throws(ArithmeticFault) {
      switch order.type {
      case .buy:
        try after.cashBalance.subtract(total)
        try position.add(order.quantity, for: total)
      case .sell:
        try after.cashBalance.add(total)
        try position.quantity.subtract(order.quantity)
      }
    } catch {
      throw .outOfBounds
    }
    if after.cashBalance.isNegative {
      throw .notEnoughCash(needed: total, available: portfolio.cashBalance)
    }
    if position.quantity.isNegative {
      throw .notEnoughUnits(wanted: order.quantity, held: held)
    }
    guard after.cashBalance.fitsColumn, position.quantity.fitsColumn,
      position.averagePrice.fitsColumn
    else { throw .outOfBounds }
    after.cashBalance = after.cashBalance.inColumn
    after.updatedAt = time
    self.portfolio = after
    self.holding = position.holding(of: order.coin, in: portfolio.id, id: holding?.id)
    removedHolding = self.holding == nil ? holding?.id : nil
    transaction = CoinFlip.Transaction(
      id: id, portfolioID: portfolio.id, coin: order.coin, order.type,
      quantity: order.quantity.inColumn, pricePerCoin: order.price.inColumn, totalValue: total,
      timestamp: time)
  }
}

extension CoinFlip.Document {
  /// Applies a trade to the rows.
  /// - Throws: `notFound` if the portfolio does not exist. Nothing changes then.
  public mutating func apply(_ trade: CoinFlip.Trade) throws(CoinFlip.Refusal) {
    guard let index = portfolios.firstIndex(where: { $0.id == trade.portfolio.id }) else {
      throw .notFound
    }
    portfolios[index] = trade.portfolio
    if let row = trade.holding {
      if let place = holdings.firstIndex(where: { $0.id == row.id }) {
        holdings[place] = row
      } else {
        holdings.append(row)
      }
    } else if let removed = trade.removedHolding {
      holdings.removeAll { $0.id == removed }
    }
    transactions.append(trade.transaction)
  }

  /// Carries out an order. Cash, holding and transaction change together, or not at all.
  /// - Returns: The trade.
  /// - Throws: The reason why the order is rejected.
  @discardableResult
  public mutating func execute(
    _ order: CoinFlip.Order, inPortfolio portfolioID: String, at time: Timestamp, id: String
  ) throws(CoinFlip.Refusal) -> CoinFlip.Trade {
    guard let portfolio = portfolios.first(where: { $0.id == portfolioID }) else {
      throw .notFound
    }
    let holding = holdings.first {
      $0.portfolioID == portfolioID && $0.coin.id == order.coin.id
    }
    let trade = try CoinFlip.Trade(order, in: portfolio, holding: holding, at: time, id: id)
    try apply(trade)
    return trade
  }
}
