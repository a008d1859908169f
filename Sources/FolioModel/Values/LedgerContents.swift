/// The rows of a ledger, or some of them, as values: what goes into a store at once, or comes out.
public struct LedgerContents: Sendable, Hashable {
  /// The settings; those that are left out stay as they are.
  public var settings: Settings
  /// The cash accounts.
  public var accounts: [LedgerAccount]
  /// The instruments.
  public var instruments: [LedgerInstrument]
  /// The prices.
  public var prices: [LedgerPrice]
  /// The exchange rates.
  public var rates: [LedgerRate]
  /// The balances of statements.
  public var balances: [LedgerBalance]
  /// The groups.
  public var groups: [LedgerGroup]
  /// The rows of `portfolio_positions` as JSON texts, which Folio keeps and does not use.
  public var storedPositions: [String] = []
  /// The rows of `portfolio_holdings` as JSON texts, which Folio keeps and does not use.
  public var storedHoldings: [String] = []
  /// The keys of the document without a meaning.
  public var otherColumns: [LedgerColumn] = []

  /// Creates contents, by default without any row.
  /// - Parameter baseCurrency: that of the settings; `nil` leaves theirs.
  public init(
    baseCurrency: Currency? = nil, settings: Settings = Settings(), accounts: [LedgerAccount] = [],
    instruments: [LedgerInstrument] = [], prices: [LedgerPrice] = [], rates: [LedgerRate] = [],
    balances: [LedgerBalance] = [], groups: [LedgerGroup] = []
  ) {
    self.settings = settings
    self.settings.baseCurrency = baseCurrency ?? settings.baseCurrency
    self.accounts = accounts
    self.instruments = instruments
    self.prices = prices
    self.rates = rates
    self.balances = balances
    self.groups = groups
  }

  /// The base currency of the settings.
  public var baseCurrency: Currency? {
    get { settings.baseCurrency }
    set { settings.baseCurrency = newValue }
  }

  /// The names of the accounts and the instruments.
  public var names: LedgerNames { LedgerNames(accounts, instruments) }
}

extension LedgerContents: Codable {
  private static let form = CodedForm(
    blank: LedgerContents(),
    columns: [
      .column("settings", \.settings, unless: Settings()), baseCurrency,
      .written("accounts", \.accounts), .written("instruments", \.instruments),
      .written("prices", \.prices), .written("rates", \.rates), .written("balances", \.balances),
      .written("groups", \.groups),
      .column("portfolio_positions", \.storedPositions, unless: []),
      .column("portfolio_holdings", \.storedHoldings, unless: []), .others(\.otherColumns),
    ])

  /// The base currency may be beside the settings.
  private static let baseCurrency = CodedColumn<LedgerContents>(
    decode: { row, contents in
      let found = try row.decodeIfPresent(Currency.self, forKey: "baseCurrency")
      if let found { contents.baseCurrency = found }
    }, encode: { _, _ in })

  /// Decodes contents. Lists that are left out are empty.
  public init(from decoder: any Decoder) throws { self = try Self.form.row(from: decoder) }

  /// Encodes the contents.
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

/// The names of accounts and instruments, for showing rows that refer to them by id and symbol.
public struct LedgerNames: Sendable, Hashable {
  private var accounts: [String: String] = [:]
  private var instruments: [String: String] = [:]

  /// Creates the names of these accounts and instruments.
  public init(_ accounts: [LedgerAccount] = [], _ instruments: [LedgerInstrument] = []) {
    for account in accounts where !account.name.isEmpty {
      self.accounts[account.id] = account.name
    }
    for instrument in instruments where !instrument.name.isEmpty {
      if let id = instrument.stockID { self.instruments[id] = instrument.name }
      if !instrument.symbol.isEmpty { self.instruments[instrument.symbol] = instrument.name }
    }
  }

  /// The name of a cash account, or its id if it has none.
  public func account(_ id: String) -> String { accounts[id] ?? id }

  /// The name of an instrument, by its symbol or its id in the master table; or that text itself if
  /// it has no name.
  public func instrument(_ symbol: String) -> String { instruments[symbol] ?? symbol }
}
