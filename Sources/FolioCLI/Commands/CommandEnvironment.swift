/// Everything outside the program that a command uses: input files, output, the terminal, stores
/// and the clock. Tests supply their own.
struct CommandEnvironment {
  /// The properties of standard output.
  var terminal = TerminalProperties()
  typealias OpenLedger =
    @Sendable (_ name: String, _ isMember: Bool) throws(SourceFailure) -> LedgerSource
  typealias NamedContents =
    @Sendable (_ name: String, _ limit: Int) throws(SourceFailure) -> [UInt8]?
  typealias OpenLines =
    (_ name: String, _ isMember: Bool) throws(SourceFailure) -> DocumentLines
  typealias OpenOutput = () throws -> OutputFile
  typealias OpenStore =
    @Sendable (StoreAddress, StoreAccess) throws(StoreFailure) -> StoreOperations
  typealias OpenDocument =
    @Sendable (StoreAddress) throws(StoreFailure) -> StoreOperations
  typealias CreateStore =
    @Sendable (StoreAddress, StoreInput, Timestamp, WorkProgress.Receiver?) throws(StoreFailure)
    -> StoreOperations

  /// Today's date. It is read only when a flag has the value `today`.
  var today: () -> Day
  /// The width in columns of the terminal connected to standard error; nil if standard error is not
  /// a terminal, or if the terminal cannot redraw a line.
  var errorWidth: Int?
  /// The width at which messages on standard error break; nil if they do not.
  var messageWidth: Int?
  /// The time elapsed on a monotonic clock.
  var clock: @Sendable () -> Duration = { .zero }
  /// Opens the ledger with this name; `-` is standard input. A member of a folder, unlike a file
  /// named by the user, must be a regular file.
  var openLedger: OpenLedger
  /// Reads a whole file. Used for prices and exchange rates.
  var contents: @Sendable (_ name: String) throws(SourceFailure) -> [UInt8]
  /// Reads a file of prices; a packed one is mapped to memory. By default `contents` reads it.
  var priceContents: (@Sendable (_ name: String) throws(SourceFailure) -> PriceContents)?
  /// Reads a whole file that settings name, not the user: a regular file; nil if it has more bytes
  /// than the limit.
  var namedContents: NamedContents = {
    name, _ throws(SourceFailure) in throw SourceFailure(name: name, reason: .notFound)
  }
  /// The absolute path of a folder without symbolic links; nil if there is no such folder.
  var realFolder: @Sendable (_ path: String) -> String? = { $0 }
  /// The sorted paths of the ledgers in a folder; nil if the name is not a folder.
  var folder: (_ name: String) throws(SourceFailure) -> [String]?
  /// The names in a folder, in order; those of subfolders end with a slash.
  var entries: @Sendable (_ folder: String) throws(SourceFailure) -> [String] = { _ in [] }
  /// Opens a file in which each line is a ledger of its own.
  var lines: OpenLines
  /// The number of portfolios that are processed concurrently.
  var tasks = 1
  /// The value of FOLIO_JOBS; nil if it is not set or empty.
  var jobs: () -> String? = { nil }
  /// The time that the portfolio at hand may take, if there are many and a limit.
  var timeLimit: TimeLimit?
  /// The files of prices and rates of the command line, if they were read for many portfolios.
  var sharedQuotes: SharedQuotes?
  /// The configured stores. Read only if the command line names no store.
  var configuration: () throws(BackendFault) -> BackendConfiguration = { .init() }
  /// Opens the store at an address.
  var openStore: OpenStore
  /// Opens a store for a reader of its whole document; nil to open it as for any other reader.
  var openDocument: OpenDocument?
  /// Creates a store at an address with the contents of a document, atomically.
  var createStore: CreateStore = { address, document, time, progress throws(StoreFailure) in
    try address.create(with: document, at: time, progress: progress)
  }
  /// Reads a password, after a prompt on a terminal.
  var readSecret: (_ prompt: TerminalText) throws -> String = { _ in
    throw CommandFailure.usage("there is no password. Type it, or pass it to standard input.")
  }
  /// Asks a question on the terminal; nil if there is none.
  var ask: ((_ prompt: TerminalText) throws -> String)?
  /// The network; nil if the program was built without one.
  var http: () -> (any HTTPClient)? = { nil }
  /// The value of a variable of the environment; nil if it is not set.
  var variable: (_ name: String) -> String? = { _ in nil }
  /// Waits.
  var pause: (Duration) -> Void = { _ in }
  /// Runs a program and returns its output.
  var programOutput: (_ words: [String]) throws(ProgramFault) -> [UInt8] = {
    _ throws(ProgramFault) in throw ProgramFault(reason: "programs cannot be started here")
  }
  /// The current time, for timestamps in stores.
  var now: () -> Timestamp
  /// A new unique id.
  var newID: () -> String
  /// The next bytes of standard input; none at its end.
  var readInput: () throws(SourceFailure) -> [UInt8] = { [] }
  /// Writes bytes to standard output.
  var writeOutput: (borrowing [UInt8]) throws(SinkFailure) -> Void
  /// Writes text to standard error.
  var writeError: (TerminalText) -> Void
  /// Checks, before anything is read, that the output overwrites no other file. Returns a function
  /// that opens the output at the path, or nil for standard output.
  var prepareOutput: (_ path: String?, ProtectedFiles) throws -> OpenOutput?
}

/// A file of prices.
enum PriceContents: Sendable {
  case bytes([UInt8])
  case packed(FixedBytes)
}

extension CommandEnvironment {
  /// Reads a file of prices.
  func pricesOrBytes(_ name: String) throws(SourceFailure) -> PriceContents {
    if let priceContents { return try priceContents(name) }
    return .bytes(try contents(name))
  }
}

/// Exit statuses, specified in Specs/cli.md.
enum ExitStatus {
  static let fine: Int32 = 0
  static let faults: Int32 = 1
  static let usage: Int32 = 2
  static let file: Int32 = 3
}
