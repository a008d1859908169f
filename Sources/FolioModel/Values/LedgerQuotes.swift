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

  private static let form = CodedForm(
    blank: LedgerPrice(symbol: "", day: .first, price: .zero),
    columns: [
      .written("symbol", \.symbol), .optional("stock_id", \.stockID), .required("date", \.day),
      .required("close", \.price), .optional("currency", \.currency),
      .written("other_columns", \.otherColumns),
    ])

  /// Decodes a price.
  public init(from decoder: any Decoder) throws { self = try Self.form.row(from: decoder) }

  /// Encodes the price.
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
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

  private static let form = CodedForm(
    blank: LedgerRate(day: .first, from: .usDollar, to: .usDollar, rate: .one),
    columns: [
      .required("date", \.day), .required("from", \.from), .required("to", \.to),
      .required("rate", \.rate), .written("other_columns", \.otherColumns),
    ])

  /// Decodes a rate.
  public init(from decoder: any Decoder) throws { self = try Self.form.row(from: decoder) }

  /// Encodes the rate.
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
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
  private static let form = CodedForm(
    blank: LedgerBalance(.cash(account: "", currency: nil), .zero, on: .first),
    columns: [
      .required("date", \.day), item, .column("is_deleted", \.isDeleted, unless: false),
      .others(\.otherColumns),
    ])

  /// What is counted, and its value.
  private static let item = CodedColumn<LedgerBalance>(
    decode: { row, balance in
      func text(_ key: CodedKey) throws -> String? {
        try row.decodeIfPresent(String.self, forKey: key)
      }
      if let account = try text("cash_account_id") {
        let currency = try row.decodeIfPresent(Currency.self, forKey: "currency")
        balance.item = .cash(account: account, currency: currency)
        balance.value = try row.decode(ExactDecimal.self, forKey: "amount")
      } else {
        balance.item = .units(
          symbol: try text("symbol") ?? "", stockID: try text("stock_id"),
          account: try text("account"))
        balance.value = try row.decode(ExactDecimal.self, forKey: "quantity")
      }
    },
    encode: { balance, row in
      switch balance.item {
      case .cash(let account, let currency):
        try row.encode(account, forKey: "cash_account_id")
        try row.encode(balance.value, forKey: "amount")
        try row.encodeIfPresent(currency, forKey: "currency")
      case .units(let symbol, let stockID, let account):
        try row.encodeIfPresent(stockID, forKey: "stock_id")
        if !symbol.isEmpty { try row.encode(symbol, forKey: "symbol") }
        try row.encode(balance.value, forKey: "quantity")
        try row.encodeIfPresent(account, forKey: "account")
      }
    })

  /// Decodes a balance.
  public init(from decoder: any Decoder) throws { self = try Self.form.row(from: decoder) }

  /// Encodes the balance.
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}
