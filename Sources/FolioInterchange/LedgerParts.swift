import FolioDiagnostics
import FolioModel

/// Reads a ledger document part by part, so that it need not be in memory as a whole.
///
/// What can't be taken in parts is said to be `indivisible`, and has to be read anew by a
/// `LedgerReader`: a document with a fault or something odd in it, with flat tables, or with its
/// accounts, instruments, prices, rates or settings behind groups.
public struct LedgerParts: Sendable {
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

  /// Reads a document.
  /// - Parameter user: whose rows count; of all where there is only one.
  public init(_ source: LedgerSource, user: String? = nil) {
    self.init(source, user: user, batchSize: Self.usualBatchSize)
  }

  /// Reads a document, so many groups at a time at least.
  package init(_ source: LedgerSource, user: String?, batchSize: Int, windowSize: Int = 1 << 17) {
    self.source = source
    self.batchSize = batchSize
    nextSize = max(1, batchSize / 8)
    window = Window(size: windowSize)
    reader = LedgerReader(user: user)
    reader.reader.begin(source.file)
  }

  /// The next part; nil behind the last one.
  public mutating func next() throws(SourceFailure) -> DocumentPart? {
    if isOver { return nil }
    // What can't be taken in parts is not read to its end: there may be no batch in it at all.
    while !reader.reader.isDone, reader.reader.isDivisible, !hasBatch { try readWindow() }
    guard reader.reader.isDivisible else { return stop(.indivisible) }
    guard let mark else {
      let (head, mark) = reader.reader.head()
      self.mark = mark
      // A batch has no room for them.
      reader.reader.keepsGroupColumns = false
      return .head(head)
    }
    if !reader.reader.draft.tables.groups.isEmpty { return takeBatch() }
    // Tables may have come after the last batch.
    guard reader.reader.hasOnlyGroups(since: mark) else { return stop(.indivisible) }
    // What is said of the whole at its end may be a fault, too.
    let rest = reader.finish()
    return stop(rest.faults.isEmpty ? .end(rest) : .indivisible)
  }

  /// The document from its beginning, to be read as a whole.
  public consuming func again() -> LedgerSource {
    source.again(after: reader.reader.windowOffset + window.count)
  }

  private var hasBatch: Bool {
    // With many symbols larger batches, so that what each symbol costs a batch stays small.
    let size = mark == nil ? 1 : max(nextSize, reader.reader.draft.symbolNames.all.count)
    return reader.reader.draft.tables.groups.count >= size
  }

  private mutating func takeBatch() -> DocumentPart {
    guard var mark, let batch = reader.reader.takeBatch(&mark) else { return stop(.indivisible) }
    self.mark = mark
    nextSize = min(nextSize * 2, batchSize)
    return .groups(batch)
  }

  private mutating func stop(_ part: DocumentPart) -> DocumentPart {
    isOver = true
    return part
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
