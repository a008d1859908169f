import FolioNumbers

/// The rows of a ledger, or some of them, as values: what goes into a store at once, or comes out.
///
/// All settings but the base currency are given as JSON.
public struct LedgerContents: Sendable, Hashable, Codable {
  /// The base currency; `nil` leaves it as it is.
  public var baseCurrency: Currency?
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

  /// Creates contents, by default without any row.
  public init(
    baseCurrency: Currency? = nil, accounts: [LedgerAccount] = [],
    instruments: [LedgerInstrument] = [], prices: [LedgerPrice] = [], rates: [LedgerRate] = [],
    balances: [LedgerBalance] = [], groups: [LedgerGroup] = []
  ) {
    self.baseCurrency = baseCurrency
    self.accounts = accounts
    self.instruments = instruments
    self.prices = prices
    self.rates = rates
    self.balances = balances
    self.groups = groups
  }

  /// The names of the accounts and the instruments.
  public var names: LedgerNames { LedgerNames(accounts, instruments) }
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
