/// Reads the files of a ledger, step by step, from a window that moves over their bytes.
///
/// A step is one record, or the text between two records. If the window ends in the middle of a
/// step, its changes to the draft are undone, and it begins again when the window holds more.
struct DocumentReader {
  var records: RecordReader
  /// The highest number of rows of one table.
  var rowLimit = 0x7FFF_FFFF
  var stage = Stage.start
  /// The table that is being read.
  var table = LedgerTable.settings
  /// The keys of the document's object so far.
  var keys: Set<[UInt8]> = []
  /// The tables of the document so far, under any of their keys.
  var tables: Set<LedgerTable> = []
  /// The unknown keys of the document so far, if they are faults.
  var unknownKeys: [(key: String, position: SourcePosition)] = []
  /// Whether the current part of the file is NDJSON.
  var isLines = false
  /// The number of groups before this file.
  var firstGroup = 0

  /// The part of the document that the reader expects next.
  enum Stage {
    case start
    /// A key of the document's object, or its end if it has none.
    case firstMember
    /// A comma or the end of the document's object.
    case afterMember
    /// A row of `table`, or the end of the array if it has none.
    case firstRow
    /// A comma or the end of the array.
    case afterRow
    /// The end of the file, or lines of NDJSON.
    case afterDocument
    /// A value that is not an object, and so not a ledger.
    case otherValue
    /// An element of such an array, or its end if it has none.
    case firstElement
    /// A comma or the end of such an array.
    case afterElement
    /// The end of the file, after such a value.
    case afterOtherValue
    /// A line of NDJSON.
    case line
    /// The rest of a line with a syntax fault.
    case badLine
    case ended
  }

  /// The highest number of files in a ledger: a `SourcePosition` cannot distinguish more.
  private static let fileLimit = 65_535

  /// - Parameter user: The user whose rows count; nil for the only one.
  init(user: String? = nil) { records = RecordReader(user: user) }

  /// Starts the next file.
  mutating func begin(_ source: SourceFile) {
    records.file = records.draft.tables.sources.count
    records.windowOffset = 0
    records.draft.tables.sources.append(source)
    stage = .start
    isLines = false
    firstGroup = records.draft.tables.groups.count
    keys.removeAll()
    tables.removeAll()
    unknownKeys.removeAll()
    if records.file >= Self.fileLimit {
      if records.file == Self.fileLimit { records.report(Messages.tooManyFiles, at: .none) }
      stage = .ended
    }
  }

  /// Starts a document whose file the draft does not list.
  /// - Parameter isRow: whether it is one group or several lines of them.
  mutating func begin(file: Int, isRow: Bool) {
    records.file = file
    records.windowOffset = 0
    stage = isRow ? .line : .start
    isLines = isRow
    firstGroup = records.draft.tables.groups.count
    if isRow { return }
    keys.removeAll()
    tables.removeAll()
    unknownKeys.removeAll()
  }

  /// Whether the file needs no more bytes.
  var isDone: Bool { stage == .ended }

  /// Moves the window on, and reads the records in it.
  mutating func readWindow(
    _ window: inout Window, from source: inout some ByteSource
  ) throws(SourceFailure) {
    records.windowOffset += window.done
    try window.advance(from: &source)
    let done = consume(window.bytes.span, end: window.count, isLast: window.isLast)
    window.done = done
  }

  /// Reads the records in the first `end` bytes of the window, which zeros or nothing follow. It
  /// begins at the byte `first`, and starts no record at or after `pause`.
  /// - Returns: The offset of the first byte that is not read yet.
  mutating func consume(
    _ bytes: Span<UInt8>, from first: Int = 0, pause: Int = .max, end: Int, isLast: Bool
  ) -> Int {
    records.scanner.index = first
    records.scanner.end = end
    records.scanner.isLast = isLast
    if !hasRoom(forRowsIn: end - first) {
      records.report(Messages.tooManyRecords, at: records.position(0))
      stage = .ended
    }
    while stage != .ended, records.scanner.index < pause {
      let start = records.scanner.index
      let checkpoint = Checkpoint(records)
      do throws(ScanStop) {
        try step(bytes)
      } catch {
        records.scanner.keys.reset()
        guard case .fault(let fault) = error else {
          checkpoint.restore(&records)
          return start
        }
        checkpoint.dropRows(&records)
        records.report(Messages.syntax(fault, bytes), at: records.position(fault.offset))
        records.scanner.index = fault.offset
        stage = isLines ? .badLine : .ended
      }
    }
    return records.scanner.index
  }

  /// Whether 31 bits are enough to number the rows in so many bytes; the shortest has two bytes.
  func hasRoom(forRowsIn count: Int) -> Bool {
    let (draft, tables) = (records.draft, records.draft.tables)
    let most = max(
      tables.groups.count, tables.stockLegs.count, tables.cashLegs.count, tables.prices.count,
      draft.flatStockLegs.count, draft.flatCashLegs.count)
    return most + count / 2 <= rowLimit
  }

  private mutating func step(_ bytes: Span<UInt8>) throws(ScanStop) {
    switch stage {
    case .firstRow, .afterRow: try rowStep(bytes)
    case .firstMember, .afterMember: try memberStep(bytes)
    case .start: try startStep(bytes)
    case .afterDocument: try afterDocumentStep(bytes)
    case .otherValue, .firstElement, .afterElement: try otherValueStep(bytes)
    case .afterOtherValue: try afterOtherValueStep(bytes)
    case .line: try lineStep(bytes)
    case .badLine: try badLineStep(bytes)
    case .ended: break
    }
  }

  /// Reserves memory for the groups in a file of `size` bytes, estimated from its first `done`
  /// bytes, so that arrays need not grow through twice the memory.
  mutating func reserve(forBytes size: Int, after done: Int) {
    guard firstGroup < records.draft.tables.groups.count else { return }
    let start = records.draft.tables.groups[firstGroup].position.offset
    // A wrong size costs no more than that of a file of a few gigabytes.
    let (seen, all) = (done - start, min(size, done << 13) - start)
    guard seen > 0, all > seen else { return }
    func estimate(_ count: Int) -> Int {
      Int(truncatingIfNeeded: Int128(count) * Int128(all) * 110 / (Int128(seen) * 100)) + 16
    }
    records.draft.tables.groups.reserveLargePages(estimate(records.draft.tables.groups.count))
    records.draft.tables.stockLegs.reserveLargePages(
      estimate(records.draft.tables.stockLegs.count))
    records.draft.tables.cashLegs.reserveLargePages(estimate(records.draft.tables.cashLegs.count))
  }
}
