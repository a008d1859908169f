import FolioDiagnostics
import FolioModel

/// Reads a ledger document part by part, so that it need not be in memory as a whole.
///
/// Some documents have to be read by a `LedgerReader` instead: those with a fault or a warning,
/// with flat tables, or with accounts, instruments, prices, rates or settings after their groups.
package struct LedgerParts: Sendable {
  private var reader: LedgerReader
  private var source: LedgerSource
  private var window: Window
  private var done = 0
  private var mark: BatchMark?
  private var isOver = false

  private let batchSize: Int
  /// How long the next batch is: the first ones are short, so that there is soon something to book.
  private var nextSize: Int

  /// Groups that are taken together: so many that what they are booked into comes into the caches
  /// once for many of them, and so few that they stay there themselves.
  package static var usualBatchSize: Int { 1024 }

  /// Reads a document, at least so many groups at a time.
  /// - Parameter user: whose rows count; all rows count if they are of one user.
  package init(
    _ source: LedgerSource, user: String? = nil, batchSize: Int = usualBatchSize,
    windowSize: Int = 1 << 17
  ) {
    self.source = source
    self.batchSize = batchSize
    nextSize = max(1, batchSize / 8)
    window = Window(size: windowSize)
    reader = LedgerReader(user: user)
    reader.reader.begin(source.file)
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
    while !reader.reader.isDone, reader.reader.isDivisible, !hasBatch { try readWindow() }
    try expectDivisible(reader.reader.isDivisible)
    guard let mark else {
      let (head, mark) = reader.reader.head()
      self.mark = mark
      // A batch has no room for them.
      reader.reader.keepsGroupColumns = false
      return .head(head)
    }
    // Tables may have come after the last batch.
    try expectDivisible(reader.reader.hasOnlyGroups(since: mark))
    if !reader.reader.draft.tables.groups.isEmpty { return .groups(takeBatch(mark)) }
    isOver = true
    let rest = reader.finish()
    // The end of the document may bring faults of the whole.
    guard rest.faults.isEmpty else { throw NeedsWholeLedger(rest.faults) }
    return .end(rest)
  }

  private func expectDivisible(_ condition: Bool) throws(NeedsWholeLedger) {
    if condition { return }
    throw NeedsWholeLedger(reader.reader.draft.faults + reader.reader.draft.warnings)
  }

  /// The document from its beginning, to be read as a whole.
  package consuming func again() -> LedgerSource {
    source.again(after: reader.reader.windowOffset + window.count)
  }

  private var hasBatch: Bool {
    // With many symbols larger batches, so that what each symbol costs a batch stays small.
    let size = mark == nil ? 1 : max(nextSize, reader.reader.draft.symbolNames.all.count)
    return reader.reader.draft.tables.groups.count >= size
  }

  private mutating func takeBatch(_ mark: BatchMark) -> GroupBatch {
    var mark = mark
    defer { self.mark = mark }
    nextSize = min(nextSize * 2, batchSize)
    return reader.reader.takeBatch(&mark)
  }

  private mutating func readWindow() throws(SourceFailure) {
    try window.advance(by: done, from: &source.bytes)
    reader.reader.windowOffset += done
    done = Self.consume(&reader.reader, window)
  }

  private static func consume(_ reader: inout DocumentReader, _ window: borrowing Window) -> Int {
    reader.consume(window.bytes.span, end: window.count, isLast: window.isLast)
  }
}
