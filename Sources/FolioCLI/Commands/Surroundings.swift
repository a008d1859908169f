import Folio

/// Everything outside of the program that a command touches: where ledgers come from, where text
/// goes, the terminal, and what day it is. Tests bring their own.
struct Surroundings {
  /// What is known about standard output.
  var terminal = TerminalFacts()
  typealias OpenLedger = @Sendable (_ name: String) throws(SourceFailure) -> LedgerSource
  typealias OpenStore =
    @Sendable (StoreAddress, JournalKeeper.Access) throws(StoreFailure) -> StoreBook

  /// The day of the clock, asked only when a flag says `today`.
  var today: () -> Day
  /// How wide the terminal is that standard error goes to; nil where it goes elsewhere, or to one
  /// that can't draw a line over again.
  var errorWidth: Int?
  /// The time since some beginning, which nothing sets back.
  var clock: () -> Duration = { .zero }
  /// Opens the ledger with this name; `-` is standard input.
  var openLedger: OpenLedger
  /// All bytes of a file: those of prices and of exchange rates are read as a whole.
  var contents: @Sendable (_ name: String) throws(SourceFailure) -> [UInt8]
  /// The paths of the ledgers in a folder, in order; nil where the name is that of a file.
  var folder: (_ name: String) throws(SourceFailure) -> [String]?
  /// The lines of a file, each a ledger of its own.
  var lines: (_ name: String) throws(SourceFailure) -> DocumentLines
  /// How many portfolios are worked on at a time.
  var tasks = 1
  /// What is configured about where the ledger is kept, asked only where no store is named.
  var configuration: () throws(BackendFault) -> BackendConfiguration = { .init() }
  /// Opens the store at an address.
  var openStore: OpenStore
  /// The clock, asked for the times of what is kept.
  var now: () -> Timestamp
  /// An id that nothing else has.
  var newID: () -> String
  /// Writes bytes to standard output.
  var writeOutput: (borrowing [UInt8]) throws(SinkFailure) -> Void
  /// Writes text to standard error.
  var writeError: (String) -> Void
  /// Opens a file to be written.
  var openFile: (_ path: String) throws(SinkFailure) -> OutputFile
}

/// A file that is being written. It takes its name only when all of it is there.
struct OutputFile {
  /// Writes the next bytes.
  var write: (borrowing [UInt8]) throws(SinkFailure) -> Void
  /// Ends it, and gives it its name.
  var keep: () throws(SinkFailure) -> Void
  /// Ends it, and leaves what was there before.
  var drop: () -> Void
}

extension Surroundings {
  /// Writes a file as a whole: the closure is handed a sink.
  func writeFile(
    _ path: String, _ body: (inout TextSink) throws(SinkFailure) -> Void
  ) throws(SinkFailure) {
    let file = try openFile(path)
    do {
      try TextSink.write(to: file.write, body)
    } catch {
      file.drop()
      throw error
    }
    try file.keep()
  }
}

extension TextSink {
  /// Hands a sink to the body, and on what it collects.
  static func write(
    to receiver: @escaping (borrowing [UInt8]) throws(SinkFailure) -> Void,
    _ body: (inout TextSink) throws(SinkFailure) -> Void
  ) throws(SinkFailure) {
    var sink = TextSink(write: receiver)
    try body(&sink)
    try sink.finish()
  }
}

/// The exit statuses of the program (Specs/cli.md).
enum ExitStatus {
  static let fine: Int32 = 0
  static let faults: Int32 = 1
  static let usage: Int32 = 2
  static let file: Int32 = 3
}
