import Folio

/// Runs one command line.
struct CommandRunner {
  var environment: CommandEnvironment
  /// The bar that shows how far the work has come; nil where nobody would see it.
  var progress: ProgressBar?
  /// The one ledger of the command line, where it is open already and at its beginning.
  var openedLedger: LedgerSource?
  /// Opens the file that `--output` names; nil for standard output.
  private var openFile: CommandEnvironment.OpenOutput?

  init(environment: CommandEnvironment) { self.environment = environment }

  /// Does what the arguments say.
  /// - Returns: the exit status.
  func run(_ arguments: [String]) async -> Int32 {
    do {
      let invocation = try invocation(arguments)
      var runner = withProgress(invocation.options)
      defer { runner.progress?.clear() }
      if let each = invocation.options.each { return try await runner.run(invocation, on: each) }
      runner = try runner.prepared(invocation, ProtectedFiles(invocation))
      runner.announce(invocation)
      if try await !runner.showWhileReading(invocation) {
        try invocation.command.run(runner, invocation)
      }
      return ExitStatus.fine
    } catch let error as UsageError {
      // Any word of a line that can't be read may name an input, and standard error may lead there.
      _ = try? environment.prepareOutput(nil, ProtectedFiles(arguments: arguments))
      return end(with: error)
    } catch {
      return end(with: error)
    }
  }

  /// Tells the version, without a task and without knowing the flags of all commands: either would
  /// take about as long as the rest.
  /// - Returns: the exit status; nil where the arguments ask for anything else.
  func tellVersion(_ arguments: [String]) -> Int32? {
    guard arguments == ["--version"] else { return nil }
    do {
      _ = try prepared(Invocation(command: .version), ProtectedFiles())
      try printVersion()
      return ExitStatus.fine
    } catch {
      return end(with: error)
    }
  }

  /// What a command line means here.
  func invocation(_ arguments: [String]) throws(UsageError) -> Invocation {
    try parse(arguments, stores: ConfiguredStores(configuration: environment.configuration))
  }

  /// Ends the command with what went wrong.
  func end(with error: any Error) -> Int32 {
    let failure = CommandFailure(error)
    environment.writeError(failure.text)
    return failure.status
  }

  /// Does what the command line says of one portfolio.
  func run(_ invocation: Invocation) throws {
    let prepared = try prepared(invocation, ProtectedFiles(invocation))
    prepared.announce(invocation)
    let runner = prepared.withProgress(invocation.options)
    defer { runner.progress?.clear() }
    try invocation.command.run(runner, invocation)
  }

  /// The same runner, once it is sure that the command overwrites nothing of these files and of
  /// what the environment names.
  func prepared(
    _ invocation: Invocation, _ files: ProtectedFiles
  ) throws -> CommandRunner {
    var runner = self
    runner.openFile = try environment.prepareOutput(invocation.options.output, files)
    return runner
  }

  /// Opens what `--output` names, or else standard output.
  func openOutput() throws -> OutputFile {
    if let openFile { return try openFile() }
    return OutputFile(
      isTerminal: environment.terminal.isTerminal, write: environment.writeOutput, keep: {},
      drop: {})
  }

  /// Says which store is taken where none was named.
  private func announce(_ invocation: Invocation) {
    if let line = invocation.announcement { say("\(line)", invocation) }
  }

  func printVersion() throws(SinkFailure) {
    try show("folio \(FolioVersion.current)\n")
  }

  /// Writes a text of the program's own to standard output.
  func show(_ text: String) throws(SinkFailure) {
    try environment.writeOutput(Array(text.utf8))
  }
}

/// Why a command could not do its work, in words, and the exit status for it.
struct CommandFailure: Error {
  var text: TerminalText
  var status: Int32
  /// What is wrong with the ledger, where that is why.
  var faults: LedgerFaults?
}

extension CommandFailure {
  /// What was thrown, in words.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as UsageError:
      self.init(text: "\(error.message)\n", status: ExitStatus.usage)
    case let failure as StoreFailure:
      self.init(text: "folio: \(failure)\n", status: failure.status)
    case let failure as SourceFailure:
      self.init(text: "folio: \(failure.name): \(failure.words)\n", status: ExitStatus.file)
    case is ArithmeticFault: self = .tooManyDigits
    case let failure as SinkFailure:
      self.init(
        text: "folio: the output cannot be written: \(failure.reason)\n",
        status: ExitStatus.file)
    default: self.init(text: "folio: \(error)\n", status: ExitStatus.file)
    }
  }

  /// A command line that cannot be done.
  static func usage(_ text: TerminalText) -> CommandFailure {
    CommandFailure(text: "folio: \(text)\n", status: ExitStatus.usage)
  }

  /// A sum that can't be kept exactly.
  static let tooManyDigits = CommandFailure(
    text: "folio: a sum of this report needs more than 36 digits; the ledger's numbers are "
      + "too large to be added exactly\n", status: ExitStatus.faults)
}
