import Folio

/// Everything outside of the program that a command touches: where ledgers come from, where text
/// goes, the terminal, and what day it is. Tests bring their own.
struct CommandEnvironment {
  /// What is known about standard output.
  var terminal = TerminalFacts()
  typealias OpenLedger = @Sendable (_ name: String) throws(SourceFailure) -> LedgerSource
  typealias OpenLines =
    (_ name: String, _ isMember: Bool) throws(SourceFailure) -> DocumentLines
  typealias OpenOutput = () throws -> OutputFile
  typealias OpenStore =
    @Sendable (StoreAddress, StoreAccess) throws(StoreFailure) -> StoreBook
  typealias CreateStore =
    @Sendable (StoreAddress, StoreInput, Timestamp) throws(StoreFailure) -> StoreBook

  /// The day of the clock, asked only when a flag says `today`.
  var today: () -> Day
  /// How wide the terminal is that standard error goes to; nil where it goes elsewhere, or to one
  /// that can't draw a line over again.
  var errorWidth: Int?
  /// The time since some beginning, which nothing sets back.
  var clock: () -> Duration = { .zero }
  /// Opens the ledger with this name; `-` is standard input.
  var openLedger: OpenLedger
  /// Opens a file that was found in a folder: nobody named it, so it has to be a file.
  var openMember: OpenLedger?
  /// All bytes of a file: those of prices and of exchange rates are read as a whole.
  var contents: @Sendable (_ name: String) throws(SourceFailure) -> [UInt8]
  /// The paths of the ledgers in a folder, in order; nil where the name is that of a file.
  var folder: (_ name: String) throws(SourceFailure) -> [String]?
  /// The lines of a file, each a ledger of its own.
  var lines: OpenLines
  /// How many portfolios are worked on at a time.
  var tasks = 1
  /// What is configured about where the ledger is kept, asked only where no store is named.
  var configuration: () throws(BackendFault) -> BackendConfiguration = { .init() }
  /// Opens the store at an address.
  var openStore: OpenStore
  /// Makes a store at an address that holds a document, in one step.
  var createStore: CreateStore = { address, document, time throws(StoreFailure) in
    try address.create(with: document, at: time)
  }
  /// The clock, asked for the times of what is kept.
  var now: () -> Timestamp
  /// An id that nothing else has.
  var newID: () -> String
  /// Writes bytes to standard output.
  var writeOutput: (borrowing [UInt8]) throws(SinkFailure) -> Void
  /// Writes text to standard error.
  var writeError: (TerminalText) -> Void
  /// Sees to it that what is written overwrites nothing else, before anything is read, and returns
  /// what opens the output: the file at the path, or nil for standard output.
  var prepareOutput: (_ path: String?, ProtectedFiles) throws -> OpenOutput?
}

/// The exit statuses of the program (Specs/cli.md).
enum ExitStatus {
  static let fine: Int32 = 0
  static let faults: Int32 = 1
  static let usage: Int32 = 2
  static let file: Int32 = 3
}
