/// Reads a ledger document part by part, so that it need not be in memory as a whole.
///
/// Some documents must be read by a `LedgerReader` instead: those with a fault or a warning, with
/// flat tables, or with accounts, instruments, prices, rates or settings after their groups.
package struct LedgerParts: Sendable {
  private var reader: DocumentReader
  private var source: LedgerSource
  private var window: Window
  private var mark: BatchMark?
  private var isOver = false

  private let batchSize: Int
  /// The size of the next batch. The first ones are short, so that booking can start soon.
  private var nextSize: Int

  /// The usual number of groups in a batch: large enough to load the booked data into the caches
  /// once for many groups, and small enough for the batch to stay in the caches itself.
  package static var usualBatchSize: Int { 1024 }

  /// Reads a document in batches of at least `batchSize` groups.
  /// - Parameter user: The user whose rows count. All rows count if they belong to one user.
  package init(
    _ source: LedgerSource, user: String? = nil, batchSize: Int = usualBatchSize,
    windowSize: Int = 1 << 17
  ) {
    self.source = source
    self.batchSize = batchSize
    nextSize = max(1, batchSize / 8)
    window = Window(size: windowSize)
    reader = DocumentReader(user: user)
    reader.records.acceptsUnknownKeys = source.isStored
    reader.begin(source.file)
  }

  /// The next part; nil after the last one, and after an error.
  /// - Throws: `SourceFailure` or `NeedsWholeLedger`.
  package mutating func next() throws -> DocumentPart? {
    if isOver { return nil }
    do {
      return try nextPart()
    } catch {
      isOver = true
      throw error
    }
  }

  private mutating func nextPart() throws -> DocumentPart {
    // Reading stops at the first fault: the rest may contain no batch at all.
    while !reader.isDone, reader.records.isDivisible, !hasBatch {
      try reader.readWindow(&window, from: &source.bytes)
    }
    try expectDivisible(reader.records.isDivisible)
    guard var mark else {
      let (head, mark) = reader.records.head()
      self.mark = mark
      return .head(head)
    }
    // Tables may have come after the last batch.
    try expectDivisible(mark.isHead(of: reader.records.draft))
    if !reader.records.draft.tables.groups.isEmpty {
      defer { self.mark = mark }
      nextSize = min(nextSize * 2, batchSize)
      var batch = reader.records.takeBatch(&mark)
      batch.names = reader.records.newTexts(&mark)
      return .groups(batch)
    }
    isOver = true
    reader.records.finish(allowsSeveralUsers: false)
    // Some faults show only at the end of the document.
    try expectDivisible(reader.records.draft.faults.isEmpty)
    return .end(reader.records.draft)
  }

  private func expectDivisible(_ condition: Bool) throws(NeedsWholeLedger) {
    let draft = reader.records.draft
    if !condition { throw NeedsWholeLedger(draft.faults + draft.warnings) }
  }

  /// The document from its beginning, to be read as a whole.
  package consuming func again() -> LedgerSource {
    source.again(after: reader.records.windowOffset + window.count)
  }

  private var hasBatch: Bool {
    let draft = reader.records.draft
    // With many symbols batches are larger, so that the cost of each symbol stays small.
    let size = mark == nil ? 1 : max(nextSize, draft.symbolNames.all.count)
    return draft.tables.groups.count >= size
  }
}
