import FolioNumbers

/// A closing price as a value: a row of `historical_prices`.
public struct LedgerPrice: Sendable, Hashable, Codable {
  /// The symbol of the instrument; empty if the row has only its `stockID`.
  public var symbol: String
  /// The id of the instrument in the master table.
  public var stockID: String?
  /// The day.
  public var day: Day
  /// The price of one unit, zero or above.
  public var price: ExactDecimal
  /// The currency; by default that of the instrument.
  public var currency: Currency?
  /// The columns without a meaning.
  public var otherColumns: [LedgerColumn] = []

  /// Creates a price.
  public init(symbol: String, day: Day, price: ExactDecimal, currency: Currency? = nil) {
    self.symbol = symbol
    self.day = day
    self.price = price
    self.currency = currency
  }

  private enum CodingKeys: String, CodingKey {
    case symbol, stockID = "stock_id", day = "date", price = "close", currency
    case otherColumns = "other_columns"
  }

  /// Decodes a price.
  public init(from decoder: any Decoder) throws {
    let row = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      symbol: try row.value(.symbol, else: ""), day: try row.decode(Day.self, forKey: .day),
      price: try row.decode(ExactDecimal.self, forKey: .price),
      currency: try row.decodeIfPresent(Currency.self, forKey: .currency))
    stockID = try row.decodeIfPresent(String.self, forKey: .stockID)
    otherColumns = try row.value(.otherColumns, else: [])
  }
}

/// An exchange rate as a value: a row of `fx_rates`. One `from` is worth `rate` `to`.
public struct LedgerRate: Sendable, Hashable, Codable {
  /// The day.
  public var day: Day
  /// The currency of which there is one.
  public var from: Currency
  /// The currency in which it is worth `rate`.
  public var to: Currency
  /// The rate, above zero.
  public var rate: ExactDecimal
  /// The columns without a meaning.
  public var otherColumns: [LedgerColumn] = []

  /// Creates a rate.
  public init(day: Day, from: Currency, to: Currency, rate: ExactDecimal) {
    self.day = day
    self.from = from
    self.to = to
    self.rate = rate
  }

  private enum CodingKeys: String, CodingKey {
    case day = "date", from, to, rate, otherColumns = "other_columns"
  }

  /// Decodes a rate.
  public init(from decoder: any Decoder) throws {
    let row = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      day: try row.decode(Day.self, forKey: .day),
      from: try row.decode(Currency.self, forKey: .from),
      to: try row.decode(Currency.self, forKey: .to),
      rate: try row.decode(ExactDecimal.self, forKey: .rate))
    otherColumns = try row.value(.otherColumns, else: [])
  }
}

/// What a statement says at the end of a day, as a value: a row of `balances`.
public struct LedgerBalance: Sendable, Hashable {
  /// What is counted.
  public enum Item: Sendable, Hashable {
    /// The cash of an account, by its id, and its currency if the row gives it.
    case cash(account: String, currency: Currency?)
    /// The units of an instrument, in a securities account or in all of them. The symbol is empty
    /// if the row has only the id of the master table.
    case units(symbol: String, stockID: String?, account: String?)
  }

  /// The day.
  public var day: Day
  /// What is counted.
  public var item: Item
  /// The amount of cash, or the number of units.
  public var value: ExactDecimal
  /// Whether the row cancels equal rows before it.
  public var isDeleted = false
  /// The columns without a meaning.
  public var otherColumns: [LedgerColumn] = []

  /// Creates a balance.
  public init(_ item: Item, _ value: ExactDecimal, on day: Day) {
    self.item = item
    self.value = value
    self.day = day
  }
}

extension LedgerBalance: Codable {
  private enum CodingKeys: String, CodingKey {
    case day = "date", cashAccount = "cash_account_id", amount, currency, symbol
    case stockID = "stock_id", quantity, account, isDeleted = "is_deleted"
    case otherColumns = "other_columns"
  }

  /// Decodes a balance.
  public init(from decoder: any Decoder) throws {
    let row = try decoder.container(keyedBy: CodingKeys.self)
    let day = try row.decode(Day.self, forKey: .day)
    if let account = try row.decodeIfPresent(String.self, forKey: .cashAccount) {
      let currency = try row.decodeIfPresent(Currency.self, forKey: .currency)
      self.init(
        .cash(account: account, currency: currency),
        try row.decode(ExactDecimal.self, forKey: .amount), on: day)
    } else {
      self.init(
        .units(
          symbol: try row.value(.symbol, else: ""),
          stockID: try row.decodeIfPresent(String.self, forKey: .stockID),
          account: try row.decodeIfPresent(String.self, forKey: .account)),
        try row.decode(ExactDecimal.self, forKey: .quantity), on: day)
    }
    isDeleted = try row.value(.isDeleted, else: false)
    otherColumns = try row.value(.otherColumns, else: [])
  }

  /// Encodes the balance.
  public func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encode(day, forKey: .day)
    switch item {
    case .cash(let account, let currency):
      try row.encode(account, forKey: .cashAccount)
      try row.encode(value, forKey: .amount)
      try row.encodeIfPresent(currency, forKey: .currency)
    case .units(let symbol, let stockID, let account):
      try row.encodeIfPresent(stockID, forKey: .stockID)
      try row.encode(symbol, .symbol, unless: "")
      try row.encode(value, forKey: .quantity)
      try row.encodeIfPresent(account, forKey: .account)
    }
    try row.encode(isDeleted, .isDeleted, unless: false)
    try row.encode(otherColumns, .otherColumns, unless: [])
  }
}
