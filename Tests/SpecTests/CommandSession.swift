import Folio
import Synchronization

@testable import FolioCLI

/// Runs a command line the way the program does, with its files, output and clock in memory.
final class CommandSession {
  private(set) var output = ""
  private(set) var errors = ""
  private(set) var status: Int32 = 0
  private(set) var written: [String: String] = [:]
  /// The files. What a command writes is one from then on.
  var files: [String: [UInt8]] {
    get { disk.files.withLock { $0 } }
    set { disk.files.withLock { $0 = newValue } }
  }
  private let disk = Disk()
  private let stores = Shelf()
  /// What standard output is.
  var terminal = TerminalProperties()
  /// The width of messages on standard error.
  var messageWidth: Int?
  /// What standard input has.
  var input: [UInt8] = []
  /// The variables of the environment.
  var environment: [String: String] = [:]
  /// The path of a folder without links; nil: as it is.
  var realFolder: (@Sendable (String) -> String?)?
  /// The value of FOLIO_JOBS.
  var jobs: String?
  /// The time elapsed, as the limit of seconds sees it.
  var elapsed: @Sendable () -> Duration = { .zero }
  /// The date of today.
  var today = Day.first
  /// What the network answers; nil if the program has none.
  var network: ScriptedNetwork?
  /// The pauses that were made.
  private(set) var pauses: [Duration] = []
  /// The output of programs; nil for one that fails.
  var programs: ([String]) -> String? = { _ in nil }
  /// The answers that are typed; nil without a terminal.
  var typed: [String]?
  /// The clock before the first command, in seconds since 1970.
  var start = 1_717_200_000
  private var minutes = 0
  private var ids = 0

  init(_ files: [String: [UInt8]]) { self.files = files }

  private final class Disk: Sendable {
    let files = Mutex<[String: [UInt8]]>([:])
  }

  /// Forgets what the last command line said.
  func forgetAnswer() {
    output = ""
    errors = ""
    status = 0
  }

  /// Leaves a part of a change at the end of a store, as an interrupted command does.
  func interruptChange(of store: String) { stores.interruptChange(of: store) }

  /// Runs `folio` with these arguments, on one ledger.
  func run(_ arguments: [String]) {
    forgetAnswer()
    let runner = CommandRunner(environment: surroundings(tasks: 1))
    do {
      try runner.run(try runner.invocation(arguments))
    } catch {
      status = runner.end(with: error)
    }
  }

  /// Runs `folio` with these arguments, on so many portfolios at a time.
  func run(_ arguments: [String], tasks: Int) async {
    forgetAnswer()
    status = await CommandRunner(environment: surroundings(tasks: tasks)).run(arguments)
  }

  /// Prints a report of a ledger while it is read, on two cores, where that can be.
  /// - Returns: whether it could.
  func showWhileReading(_ arguments: [String]) async throws -> Bool {
    forgetAnswer()
    var runner = CommandRunner(environment: surroundings(tasks: 2))
    return try await runner.showWhileReading(try runner.invocation(arguments))
  }

  private func takeInput() -> [UInt8] {
    defer { input = [] }
    return input
  }

  private func surroundings(tasks: Int) -> CommandEnvironment {
    let contents: @Sendable (String) throws(SourceFailure) -> [UInt8] = {
      [disk] name throws(SourceFailure) in
      if let bytes = disk.files.withLock({ $0[name] }) { return bytes }
      throw SourceFailure(name: name, reason: .notFound)
    }
    var made = CommandEnvironment(
      today: { [today] in today },
      openLedger: { name, _ throws(SourceFailure) in
        LedgerSource(try contents(name), name: name)
      },
      contents: contents,
      namedContents: { path, limit throws(SourceFailure) in
        let bytes = try contents(path.replacing("data/../", with: ""))
        return bytes.count > limit ? nil : bytes
      },
      folder: { [files] name in
        let inside = files.keys.filter { $0.hasPrefix(name + "/") }.sorted()
        return inside.isEmpty ? nil : inside
      },
      lines: { name, _ throws(SourceFailure) in DocumentLines(try contents(name)) },
      tasks: tasks,
      configuration: { [environment, files] () throws(BackendFault) in
        try BackendConfiguration(environment: environment) { files[$0] }
      },
      openStore: { [stores] address, access throws(StoreFailure) in
        try stores.open(address, access)
      },
      createStore: { [stores] address, document, time, _ throws(StoreFailure) in
        try stores.create(address, document, time)
      },
      now: { [unowned self] in
        self.minutes += 1
        return Timestamp(secondsSince1970: self.start + 60 * self.minutes)
      },
      newID: { [unowned self] in
        self.ids += 1
        return "id-\(self.ids)"
      },
      writeOutput: { [unowned self] bytes throws(SinkFailure) in
        self.output += String(decoding: copy bytes, as: UTF8.self)
      },
      writeError: { [unowned self] in self.errors += $0.string },
      prepareOutput: { [unowned self] path, protected throws(CommandFailure) in
        guard let path else { return nil }
        if protected.files.contains(path) {
          throw CommandFailure(UsageError.overwrites(.flag(path), .input(path)))
        }
        return { self.outputFile(path) }
      })
    playNetwork(in: &made)
    made.entries = { [files] in Self.entries(of: $0, in: files.keys) }
    if let realFolder { made.realFolder = realFolder }
    made.terminal = terminal
    made.messageWidth = messageWidth
    made.readInput = takeInput
    made.jobs = { [jobs] in jobs }
    made.clock = elapsed
    return made
  }

  /// Gives a command its network, its programs and its answers of the terminal.
  private func playNetwork(in made: inout CommandEnvironment) {
    made.http = { [network] in network }
    made.variable = { [environment] in environment[$0] }
    made.pause = { [unowned self] in self.pauses.append($0) }
    made.programOutput = { [programs] words throws(ProgramFault) in
      guard let output = programs(words) else { throw ProgramFault(reason: "it failed") }
      return Array(output.utf8)
    }
    if typed != nil {
      made.ask = { [unowned self] prompt in
        self.errors += prompt.string + "\n"
        return self.typed?.isEmpty ?? true ? "" : self.typed?.removeFirst() ?? ""
      }
    }
  }

  private func outputFile(_ path: String) -> OutputFile {
    let page = Page()
    return OutputFile(
      write: { page.bytes += copy $0 },
      commit: {
        self.written[path] = String(decoding: page.bytes, as: UTF8.self)
        self.files[path] = page.bytes
      })
  }

  /// The names in a folder, those of subfolders with a slash.
  private static func entries(of folder: String, in paths: some Sequence<String>) -> [String] {
    let start = folder == "." ? "" : folder + "/"
    let names = paths.filter { $0.hasPrefix(start) }.map { path in
      let rest = path.dropFirst(start.count)
      let name = rest.prefix { $0 != "/" }
      return name.count == rest.count ? String(name) : name + "/"
    }
    return Set(names).sorted()
  }

  /// The codes of the errors on standard error, in order.
  var faultCodes: [String] {
    errors.split(separator: "\n").compactMap { line in
      guard line.contains("error: "), line.hasSuffix("]"), let open = line.lastIndex(of: "[")
      else { return nil }
      return String(line[line.index(after: open)...].dropLast())
    }
  }
}

/// Stores in memory, by address. Those who work side by side only read what is on it.
private final class Shelf: @unchecked Sendable {
  private var keepers: [String: SharedStorage] = [:]

  func open(
    _ address: StoreAddress, _ access: StoreAccess
  ) throws(StoreFailure) -> StoreOperations {
    guard let keeper = keepers[address.text] else { throw .notFound(.store(address.text)) }
    return StoreOperations(keeper, name: address.text)
  }

  func create(
    _ address: StoreAddress, _ document: StoreInput, _ time: Timestamp
  ) throws(StoreFailure) -> StoreOperations {
    let contents = try StoreOperations.contents(of: document, at: time)
    if keepers[address.text] != nil { throw .conflict(.storeExists(address.text)) }
    let keeper = SharedStorage(holding: contents)
    keepers[address.text] = keeper
    return StoreOperations(keeper, name: address.text)
  }
}

extension Shelf {
  /// Leaves a part of a change at the end of a store.
  func interruptChange(of address: String) { keepers[address]?.foundIncompleteChange = true }
}

/// Rows in memory that several command lines see.
private final class SharedStorage: RecordStorage {
  private var memory: MemoryStorage
  /// Whether a change that was written next is there in part.
  var foundIncompleteChange = false

  init(holding contents: StoreContents) { memory = MemoryStorage(holding: contents) }

  func contents() throws(StoreFailure) -> StoreContents { try memory.contents() }

  func commit(_ change: StoreChange, expecting last: Int) throws(StoreFailure) {
    try memory.commit(change, expecting: last)
    foundIncompleteChange = false
  }
}

private final class Page {
  var bytes: [UInt8] = []
}
