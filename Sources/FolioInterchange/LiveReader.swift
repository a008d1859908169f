/// Reads the changes of a ledger one after the other, with the names of the ledger.
///
/// `LedgerReader.finishLive()` makes one. A `LiveChecker` of the same ledger has to receive each
/// change, in the order of reading, since both number names by their first mention.
package struct LiveReader: Sendable {
  private var reader: DocumentReader
  private var mark: BatchMark
  /// The number of interned names that are known to all batches.
  private var names: Int
  /// The users of the rows of the ledger.
  private var users: UserFilter
  /// The currencies of the ledger.
  private let currencies: CurrencyTable
  private let currencyCache: CurrencyCache

  /// - Parameter reader: a reader that is through with its documents.
  init(_ reader: DocumentReader) {
    var reader = reader
    var tables = LedgerTables()
    tables.names = reader.records.draft.tables.names
    tables.currencies = reader.records.draft.tables.currencies
    tables.securitiesAccounts = reader.records.draft.tables.securitiesAccounts
    var draft = LedgerDraft()
    draft.accountNames = reader.records.draft.accountNames
    draft.symbolNames = reader.records.draft.symbolNames
    draft.stockNames = reader.records.draft.stockNames
    draft.columnNames = reader.records.draft.columnNames
    draft.tables = tables
    reader.records.draft = draft
    reader.records.acceptsUnknownKeys = false
    reader.records.entryKeys = []
    reader.records.storedRows = [:]
    reader.records.unlistedFaults = 0
    self.reader = reader
    mark = BatchMark(draft)
    names = tables.names.count
    users = reader.records.users
    currencies = tables.currencies
    currencyCache = reader.records.currencies
  }

  /// Reads a document. `take` gives its rows, with those of documents that were read before it.
  /// - Parameters:
  ///   - file: the number of the document in positions.
  ///   - isRow: whether the document is one group, or several with one on each line.
  package mutating func read(_ bytes: [UInt8], file: Int, isRow: Bool = false) {
    reader.begin(file: file, isRow: isRow)
    bytes.withSpan { bytes in
      _ = reader.consume(bytes, end: bytes.count, isLast: true)
    }
  }

  /// The rows that were read since the last call.
  package mutating func take() -> LedgerChange {
    var change = LedgerChange()
    change.needsWhole = unusual
    var (kept, texts) = ([PassthroughColumn](), TextTable())
    if !reader.records.draft.tables.kept.isEmpty {
      swap(&kept, &reader.records.draft.tables.kept)
    }
    if reader.records.draft.tables.texts.count > 0 {
      swap(&texts, &reader.records.draft.tables.texts)
    }
    change.groups = reader.records.takeBatch(&mark)
    (change.groups.kept, change.groups.texts) = (kept, texts)
    let hasNewNames =
      change.groups.hasNewNames || reader.records.draft.tables.hasHeadRows
      || reader.records.users.count > users.count
    change.groups.names = reader.records.draft.tables.names.takeNames(
      since: &names, staysKnown: hasNewNames)
    if change.needsWhole == nil, reader.records.users.count > users.count {
      users = reader.records.users
    }
    takeHead(&change)
    return change
  }

  /// Takes the rows of the head, and forgets everything else that changes of groups do not have.
  private mutating func takeHead(_ change: inout LedgerChange) {
    change.faults = reader.records.draft.faults
    if !reader.records.draft.faults.isEmpty { reader.records.draft.faults = [] }
    guard change.needsWhole != nil || reader.records.draft.tables.hasHeadRows else { return }
    let tables = reader.records.draft.tables
    change.cashAccounts = tables.cashAccounts
    change.instruments = tables.instruments
    change.prices = tables.prices
    change.rates = tables.rates
    self = LiveReader(reader, after: self)
  }

  /// The same reader without the rows that were read.
  private init(_ reader: DocumentReader, after earlier: LiveReader) {
    self = earlier
    var clean = LedgerTables()
    clean.names = reader.records.draft.tables.names
    clean.currencies = currencies
    clean.securitiesAccounts = reader.records.draft.tables.securitiesAccounts
    self.reader.records.draft.tables = clean
    self.reader.records.draft.warnings = []
    (self.reader.records.draft.flatStockLegs, self.reader.records.draft.flatCashLegs) = ([], [])
    (self.reader.records.draft.flatStockGroups, self.reader.records.draft.flatCashGroups) = ([], [])
    self.reader.records.entryKeys = []
    self.reader.records.storedRows = [:]
    self.reader.records.unlistedFaults = 0
    self.reader.records.users = users
    self.reader.records.currencies = currencyCache
  }

  /// Why the rows cannot be checked without the whole ledger.
  private var unusual: NeedsWholeLedger.Reason? {
    if !reader.records.entryKeys.isEmpty || !reader.records.draft.warnings.isEmpty
      || reader.records.unlistedFaults > 0
    {
      return .reading
    }
    if !reader.records.draft.flatStockLegs.isEmpty || !reader.records.draft.flatCashLegs.isEmpty {
      return .flatTables
    }
    if reader.records.draft.tables.settings.position.isKnown || !reader.records.storedRows.isEmpty {
      return .settings
    }
    if !reader.records.draft.tables.balances.isEmpty { return .balances }
    if reader.records.draft.tables.currencies.all.count > currencies.all.count { return .currency }
    if reader.records.users.count > max(1, users.count) { return .user }
    let ofGroups: [LedgerTable] = [.groups, .stockLegs, .cashLegs]
    let isOfHead = reader.records.draft.tables.kept.contains {
      !$0.isKnown && !ofGroups.contains($0.table)
    }
    return isOfHead ? .unknownKeys : nil
  }
}

extension LiveReader {
  /// Reads and checks the head of a ledger, whose groups follow in batches.
  /// - Parameter head: the document without groups.
  /// - Throws: if changes need the whole ledger anyway.
  package static func open(head: [UInt8]) throws(NeedsWholeLedger) -> (LiveReader, LiveChecker) {
    var reader = LedgerReader()
    reader.acceptsUnknownKeys = true
    reader.read(head, name: "store")
    var (draft, changes) = reader.finishLive()
    draft.changesStore = true
    return (changes, try LiveChecker.open(head: draft))
  }
}

extension GroupBatch {
  fileprivate var hasNewNames: Bool {
    !accountNames.isEmpty || !symbolNames.isEmpty || !stockNames.isEmpty
      || !securitiesAccounts.isEmpty || namesNewSymbols
  }
}

extension LedgerTables {
  fileprivate var hasHeadRows: Bool {
    !cashAccounts.isEmpty || !instruments.isEmpty || !prices.isEmpty || !rates.isEmpty
  }
}

extension UserFilter {
  fileprivate var count: Int { seen.all.count }
}
