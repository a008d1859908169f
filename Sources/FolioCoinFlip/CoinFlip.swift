/// CoinFlip, a paper-trading game for crypto. The types mirror the tables of its database, whose
/// numbers are `DECIMAL(20,8)`. Their JSON is described in Specs/simple-models.md.
public enum CoinFlip {
  /// The currency of all amounts.
  public static let currency = Currency.usDollar

  /// The number of decimal places of every stored number.
  public static let places = 8

  /// The default starting balance of a portfolio.
  public static let startingBalance = ExactDecimal(1000)

  /// The kind of a transaction.
  public enum TransactionType: String, Sendable, CaseIterable {
    case buy, sell
  }

  /// A player.
  public struct User: Sendable, Hashable {
    /// The id of the row.
    public var id: String
    /// The id that the user signs in with, or `nil` if there is none.
    public var authUserID: String?
    /// The public display name.
    public var username: String
    /// An emoji as the user's picture, or `nil` if there is none.
    public var avatarEmoji: String?
    /// The time at which the row was created.
    public var createdAt: Timestamp
    /// The time of the last change.
    public var updatedAt: Timestamp

    /// Creates a user.
    public init(
      id: String, authUserID: String? = nil, username: String, avatarEmoji: String? = nil,
      createdAt: Timestamp, updatedAt: Timestamp? = nil
    ) {
      self.id = id
      self.authUserID = authUserID
      self.username = username
      self.avatarEmoji = avatarEmoji
      self.createdAt = createdAt
      self.updatedAt = updatedAt ?? createdAt
    }
  }

  /// A portfolio of play money.
  public struct Portfolio: Sendable, Hashable {
    /// The id of the row.
    public var id: String
    /// The id of the user who owns the portfolio.
    public var userID: String
    /// Cash in US dollars, zero or above.
    public var cashBalance: ExactDecimal
    /// The initial cash in US dollars.
    public var startingBalance: ExactDecimal
    /// The time at which the row was created.
    public var createdAt: Timestamp
    /// The time of the last change.
    public var updatedAt: Timestamp

    /// Creates a portfolio. Its cash defaults to the starting balance.
    public init(
      id: String, userID: String, cashBalance: ExactDecimal? = nil,
      startingBalance: ExactDecimal = CoinFlip.startingBalance, createdAt: Timestamp,
      updatedAt: Timestamp? = nil
    ) {
      self.id = id
      self.userID = userID
      self.cashBalance = cashBalance ?? startingBalance
      self.startingBalance = startingBalance
      self.createdAt = createdAt
      self.updatedAt = updatedAt ?? createdAt
    }
  }

  /// A coin, identified as on CoinGecko.
  public struct Coin: Sendable, Hashable {
    /// The id on CoinGecko: `bitcoin`.
    public var id: String
    /// The symbol: `btc`. Several coins may share a symbol.
    public var symbol: String
    /// The display name.
    public var name: String

    /// Creates a coin.
    public init(id: String, symbol: String, name: String) {
      self.id = id
      self.symbol = symbol
      self.name = name
    }
  }

  /// The holding of a coin in a portfolio. There is one row per coin.
  public struct Holding: Sendable, Hashable {
    /// The id of the row.
    public var id: String
    /// The id of the portfolio.
    public var portfolioID: String
    /// The coin.
    public var coin: Coin
    /// The number of coins, zero or above.
    public var quantity: ExactDecimal
    /// The average purchase price of one coin in US dollars, zero or above.
    public var averageBuyPrice: ExactDecimal

    /// Creates a holding.
    public init(
      id: String, portfolioID: String, coin: Coin, quantity: ExactDecimal,
      averageBuyPrice: ExactDecimal
    ) {
      self.id = id
      self.portfolioID = portfolioID
      self.coin = coin
      self.quantity = quantity
      self.averageBuyPrice = averageBuyPrice
    }
  }

  /// A purchase or a sale.
  public struct Transaction: Sendable, Hashable {
    /// The id of the row.
    public var id: String
    /// The id of the portfolio.
    public var portfolioID: String
    /// The coin.
    public var coin: Coin
    /// Whether coins were bought or sold.
    public var type: TransactionType
    /// The number of coins, above zero.
    public var quantity: ExactDecimal
    /// The price of one coin in US dollars, zero or above.
    public var pricePerCoin: ExactDecimal
    /// The amount paid or received: quantity times price, rounded half-up to 8 decimal places.
    public var totalValue: ExactDecimal
    /// The time of the trade.
    public var timestamp: Timestamp

    /// Creates a transaction.
    public init(
      id: String, portfolioID: String, coin: Coin, _ type: TransactionType,
      quantity: ExactDecimal, pricePerCoin: ExactDecimal, totalValue: ExactDecimal,
      timestamp: Timestamp
    ) {
      self.id = id
      self.portfolioID = portfolioID
      self.coin = coin
      self.type = type
      self.quantity = quantity
      self.pricePerCoin = pricePerCoin
      self.totalValue = totalValue
      self.timestamp = timestamp
    }
  }

  /// The rows of all tables.
  public struct Document: Sendable, Hashable {
    /// Users, in the order of the table.
    public var users: [User] = []
    /// Portfolios, in the order of the table.
    public var portfolios: [Portfolio] = []
    /// Holdings, in the order of the table.
    public var holdings: [Holding] = []
    /// Transactions, in the order of the table.
    public var transactions: [Transaction] = []

    /// Creates an empty document.
    public init() {}
  }
}
