/// Reads ledger documents, JSON or NDJSON, into one draft (Specs/ledger-format.md).
///
/// Each `read` is one file; all files together are one ledger. A fault does not end the reading:
/// the draft lists all faults with their positions.
public struct LedgerReader: Sendable {
  /// Currencies that reports need besides those in the ledger. Exchange rates in files of rates
  /// that lead to no such currency are left out.
  public var reportCurrencies: Set<Currency> = []
  /// Whether the rows of several users are read together, for formats that hold the rows of all
  /// users.
  package var allowsSeveralUsers = false
  /// Whether unknown keys at the top level and in the settings are kept instead of being faults:
  /// for the contents of stores, which earlier versions may have written.
  package var acceptsUnknownKeys: Bool {
    get { reader.records.acceptsUnknownKeys }
    set { reader.records.acceptsUnknownKeys = newValue }
  }
  /// Whether columns of groups and legs that have no meaning are kept. They change no figure.
  package var keepsGroupColumns: Bool {
    get { reader.records.keepsGroupColumns }
    set { reader.records.keepsGroupColumns = newValue }
  }
  /// The number of groups read so far.
  package var groupCount: Int { reader.records.draft.tables.groups.count }
  var reader: DocumentReader
  var staging = QuoteStaging()
  var shared: SharedQuotes?
  /// Whether prices of these files are not copied.
  var sharesPriceRows = false
  private let windowSize: Int
  /// The size of the longest document in memory that is read without a window.
  private let wholeLimit: Int

  /// How many bytes are read before memory is reserved for the rest: enough for the groups to
  /// outweigh the tables before them.
  private static let sampleSize = 1 << 20

  /// Creates a reader of the rows of `user` and those without a user; by default of all rows, which
  /// must belong to one user.
  public init(user: String? = nil) {
    self.init(user: user, windowSize: 1 << 17, wholeLimit: .max)
  }

  /// Creates a reader whose window has this size at first. Documents in memory that fit into it are
  /// read without a window.
  init(user: String? = nil, windowSize: Int, wholeLimit: Int? = nil, rowLimit: Int? = nil) {
    reader = DocumentReader(user: user)
    if let rowLimit { reader.rowLimit = rowLimit }
    self.windowSize = windowSize
    self.wholeLimit = wholeLimit ?? windowSize
  }

  /// Reads a document in memory. `firstLine` is the line number of its first line in the file that
  /// it is a part of.
  public mutating func read(_ bytes: [UInt8], name: String, firstLine: Int = 1) {
    // An array cannot fail.
    try? read(LedgerSource(bytes, name: name, firstLine: firstLine))
  }

  /// Reads a file, or standard input for `-`.
  /// - Parameter progress: Receives the number of bytes read, about every 128 KiB.
  public mutating func readFile(
    _ path: String, progress: WorkProgress.Receiver? = nil
  ) throws(SourceFailure) {
    try read(LedgerSource.file(path), progress: progress)
  }

  /// Reads a document from a source, through a window that grows only for long records.
  /// - Parameter progress: Receives the number of bytes read, about every 128 KiB.
  public mutating func read(
    _ source: LedgerSource, progress: WorkProgress.Receiver? = nil
  ) throws(SourceFailure) {
    reader.begin(source.file)
    if let bytes = source.contents, bytes.count <= wholeLimit,
      reader.hasRoom(forRowsIn: bytes.count)
    {
      progress?(WorkProgress(.bytes, done: 0, of: bytes.count))
      return readWhole(bytes)
    }
    var source = source
    var window = Window(size: windowSize)
    var isReserved = false
    while !reader.isDone {
      try reader.readWindow(&window, from: &source.bytes)
      let read = reader.records.windowOffset + window.count
      // A file may have grown since it was opened.
      progress?(WorkProgress(.bytes, done: read, of: source.size.map { max($0, read) }))
      let done = reader.records.windowOffset + window.done
      if let size = source.size, !isReserved, done >= Self.sampleSize {
        reader.reserve(forBytes: size, after: done)
        isReserved = true
      }
    }
  }

  private mutating func readWhole(_ bytes: [UInt8]) {
    bytes.withSpan { bytes in
      let end = bytes.count
      let done = reader.consume(bytes, pause: Self.sampleSize, end: end, isLast: true)
      if reader.isDone { return }
      reader.reserve(forBytes: end, after: done)
      _ = reader.consume(bytes, from: done, end: end, isLast: true)
    }
  }

  /// The draft of everything that was read, and a reader of changes of that ledger.
  package consuming func finishLive() -> (draft: LedgerDraft, changes: LiveReader) {
    settle()
    return (reader.records.draft, LiveReader(reader))
  }

  /// The draft of everything that was read.
  public consuming func finish() -> LedgerDraft {
    settle()
    return reader.records.draft
  }

  private mutating func settle() {
    let quotes = shared?.staging ?? staging
    quotes.settle(
      in: &reader.records.draft, wanted: reportCurrencies, shared?.index,
      sharesRows: sharesPriceRows)
    reader.records.unlistedFaults += quotes.unlistedFaults
    reader.records.finish(allowsSeveralUsers: allowsSeveralUsers)
  }
}
