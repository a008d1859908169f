import Folio

/// Everything outside of the program that a command touches: where ledgers come from, where text
/// goes, the terminal, and what day it is. Tests bring their own.
struct Surroundings {
  /// What is known about standard output.
  var terminal = TerminalFacts()
  /// The day of the clock, asked only when a flag says `today`.
  var today: () -> Day
  /// Reads the ledger with this name (`-` is standard input) into a reader.
  var read: (_ name: String, _ reader: inout LedgerReader) throws(SourceFailure) -> Void
  /// The bytes of a ledger (`-` is standard input).
  var readBytes: (_ name: String) throws(SourceFailure) -> [UInt8]
  /// Reads a file of prices into a reader, with what the flags say of prices that name no
  /// currency and no day.
  var readPrices:
    (_ name: String, _ currency: Currency?, _ day: Day?, _ reader: inout LedgerReader)
      throws(SourceFailure) -> Void
  /// Reads a file of exchange rates into a reader.
  var readRates: (_ name: String, _ reader: inout LedgerReader) throws(SourceFailure) -> Void
  /// Opens the store at an address.
  var openStore: (StoreAddress, JournalKeeper.Access) throws(StoreFailure) -> StoreBook
  /// The clock, asked for the times of what is kept.
  var now: () -> Timestamp
  /// An id that nothing else has.
  var newID: () -> String
  /// Writes bytes to standard output.
  var writeOutput: (borrowing [UInt8]) throws(SinkFailure) -> Void
  /// Writes text to standard error.
  var writeError: (String) -> Void
  /// Writes a file as a whole: the closure is handed a sink, and the file takes its name only
  /// when everything is written.
  var writeFile:
    (_ path: String, _ body: (inout TextSink) throws(SinkFailure) -> Void) throws(SinkFailure)
      -> Void
}

/// The exit statuses of the program (Specs/cli.md).
enum ExitStatus {
  static let fine: Int32 = 0
  static let faults: Int32 = 1
  static let usage: Int32 = 2
  static let file: Int32 = 3
}
