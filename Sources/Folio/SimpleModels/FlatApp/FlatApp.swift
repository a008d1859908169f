/// The flat model of the simple stock app: all capital is in one currency, and there are no fees
/// and no statuses. Its JSON is described in Specs/simple-models.md.
public enum FlatApp {
  /// The kind of a capital movement.
  public enum CapitalType: String, Sendable, CaseIterable {
    case initialDeposit = "initial_deposit"
    case deposit, withdrawal, interest
  }

  /// The kind of a transaction.
  public enum TransactionType: String, Sendable, CaseIterable {
    case buy, sell, dividend
  }

  /// Cash paid in, paid out or earned as interest, in the currency of the document.
  public struct Capital: Sendable, Hashable {
    /// The id.
    public var id: String
    /// The kind of the movement.
    public var type: CapitalType
    /// The amount, above zero.
    public var amount: ExactDecimal
    /// The date and time.
    public var date: Timestamp
    /// A note, or `nil` if there is none.
    public var note: String?

    /// Creates a capital movement.
    public init(
      id: String, _ type: CapitalType, _ amount: ExactDecimal, _ date: Timestamp,
      note: String? = nil
    ) {
      self.id = id
      self.type = type
      self.amount = amount
      self.date = date
      self.note = note
    }
  }

  /// A security that can be traded.
  public struct StockTicker: Sendable, Hashable {
    /// The display name.
    public var name: String
    /// The code that transactions and holdings refer to.
    public var code: String
    /// The market it is traded on. Empty if unknown.
    public var market: String
    /// The currency of its price.
    public var currency: Currency

    /// Creates a ticker.
    public init(name: String, code: String, market: String, currency: Currency) {
      self.name = name
      self.code = code
      self.market = market
      self.currency = currency
    }
  }

  /// A purchase, a sale or a dividend.
  public struct Transaction: Sendable, Hashable {
    /// The id.
    public var id: String
    /// The kind of the transaction.
    public var type: TransactionType
    /// The code of the ticker.
    public var code: String
    /// The number of units, above zero. For a dividend, the units that it was paid on.
    public var quantity: ExactDecimal
    /// The price or dividend per unit, in the currency of the ticker.
    public var price: ExactDecimal
    /// The date and time.
    public var date: Timestamp
    /// A note, or `nil` if there is none.
    public var note: String?

    /// Creates a transaction.
    public init(
      id: String, _ type: TransactionType, _ code: String, quantity: ExactDecimal,
      price: ExactDecimal, _ date: Timestamp, note: String? = nil
    ) {
      self.id = id
      self.type = type
      self.code = code
      self.quantity = quantity
      self.price = price
      self.date = date
      self.note = note
    }
  }

  /// The holding of a ticker, derived from the transactions.
  public struct Holding: Sendable, Hashable {
    /// The code of the ticker.
    public var code: String
    /// The number of units.
    public var quantity: ExactDecimal
    /// The average cost of one unit in the currency of the ticker, rounded half-even to 8 decimal
    /// places.
    public var averageCost: ExactDecimal

    /// Creates a holding.
    public init(code: String, quantity: ExactDecimal, averageCost: ExactDecimal) {
      self.code = code
      self.quantity = quantity
      self.averageCost = averageCost
    }
  }

  /// The ways in which the JSON of the app writes dates.
  public enum DateStyle: String, Sendable, CaseIterable {
    /// RFC 3339: `"2024-03-01T14:30:00Z"`.
    case text
    /// Seconds since 2001-01-01T00:00:00Z, the default of `JSONEncoder`.
    case secondsSince2001 = "seconds_since_2001"
  }

  /// All data that the app stores.
  public struct Document: Sendable, Hashable {
    /// The currency of capital movements, or `nil` if the document does not give one.
    public var currency: Currency?
    /// The way the dates are written.
    public var dates = DateStyle.text
    /// Capital movements, in the order of the file.
    public var capitals: [Capital] = []
    /// Tickers, in the order of the file.
    public var stockTickers: [StockTicker] = []
    /// Transactions, in the order of the file.
    public var transactions: [Transaction] = []
    /// Holdings, sorted by code.
    public var holdings: [Holding] = []

    /// Creates an empty document.
    public init(currency: Currency? = nil) { self.currency = currency }

    /// The currencies of the tickers, by code.
    var tickerCurrencies: [String: Currency] {
      Dictionary(
        stockTickers.map { ($0.code, $0.currency) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The number of decimal places of a stored average cost.
  static let averagePlaces = 8
}
