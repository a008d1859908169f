import FolioDiagnostics
import FolioModel

/// Reads one file into a draft, record by record, from a window that moves over its bytes.
///
/// A step is one record, or what stands between two. It is done wholly or not at all: when the
/// window ends in the middle of it, what it had put into the draft is taken back, and it begins
/// again when the window holds more.
struct DocumentReader {
  var scanner = JSONScanner()
  var predictor = ColumnPredictor.initial
  let words = Vocabularies.all
  var draft = LedgerDraft()
  var users = UserFilter()
  var staging = Staging()
  var repeated = RepeatedTexts()
  var currencies = CurrencyCache()
  var accounts = NameCache(bits: 6)
  var symbols = NameCache(bits: 10)
  var stocks = NameCache(bits: 10)
  var days = DayCache()
  /// Whether rows are first read as if they had their columns in the order of the format. Tests
  /// compare both ways.
  var readsInOrder = true
  /// Whether what is only kept of groups and their legs is wanted.
  var keepsGroupColumns = true
  /// Where in the record a value is being read, for the faults that it may have.
  var place = Place()
  /// Where the key of the value being read stood.
  var keyOffset = 0
  /// The key that was read last, where it was looked up.
  var unknownKey = ScannedString(range: 0..<0, hasEscapes: false)
  /// Which rows or keys come next.
  var stage = Stage.start
  /// The table whose rows are being read.
  var table = DocumentTable.settings
  /// How many rows of stored positions and holdings there were.
  var storedRows: [LedgerTable: UInt32] = [:]
  /// The keys of the document's object so far, by their text.
  var topLevelKeys: Set<[UInt8]> = []
  /// Which tables of the document there were, under whatever key.
  var topLevelTables: UInt32 = 0
  /// Whether what is read are lines of NDJSON after the first one.
  var isLines = false
  /// The file's number among those of the ledger.
  var file = 0
  /// How many groups there were before this file.
  var firstGroup = 0
  /// Where in the file the window starts.
  var windowOffset = 0
  /// The most rows of one kind.
  var rowLimit = 0x7FFF_FFFF
  /// How many faults were not recorded.
  var unlistedFaults = 0

  /// Warnings of keys that differ.
  static let warningLimit = 100

  /// What is expected next in the document.
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
    /// Nothing, or the lines of NDJSON.
    case afterDocument
    /// A value that is no object, whose own faults are still looked for.
    case otherValue
    /// An element of such an array, or its end if it has none.
    case firstElement
    /// A comma or the end of such an array.
    case afterElement
    /// Nothing, after such a value.
    case afterOtherValue
    /// A line of NDJSON after the first one.
    case line
    /// The rest of a line with a syntax fault.
    case badLine
    case ended
  }

  /// Starts on the next file.
  mutating func begin(_ source: SourceFile) {
    file = draft.tables.sources.count
    draft.tables.sources.append(source)
    stage = .start
    isLines = false
    firstGroup = draft.tables.groups.count
    windowOffset = 0
    topLevelKeys.removeAll()
    topLevelTables = 0
    if file >= Self.fileLimit { refuseFile() }
  }

  /// The most files of a ledger: more can't be told apart in a `SourcePosition`.
  private static let fileLimit = 65_535

  private mutating func refuseFile() {
    if file == Self.fileLimit { report(Messages.tooManyFiles, at: .none) }
    stage = .ended
  }

  /// Whether the file needs no more bytes.
  var isDone: Bool { stage == .ended }

  /// The position of an offset in the window.
  func position(_ offset: Int) -> SourcePosition {
    SourcePosition(file: file, offset: windowOffset &+ offset)
  }

  /// Reads as many records as the window holds: its first `end` bytes, with zeros or nothing after
  /// them. It begins at the byte `first`, and with no record at or after `pause`.
  /// - Returns: How many bytes are done with.
  mutating func consume(
    _ bytes: Span<UInt8>, from first: Int = 0, pause: Int = .max, end: Int, isLast: Bool
  ) -> Int {
    scanner.index = first
    scanner.end = end
    scanner.isLast = isLast
    if !hasRoom(forRowsIn: end - first) { refuseTooManyRows() }
    while stage != .ended, scanner.index < pause {
      let start = scanner.index
      let mark = Checkpoint(self)
      do throws(ScanStop) {
        try step(bytes)
        commit()
      } catch {
        scanner.keys.reset()
        guard case .fault(let fault) = error else {
          mark.drop(&self)
          return start
        }
        mark.dropRows(&self)
        report(fault, bytes)
        scanner.index = fault.offset
        stage = isLines ? .badLine : .ended
      }
    }
    return scanner.index
  }

  /// Whether the rows of so many bytes can be numbered, in 31 bits; the shortest has two bytes.
  func hasRoom(forRowsIn count: Int) -> Bool {
    let most = max(
      draft.tables.groups.count, draft.tables.stockLegs.count, draft.tables.cashLegs.count,
      draft.flatStockLegs.count, draft.flatCashLegs.count, draft.tables.prices.count)
    return most + count / 2 <= rowLimit
  }

  private mutating func refuseTooManyRows() {
    report(Messages.tooManyRecords, at: position(0))
    stage = .ended
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
}

/// Where in a record a value stands.
struct Place {
  /// The offset of the record in the window.
  var record = 0
  /// The slot of the column in the `ColumnPredictor`.
  var slot = 0
  /// How many brackets are open around the values of the record.
  var depth = 1
  /// The index in `lots`, where the value is in an entry of it; -1 elsewhere.
  var lot = -1
}
