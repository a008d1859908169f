/// What the books of a store say at one moment.
public struct BookState: Sendable {
  /// The number of this state. It rises with each change.
  public internal(set) var revision: Int
  /// One holding for each instrument and currency of cost, by symbol.
  public internal(set) var holdings: [Holding] = []
  /// The cash accounts, in the order of the ledger.
  public internal(set) var cash: [CashAccountBalance] = []
  /// What is wrong with the ledger. Rows at fault are not in the books.
  public internal(set) var faults: [Diagnostic] = []
  /// The warnings of checking and booking.
  public internal(set) var warnings: [Diagnostic] = []
  /// The symbols of the instruments of legs at fault, whose holdings and gains may be wrong.
  public internal(set) var doubtful: Set<String> = []

  init(revision: Int) { self.revision = revision }

  init(revision: Int, _ books: SoundBooks) {
    self.revision = revision
    // A sum that is too long is among the faults.
    holdings = (try? books.booked.holdings()) ?? []
    cash = books.booked.accountBalances
    (faults, warnings, doubtful) = (books.faults, books.warnings, books.doubtful)
  }

  /// What a later state changed in holdings, cash, faults and warnings.
  func changes(to later: BookState) -> BookChange {
    var change = BookChange(revision: later.revision)
    change.holdings = RowChange.between(holdings, later.holdings)
    change.cash = RowChange.between(cash, later.cash)
    change.faults = FindingChanges(faults, later.faults)
    change.warnings = FindingChanges(warnings, later.warnings)
    return change
  }
}
