/// The sizes of the tables when the last batch was taken.
struct BatchMark {
  fileprivate var accountNames = 0
  fileprivate var symbolNames: Int
  fileprivate var stockNames: Int
  fileprivate var securitiesAccounts: Int
  fileprivate let texts: Int
  /// The number of names at the last batch, and at the one before it.
  fileprivate var names: Int
  fileprivate var earlierNames: Int
  fileprivate let head: [Int]

  /// Names that are in the head are not in the first batch. It does have those of accounts, because
  /// it looks them up.
  init(_ draft: LedgerDraft) {
    symbolNames = draft.symbolNames.all.count
    stockNames = draft.stockNames.all.count
    securitiesAccounts = draft.tables.securitiesAccounts.all.count
    texts = draft.tables.texts.count
    names = draft.tables.names.count
    earlierNames = names
    head = Self.headCounts(draft.tables)
  }

  /// The sizes of the tables that must come before the groups.
  private static func headCounts(_ tables: LedgerTables) -> [Int] {
    [
      tables.cashAccounts.count, tables.instruments.count, tables.prices.count, tables.rates.count,
      tables.balances.count, tables.currencies.all.count, tables.settings.position.isKnown ? 1 : 0,
    ]
  }

  /// Whether only groups were read since.
  func isHead(of draft: LedgerDraft) -> Bool { Self.headCounts(draft.tables) == head }
}

// A document in parts: everything before its groups, and then its groups in batches.
extension RecordReader {
  /// Whether everything that was read so far can be taken in parts.
  var isDivisible: Bool {
    draft.faults.isEmpty && unlistedFaults == 0 && draft.flatStockLegs.isEmpty
      && draft.flatCashLegs.isEmpty && draft.warnings.isEmpty
      && entryKeys.isEmpty && draft.tables.settings.quoteFiles.isEmpty
  }

  /// Everything that was read except groups, which stay here.
  mutating func head() -> (LedgerDraft, BatchMark) {
    var head = draft
    (head.tables.groups, head.tables.details) = ([], [])
    (head.tables.stockLegs, head.tables.cashLegs) = ([], [])
    // Batches have no room for them.
    keepsGroupColumns = false
    return (head, BatchMark(draft))
  }

  /// Takes the groups that were read since the last batch.
  mutating func takeBatch(_ mark: inout BatchMark) -> GroupBatch {
    var batch = GroupBatch()
    swap(&batch.groups, &draft.tables.groups)
    swap(&batch.stockLegs, &draft.tables.stockLegs)
    swap(&batch.cashLegs, &draft.tables.cashLegs)
    swap(&batch.details, &draft.tables.details)
    // The next batch is about as long.
    draft.tables.groups.reserveCapacity(batch.groups.count * 9 / 8)
    draft.tables.stockLegs.reserveCapacity(batch.stockLegs.count * 9 / 8)
    draft.tables.cashLegs.reserveCapacity(batch.cashLegs.count * 9 / 8)
    draft.unknownKeys.add(draft.tables.kept, draft.tables.texts)
    draft.tables.kept.removeAll(keepingCapacity: true)
    // Shortened in place: of many instruments the names would be copied for every batch.
    batch.texts = draft.tables.texts.takeLast(after: mark.texts)
    batch.accountNames = Self.new(draft.accountNames.all, &mark.accountNames)
    batch.symbolNames = Self.new(draft.symbolNames.all, &mark.symbolNames)
    batch.stockNames = Self.new(draft.stockNames.all, &mark.stockNames)
    batch.securitiesAccounts = Self.new(
      draft.tables.securitiesAccounts.all, &mark.securitiesAccounts)
    return batch
  }

  /// The texts of ids and names of this batch and the one before. A group that was read in part
  /// when that one was taken is in this one, and its names are not new any more.
  func newTexts(_ mark: inout BatchMark) -> BatchNames {
    defer { (mark.earlierNames, mark.names) = (mark.names, draft.tables.names.count) }
    return draft.tables.names.names(after: mark.earlierNames)
  }

  private static func new(_ names: [Identifier], _ known: inout Int) -> [Identifier] {
    defer { known = names.count }
    return known == names.count ? [] : Array(names[known...])
  }
}
