import FolioDiagnostics
import FolioModel

/// The sizes of the tables when the last batch was taken.
struct BatchMark {
  fileprivate var accountNames = 0
  fileprivate var symbolNames = 0
  fileprivate var stockNames = 0
  fileprivate var securitiesAccounts = 0
  fileprivate var texts = 0
  fileprivate var repeated = RepeatedTexts()
  fileprivate var head: [Int] = []
}

// A document in parts: what stands before its groups, and then its groups, some at a time.
extension DocumentReader {
  /// Whether all that was read so far can be taken in parts.
  var isDivisible: Bool {
    draft.faults.isEmpty && unlistedFaults == 0 && draft.flatStockLegs.isEmpty
      && draft.flatCashLegs.isEmpty && draft.warnings.allSatisfy { $0.code == .unknownKey }
  }

  /// All that was read but groups, which stay here; and a mark of it.
  func head() -> (LedgerDraft, BatchMark) {
    var head = draft
    head.warnings = []
    (head.tables.groups, head.tables.details) = ([], [])
    (head.tables.stockLegs, head.tables.cashLegs) = ([], [])
    var mark = BatchMark()
    // The groups stay here, but names that they mention are in the head already; only those of
    // accounts are told with the first batch, which looks them up.
    mark.symbolNames = draft.symbolNames.all.count
    mark.stockNames = draft.stockNames.all.count
    mark.securitiesAccounts = draft.tables.securitiesAccounts.all.count
    mark.texts = draft.tables.texts.count
    mark.repeated = repeated
    mark.head = headCounts
    return (head, mark)
  }

  /// The numbers of rows of the tables that must come before the groups.
  private var headCounts: [Int] {
    let tables = draft.tables
    return [
      tables.cashAccounts.count, tables.instruments.count, tables.prices.count, tables.rates.count,
      tables.currencies.all.count, tables.settings.position.isKnown ? 1 : 0,
    ]
  }

  /// Whether only groups came since.
  func hasOnlyGroups(since mark: BatchMark) -> Bool { headCounts == mark.head }

  /// Takes the groups out that were read since the last batch.
  mutating func takeBatch(_ mark: inout BatchMark) -> GroupBatch {
    var batch = GroupBatch()
    swap(&batch.groups, &draft.tables.groups)
    swap(&batch.stockLegs, &draft.tables.stockLegs)
    swap(&batch.cashLegs, &draft.tables.cashLegs)
    swap(&batch.details, &draft.tables.details)
    reserve(for: batch)
    draft.tables.kept.removeAll(keepingCapacity: true)
    // Shortened in place: of many instruments the names would be copied for every batch.
    draft.tables.texts.shorten(to: mark.texts)
    repeated = mark.repeated
    batch.accountNames = Self.new(draft.accountNames.all, &mark.accountNames)
    batch.symbolNames = Self.new(draft.symbolNames.all, &mark.symbolNames)
    batch.stockNames = Self.new(draft.stockNames.all, &mark.stockNames)
    batch.securitiesAccounts = Self.new(
      draft.tables.securitiesAccounts.all, &mark.securitiesAccounts)
    return batch
  }

  private static func new(_ names: [Identifier], _ known: inout Int) -> [Identifier] {
    defer { known = names.count }
    return known == names.count ? [] : Array(names[known...])
  }

  /// The next batch is about as long.
  private mutating func reserve(for batch: GroupBatch) {
    draft.tables.groups.reserveCapacity(batch.groups.count + batch.groups.count / 8)
    draft.tables.stockLegs.reserveCapacity(batch.stockLegs.count + batch.stockLegs.count / 8)
    draft.tables.cashLegs.reserveCapacity(batch.cashLegs.count + batch.cashLegs.count / 8)
  }
}
