/// What the user decides about an import.
public struct ImportOptions: Sendable {
  /// Whether trades get a deposit or a withdrawal that pays for them.
  public enum Funding: String, Sendable, CaseIterable {
    /// Only in files that have no cash at all.
    case automatic
    /// In all files.
    case trades
    /// In no file. Cash may go below zero.
    case none
  }

  /// The name of the account at the broker. `nil` takes that of the file, or of the format.
  public var account: String?
  /// The currency of amounts in CSV files for which the file and its rules name none.
  public var currency: Currency?
  /// The time zone in which the days of times in UTC, or with an offset, count; nil: as they are
  /// written.
  public var timeZone: ImportTimeZone?
  /// Whether trades get the cash that the file does not have.
  public var funding = Funding.automatic
  /// The symbols that instruments get, by ISIN, by another id, or by ticker.
  public var symbols: [String: String] = [:]
  /// The answers to open questions.
  public var answers = ImportAnswers()
  /// Whether the rest of the import does not wait if the history of an instrument begins before the
  /// files: its rows are left out, and its position is a question. Otherwise this is a fault.
  public var asksForPositions = false
  /// Whether rows of unknown kinds are left out with a warning, instead of being faults.
  public var skipsUnknown = false
  /// Whether differences from the figures of the file are faults.
  public var isStrict = false
  /// Whether groups that the broker has corrected will be replaced in the ledger. Otherwise groups
  /// that only belong to the corrected ones are left out.
  public var updates = false
  /// The instruments that the ledger has already: their symbols are used.
  public var knownInstruments: [LedgerInstrument] = []
  /// The symbols of which that ledger has units, or had some.
  public var tradedSymbols: Set<String> = []

  /// The default options.
  public init() {}
}
