import Folio

extension CoinFlip {
  /// A purchase or a sale that someone asks for.
  public struct Order: Sendable, Hashable {
    /// The coin.
    public var coin: Coin
    /// What is to be done.
    public var type: TransactionType
    /// Units.
    public var quantity: ExactDecimal
    /// Price of one coin in dollars.
    public var price: ExactDecimal

    /// An order.
    public init(_ type: TransactionType, _ coin: Coin, quantity: ExactDecimal, price: ExactDecimal)
    {
      self.type = type
      self.coin = coin
      self.quantity = quantity
      self.price = price
    }
  }

  /// Why an order can't be carried out. Nothing has changed then.
  public enum Refusal: Error, Sendable, Hashable {
    /// The quantity is zero or below, or has more than 8 decimals or 12 digits before them.
    case badQuantity
    /// The price is below zero, or has no room in its column.
    case badPrice
    /// The transaction has no id, or the coin no id, symbol or name: no row could be stored.
    case incomplete
    /// It costs more than there is cash.
    case notEnoughCash(needed: ExactDecimal, available: ExactDecimal)
    /// More is to be sold than is held.
    case notEnoughUnits(wanted: ExactDecimal, held: ExactDecimal)
    /// A result has no room in its column.
    case outOfBounds
    /// The portfolio, or the row to be changed, is not there.
    case notFound
  }

  /// What an order makes of a portfolio: cash, holding and transaction together. A store takes all
  /// of it or nothing.
  public struct Trade: Sendable, Hashable {
    /// The portfolio after it.
    public let portfolio: Portfolio
    /// The holding after it; nil where nothing is left.
    public let holding: Holding?
    /// The id of the holding that is gone; nil where it is left, or there was none.
    public let removedHolding: String?
    /// The transaction.
    public let transaction: Transaction
  }
}

extension CoinFlip.Trade {
  /// Carries out an order.
  /// - Parameters:
  ///   - order: what is asked for.
  ///   - portfolio: the portfolio before it.
  ///   - holding: what it holds of the coin; nil where it holds nothing.
  ///   - time: when; the caller's clock.
  ///   - id: the id of the transaction; that of a new holding is made from portfolio and coin.
  /// - Throws: why it can't be done.
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
    position.quantity = holding?.quantity ?? .zero
    position.averagePrice = holding?.averageBuyPrice ?? .zero
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
      throw .notEnoughUnits(wanted: order.quantity, held: holding?.quantity ?? .zero)
    }
    guard after.cashBalance.fitsColumn, position.quantity.fitsColumn,
      position.averagePrice.fitsColumn
    else { throw .outOfBounds }
    after.cashBalance = after.cashBalance.inColumn
    after.updatedAt = time
    self.portfolio = after
    self.holding = Self.holding(order.coin, position, before: holding, in: portfolio)
    removedHolding = self.holding == nil ? holding?.id : nil
    transaction = CoinFlip.Transaction(
      id: id, portfolioID: portfolio.id, coin: order.coin, order.type,
      quantity: order.quantity.inColumn, pricePerCoin: order.price.inColumn, totalValue: total,
      timestamp: time)
  }

  private static func holding(
    _ coin: CoinFlip.Coin, _ position: CoinFlip.Replay.Position,
    before: CoinFlip.Holding?, in portfolio: CoinFlip.Portfolio
  ) -> CoinFlip.Holding? {
    guard position.quantity.isPositive else { return nil }
    return CoinFlip.Holding(
      id: before?.id ?? NameBasedID.of("holding \(coin.id)", in: portfolio.id),
      portfolioID: portfolio.id, coin: coin, quantity: position.quantity.inColumn,
      averageBuyPrice: position.averagePrice.inColumn)
  }
}

extension ExactDecimal {
  /// Whether the number has room in a `DECIMAL(20,8)` column as it is.
  var fitsColumn: Bool { DecimalLimits.decimal20x8.hold(self) }
}

extension CoinFlip.Document {
  /// Takes over what a trade has made.
  /// - Throws: `notFound` where the portfolio is not there; nothing has changed then.
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

  /// Carries out an order: cash, holding and transaction change together, or nothing does.
  /// - Returns: what was done.
  /// - Throws: why it can't be done.
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
