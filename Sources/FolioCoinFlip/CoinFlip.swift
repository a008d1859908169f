import Folio

/// CoinFlip: paper trading of coins. Its rows are those of its tables, numbers `DECIMAL(20,8)`.
/// Their JSON is described in Specs/simple-models.md.
public enum CoinFlip {
  /// The currency of everything.
  public static let currency = Currency.usDollar

  /// How many places every number is stored with.
  public static let places = 8

  /// What a portfolio starts with unless something else is said.
  public static let startingBalance = ExactDecimal(1000)

  /// What a transaction does.
  public enum TransactionType: String, Sendable, CaseIterable {
    case buy, sell
  }

  /// A person who plays.
  public struct User: Sendable, Hashable {
    /// The id of the row.
    public var id: String
    /// The id by which the user signs in; nil where there is none.
    public var authUserID: String?
    /// The name that everyone sees.
    public var username: String
    /// A picture of one character; nil where there is none.
    public var avatarEmoji: String?
    /// When the row was made.
    public var createdAt: Timestamp
    /// When it was changed last.
    public var updatedAt: Timestamp

    /// A user.
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

  /// The play money of a user.
  public struct Portfolio: Sendable, Hashable {
    /// The id of the row.
    public var id: String
    /// The user whose it is.
    public var userID: String
    /// Cash in dollars, zero or above.
    public var cashBalance: ExactDecimal
    /// Cash that it started with.
    public var startingBalance: ExactDecimal
    /// When the row was made.
    public var createdAt: Timestamp
    /// When it was changed last.
    public var updatedAt: Timestamp

    /// A portfolio; its cash is the starting balance unless something else is said.
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

  /// A coin as CoinGecko knows it.
  public struct Coin: Sendable, Hashable {
    /// CoinGecko's id: `bitcoin`.
    public var id: String
    /// Its symbol, which several coins may share: `btc`.
    public var symbol: String
    /// The name that people read.
    public var name: String

    /// A coin.
    public init(id: String, symbol: String, name: String) {
      self.id = id
      self.symbol = symbol
      self.name = name
    }
  }

  /// What a portfolio holds of a coin; one row a coin.
  public struct Holding: Sendable, Hashable {
    /// The id of the row.
    public var id: String
    /// The portfolio whose it is.
    public var portfolioID: String
    /// The coin.
    public var coin: Coin
    /// Units, zero or above.
    public var quantity: ExactDecimal
    /// Average price of a purchase in dollars, zero or above.
    public var averageBuyPrice: ExactDecimal

    /// A holding.
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
    /// The portfolio whose it is.
    public var portfolioID: String
    /// The coin.
    public var coin: Coin
    /// What it does.
    public var type: TransactionType
    /// Units, above zero.
    public var quantity: ExactDecimal
    /// Price of one coin in dollars, zero or above.
    public var pricePerCoin: ExactDecimal
    /// What was paid or received: quantity times price, half-up at 8 places.
    public var totalValue: ExactDecimal
    /// When.
    public var timestamp: Timestamp

    /// A transaction.
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

    /// No rows.
    public init() {}
  }
}

extension ExactDecimal {
  /// The number as a `DECIMAL(20,8)` column keeps it: PostgreSQL rounds a half away from zero.
  var inColumn: ExactDecimal {
    rounded(toPlaces: CoinFlip.places, .halfUp).padded(toPlaces: CoinFlip.places)
  }
}
