/// The rows of a ledger as flat tables that refer to each other by number: no record holds a
/// reference, so a million of them cost a few arrays.
public struct LedgerTables: Sendable {
  /// The settings of the portfolio.
  public var settings = LedgerSettings()
  /// The currencies mentioned anywhere.
  public var currencies = CurrencyTable()
  /// Long and non-ASCII ids and symbols.
  public var names = NameTable()
  /// Notes, and the text of columns that are only kept.
  public var texts = TextTable()
  /// The cash accounts.
  public var cashAccounts: [CashAccount] = []
  /// The instruments: those with a master row first, then those that legs alone mention.
  public var instruments: [Instrument] = []
  /// The securities accounts that stock legs name; the first is the nameless one.
  public var securitiesAccounts = NumberedNames()
  /// The groups in the order of the documents.
  public var groups: [GroupRecord] = []
  /// All stock legs, those of one group side by side.
  public var stockLegs: [StockLeg] = []
  /// All cash legs, those of one group side by side.
  public var cashLegs: [CashLeg] = []
  /// The rarer columns of stock legs.
  public var details: [StockLegDetail] = []
  /// Closing prices in the order of the documents.
  public var prices: [PriceRecord] = []
  /// Closing prices that the ledger shares with others: at most one entry for an instrument, which
  /// then has no other prices.
  package var sharedPrices: [SharedPrices] = []
  /// Exchange rates in the order of the documents.
  public var rates: [RateRecord] = []
  /// Balances of statements in the order of the documents.
  public var balances: [BalanceRecord] = []
  /// Columns and rows that are read and written unchanged.
  public var kept: [PassthroughColumn] = []
  /// The files that all this was read from.
  public var sources: [SourceFile] = []

  /// Empty tables.
  public init() { _ = securitiesAccounts.number(of: .none) }

  /// The text of an identifier of this ledger.
  public func text(_ identifier: Identifier) -> String { names.text(of: identifier) }

  /// The symbol of an instrument.
  public func symbol(_ instrument: InstrumentIndex) -> String {
    text(instruments[Int(instrument)].symbol)
  }

  /// The name of a securities account; empty for the nameless one.
  public func securitiesAccount(_ account: SecuritiesAccountIndex) -> String {
    text(securitiesAccounts.all[Int(account)])
  }

  /// The rarer columns of a leg.
  public func detail(of leg: StockLeg) -> StockLegDetail? {
    leg.detail == .missing ? nil : details[Int(leg.detail)]
  }
}
