import FolioNumbers

/// A cash account as a value: a row of `portfolio_cash_accounts`.
public struct LedgerAccount: Sendable, Hashable, Identifiable, Codable {
  /// The id, as legs refer to it.
  public var id: String
  /// The name that people read; empty if there is none.
  public var name: String
  /// The one currency that the account holds.
  public var currency: Currency
  /// The columns without a meaning.
  public var otherColumns: [LedgerColumn] = []

  /// Creates an account.
  public init(id: String, name: String = "", currency: Currency) {
    self.id = id
    self.name = name
    self.currency = currency
  }

  private static let form = CodedForm(
    blank: LedgerAccount(id: "", currency: .usDollar),
    columns: [
      .required("id", \.id), .written("name", \.name), .required("currency", \.currency),
      .written("other_columns", \.otherColumns),
    ])

  /// Decodes an account.
  public init(from decoder: any Decoder) throws { self = try Self.form.row(from: decoder) }

  /// Encodes the account.
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

/// An instrument as a value: a row of `stocks_master`.
public struct LedgerInstrument: Sendable, Hashable, Identifiable, Codable {
  /// The id in the master table; `nil` if the symbol alone identifies it.
  public var stockID: String?
  /// The symbol; empty if the row has none.
  public var symbol: String
  /// The name that people read; empty if there is none.
  public var name = ""
  /// The market, such as a MIC; empty if there is none.
  public var market = ""
  /// The currency, or the hundredth of it, of rows that name none.
  public var currency: Currency?
  /// The kind, such as `stock` or `coin`; empty if there is none.
  public var kind = ""
  /// The ISIN; empty if there is none.
  public var isin = ""
  /// The number of priced units in one unit held.
  public var multiplier: ExactDecimal?
  /// The value of one point of a price.
  public var priceFactor: ExactDecimal?
  /// The source of its prices, and its name there; empty if there is none.
  public var priceSource = ""
  /// The columns without a meaning.
  public var otherColumns: [LedgerColumn] = []

  /// Creates an instrument.
  public init(
    symbol: String, stockID: String? = nil, name: String = "", currency: Currency? = nil
  ) {
    self.symbol = symbol
    self.stockID = stockID
    self.name = name
    self.currency = currency
  }

  /// The id in the master table, or the symbol.
  public var id: String { stockID ?? symbol }

  private static let form = CodedForm(
    blank: LedgerInstrument(symbol: ""),
    columns: [
      .optional("id", \.stockID), .written("symbol", \.symbol), .written("name", \.name),
      .written("market", \.market), .optional("currency", \.currency), .written("kind", \.kind),
      .written("isin", \.isin), .optional("multiplier", \.multiplier),
      .optional("price_factor", \.priceFactor), .column("price_source", \.priceSource, unless: ""),
      .written("other_columns", \.otherColumns),
    ])

  /// Decodes an instrument.
  public init(from decoder: any Decoder) throws { self = try Self.form.row(from: decoder) }

  /// Encodes the instrument.
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}
