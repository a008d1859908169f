import FolioDiagnostics
import FolioModel
import FolioNumbers

/// Reads ledger documents, JSON or NDJSON, into one draft (Specs/ledger-format.md).
///
/// Each `read` is one file; all files together are one ledger. Faults do not stop the reading of
/// what can still be read: they are in the draft, each with its place.
public struct LedgerReader: Sendable {
  /// Currencies that reports will be asked for beside those that the ledger mentions: rates that
  /// lead to neither are left out of what files of rates give.
  public var reportCurrencies: Set<Currency> = []
  /// Whether rows of several users are taken together, though no one's money is all of it: for
  /// formats that hold the rows of all users.
  public var allowsSeveralUsers = false
  var reader = DocumentReader()
  var staging = QuoteStaging()
  private let user: String?
  private let windowSize: Int
  /// The longest document in memory that is read where it lies, not through a window.
  private let wholeLimit: Int

  /// How many bytes are read before it is said what the rest will need: enough for the groups to
  /// outweigh the tables before them.
  private static let sampleSize = 1 << 20

  /// A reader of the rows of all users, if there is one, or of the rows of `user` and those that
  /// have none.
  public init(user: String? = nil) {
    self.init(user: user, windowSize: 1 << 17, wholeLimit: .max)
  }

  /// A reader whose window starts with so many bytes; what fits in it, and is in memory, needs
  /// none.
  init(user: String? = nil, windowSize: Int, wholeLimit: Int? = nil, rowLimit: Int? = nil) {
    self.user = user
    self.windowSize = windowSize
    self.wholeLimit = wholeLimit ?? windowSize
    if let rowLimit { reader.rowLimit = rowLimit }
    if let user {
      reader.users.chosen = reader.draft.tables.names.identifier(of: Array(user.utf8))
    }
  }

  /// Reads a document that is wholly in memory. `firstLine` is the number of its first line in
  /// what `name` names, where it is a part of that.
  public mutating func read(_ bytes: [UInt8], name: String, firstLine: Int = 1) {
    let file = SourceFile(name: name, firstLine: firstLine, contents: bytes)
    if bytes.count <= wholeLimit, reader.hasRoom(forRowsIn: bytes.count) {
      readWhole(bytes, file)
      return
    }
    var source = MemorySource(bytes)
    // An array has no way to fail.
    try? read(&source, name: name, size: bytes.count, file: file)
  }

  /// Reads a document where it lies: it is its own window.
  private mutating func readWhole(_ bytes: [UInt8], _ file: SourceFile) {
    reader.begin(file)
    bytes.withSpan { bytes in
      let end = bytes.count
      let done = reader.consume(bytes, pause: Self.sampleSize, end: end, isLast: true)
      if reader.isDone { return }
      reader.reserve(forBytes: end, after: done)
      _ = reader.consume(bytes, from: done, end: end, isLast: true)
    }
  }

  /// Reads a document as its bytes come, through a window that grows only for long records.
  ///
  /// `size` in bytes, where it is known, lets memory be reserved once; `file` gives bytes back for
  /// the places of faults.
  public mutating func read(
    _ source: inout some ByteSource, name: String, size: Int?, file: SourceFile
  ) throws(SourceFailure) {
    try read(&source, size: size, file: file, nil)
  }

  mutating func read(
    _ source: inout some ByteSource, size: Int?, file: SourceFile,
    _ progress: WorkProgress.Receiver?
  ) throws(SourceFailure) {
    reader.begin(file)
    var window = Window(size: windowSize)
    var done = 0
    var isReserved = false
    while !reader.isDone {
      try window.advance(by: done, from: &source)
      reader.windowOffset += done
      let read = reader.windowOffset + window.count
      // A file may have grown since it was opened.
      progress?(WorkProgress(.bytes, done: read, of: size.map { max($0, read) }))
      done = reader.consume(window.bytes.span, end: window.count, isLast: window.isLast)
      let total = reader.windowOffset + done
      if let size, !isReserved, total >= Self.sampleSize {
        reader.reserve(forBytes: size, after: total)
        isReserved = true
      }
    }
  }

  /// The draft of all that was read.
  public consuming func finish() -> LedgerDraft {
    staging.settle(in: &reader.draft, wanted: reportCurrencies)
    reader.unlistedFaults += staging.unlistedFaults
    reader.finish(user: user, allowsSeveralUsers: allowsSeveralUsers)
    return reader.draft
  }
}
