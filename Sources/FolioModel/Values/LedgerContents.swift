import FolioNumbers

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
  private enum CodingKeys: String, CodingKey {
    case baseCurrency, settings, accounts, instruments, prices, rates, balances, groups
    case storedPositions = "portfolio_positions", storedHoldings = "portfolio_holdings"
    case otherColumns = "other_columns"
  }

  /// Decodes contents. Lists that are left out are empty.
  public init(from decoder: any Decoder) throws {
    let row = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      baseCurrency: try row.decodeIfPresent(Currency.self, forKey: .baseCurrency),
      settings: try row.value(.settings, else: Settings()),
      accounts: try row.value(.accounts, else: []),
      instruments: try row.value(.instruments, else: []),
      prices: try row.value(.prices, else: []), rates: try row.value(.rates, else: []),
      balances: try row.value(.balances, else: []), groups: try row.value(.groups, else: []))
    storedPositions = try row.value(.storedPositions, else: [])
    storedHoldings = try row.value(.storedHoldings, else: [])
    otherColumns = try row.value(.otherColumns, else: [])
  }

  /// Encodes the contents.
  public func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encode(settings, .settings, unless: Settings())
    try row.encode(accounts, forKey: .accounts)
    try row.encode(instruments, forKey: .instruments)
    try row.encode(prices, forKey: .prices)
    try row.encode(rates, forKey: .rates)
    try row.encode(balances, forKey: .balances)
    try row.encode(groups, forKey: .groups)
    try row.encode(storedPositions, .storedPositions, unless: [])
    try row.encode(storedHoldings, .storedHoldings, unless: [])
    try row.encode(otherColumns, .otherColumns, unless: [])
  }
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
