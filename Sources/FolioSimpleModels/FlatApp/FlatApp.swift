import FolioModel
import FolioNumbers

/// The flat model of the simple stock app: one currency assumed for its money, no fees, no status.
/// Its JSON is described in Specs/simple-models.md.
public enum FlatApp {
  /// What a movement of capital is.
  public enum CapitalType: String, Sendable, CaseIterable {
    case initialDeposit = "initial_deposit"
    case deposit, withdrawal, interest
  }

  /// What a transaction does.
  public enum TransactionType: String, Sendable, CaseIterable {
    case buy, sell, dividend
  }

  /// Money that comes in or goes out, in the currency of the document.
  public struct Capital: Sendable, Hashable {
    /// The id.
    public var id: String
    /// What it is.
    public var type: CapitalType
    /// How much, above zero.
    public var amount: ExactDecimal
    /// When.
    public var date: Timestamp
    /// A note; nil where there is none.
    public var note: String?

    /// A movement of capital.
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

  /// A share that can be traded.
  public struct StockTicker: Sendable, Hashable {
    /// The name that people read.
    public var name: String
    /// The code, by which transactions and holdings name it.
    public var code: String
    /// Where it is traded; empty where nothing says.
    public var market: String
    /// The currency of its price.
    public var currency: Currency

    /// A ticker.
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
    /// What it does.
    public var type: TransactionType
    /// The code of the ticker.
    public var code: String
    /// Units, above zero; of a dividend those that it was paid on.
    public var quantity: ExactDecimal
    /// Price of one unit, or dividend on one unit, in the ticker's currency.
    public var price: ExactDecimal
    /// When.
    public var date: Timestamp
    /// A note; nil where there is none.
    public var note: String?

    /// A transaction.
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

  /// What is held of a ticker; derived from the transactions.
  public struct Holding: Sendable, Hashable {
    /// The code of the ticker.
    public var code: String
    /// Units.
    public var quantity: ExactDecimal
    /// Average cost of one unit, in the ticker's currency, half-even at 8 places.
    public var averageCost: ExactDecimal

    /// A holding.
    public init(code: String, quantity: ExactDecimal, averageCost: ExactDecimal) {
      self.code = code
      self.quantity = quantity
      self.averageCost = averageCost
    }
  }

  /// How the app's JSON writes dates.
  public enum DateStyle: String, Sendable, CaseIterable {
    /// RFC 3339: `"2024-03-01T14:30:00Z"`.
    case text
    /// Seconds since 2001-01-01T00:00:00Z, as Swift's JSONEncoder does unless it is told otherwise.
    case secondsSince2001 = "seconds_since_2001"
  }

  /// All that the app stores.
  public struct Document: Sendable, Hashable {
    /// The currency of the capital; nil where nothing says it.
    public var currency: Currency?
    /// How its dates are written.
    public var dates = DateStyle.text
    /// Movements of capital, in the order of the file.
    public var capitals: [Capital] = []
    /// Tickers, in the order of the file.
    public var stockTickers: [StockTicker] = []
    /// Transactions, in the order of the file.
    public var transactions: [Transaction] = []
    /// Holdings, by code.
    public var holdings: [Holding] = []

    /// A document with nothing in it.
    public init(currency: Currency? = nil) { self.currency = currency }
  }

  /// How many places an average cost is stored with.
  static let averagePlaces = 8
}
