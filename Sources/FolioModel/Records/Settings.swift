/// The settings of a portfolio. The options of a report override them.
public struct LedgerSettings: Sendable, Hashable {
  /// The base currency of the portfolio.
  public var baseCurrency: Currency?
  /// Which lots a disposal relieves; FIFO if it is left out.
  public var costBasisMethod: CostBasisMethod?
  /// The same as a list, by day and instrument; empty if it is one word.
  public var methodEntries: [MethodEntry] = []
  /// The position of the settings with that list.
  public var methodsPosition = SourcePosition.none
  /// Which foreign cash is spent first; FIFO if it is left out.
  public var cashMethod: CashMethod?
  /// Whether a trade may end one position and open its opposite; refused if it is left out.
  public var crossingZero: CrossingZero?
  /// The scope in which lots are relieved; the whole portfolio if it is left out.
  public var lotScope: LotScope?
  /// The treatment of fees; capitalized if it is left out.
  public var feeTreatment: FeeTreatment?
  /// The country whose tax rules apply; none if it is left out.
  public var taxRules: TaxRules?
  /// How the law taxes the units of securities accounts; those of all others are taxable.
  public var accountCapacities: [AccountCapacity<SecuritiesAccountIndex>] = []
  /// What tax returns need and no transaction says.
  public var taxInputs: [TaxInput] = []
  /// The last day of closed books: stores reject changes of figures up to it.
  public var closedUntil: Day?
  /// The files of prices and rates that the settings name, in order. Folio does not open them: a
  /// caller reads them and passes their contents on (`LedgerReader.quoteFiles`).
  public var quoteFiles: [QuoteFileName] = []
  /// The position of the settings.
  public var position = SourcePosition.none

  /// Settings that leave everything out.
  public init() {}
}

/// A file of prices or exchange rates that settings name (`price_files` and `rate_files` in
/// Specs/ledger-format.md). Its path is relative to the folder of the document or the store.
public struct QuoteFileName: Sendable, Hashable {
  /// What is read from the file: the key that names it.
  public enum Kind: String, Sendable, CaseIterable {
    case prices = "price_files"
    case rates = "rate_files"
  }

  /// What is read from the file.
  public var kind: Kind
  /// The path as written.
  public var path: String
  /// The position of the settings.
  public var position: SourcePosition
  /// The index in the list of the key.
  package var index = 0

  /// Creates the name of a file.
  public init(_ kind: Kind, _ path: String, position: SourcePosition = .none) {
    self.kind = kind
    self.path = path
    self.position = position
  }

  /// Whether both name the same path for the same purpose, wherever they are written.
  package func isSame(as other: QuoteFileName) -> Bool {
    kind == other.kind && path == other.path
  }
}
