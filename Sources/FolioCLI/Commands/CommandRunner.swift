/// Runs one command line.
struct CommandRunner {
  var environment: CommandEnvironment
  /// The progress bar; nil if standard error is not a terminal or `--quiet` is set.
  var progress: ProgressBar?
  /// The only ledger of the command line, if it is already open and at its beginning.
  var openedLedger: LedgerSource?
  /// The same for a store.
  var openedDocument: StoreDocument?
  /// Opens the `--output` file; nil for standard output.
  private var openFile: CommandEnvironment.OpenOutput?

  init(environment: CommandEnvironment) {
    self.environment = environment
    guard let width = environment.messageWidth else { return }
    self.environment.writeError = { environment.writeError($0.wrapped(at: width)) }
  }

  /// Runs the command that the arguments describe.
  /// - Returns: the exit status.
  func run(_ arguments: [String]) async -> Int32 {
    do {
      let invocation = try invocation(arguments)
      _ = try condition(invocation.options)
      try invocation.options.checkPortfolios()
      var runner = withProgress(invocation.options)
      runner.environment.tasks = try tasks(invocation)
      defer { runner.progress?.clear() }
      if let each = invocation.options.each { return try await runner.run(invocation, on: each) }
      runner = try runner.prepared(invocation, ProtectedFiles(invocation))
      runner.announce(invocation)
      if try await !runner.showWhileReading(invocation) { try runner.perform(invocation) }
      return ExitStatus.fine
    } catch let error as UsageError {
      // Any word of an unreadable line may name an input file, and standard error may be redirected
      // to that file.
      _ = try? environment.prepareOutput(nil, ProtectedFiles(arguments: arguments))
      return end(with: error)
    } catch {
      return end(with: error)
    }
  }

  /// Prints the version if that is the only argument. Neither starts a task nor initializes the
  /// flags of all commands: either would take about as long as the rest.
  /// - Returns: the exit status; nil for all other arguments.
  func handleVersionFlag(_ arguments: [String]) -> Int32? {
    guard arguments == ["--version"] else { return nil }
    do {
      _ = try prepared(Invocation(command: .version), ProtectedFiles())
      try printVersion()
      return ExitStatus.fine
    } catch {
      return end(with: error)
    }
  }

  /// Parses the arguments.
  func invocation(_ arguments: [String]) throws(UsageError) -> Invocation {
    try parse(arguments, stores: ConfiguredStores(configuration: environment.configuration))
  }

  /// The number of portfolios to process at a time. A ledger alone uses no second core if it is 1.
  private func tasks(_ invocation: Invocation) throws(UsageError) -> Int {
    if let jobs = invocation.options.jobs { return jobs }
    guard Flag.named("jobs").map(invocation.command.takes) ?? false, let text = environment.jobs()
    else { return environment.tasks }
    if let jobs = PortfolioOptions.jobs(text) { return jobs }
    throw UsageError(
      "FOLIO_JOBS: '\(text)' is not a number of jobs. Set it to 1 to 1024, or give --jobs.")
  }

  /// Prints an error.
  /// - Returns: the exit status.
  func end(with error: any Error) -> Int32 {
    let failure = CommandFailure(error)
    environment.writeError(failure.text)
    return failure.status
  }

  /// Runs the command for one portfolio.
  func run(_ invocation: Invocation) throws {
    let prepared = try prepared(invocation, ProtectedFiles(invocation))
    prepared.announce(invocation)
    let runner = prepared.withProgress(invocation.options)
    defer { runner.progress?.clear() }
    try runner.perform(invocation)
  }

  /// Whether a command can report each file of a folder.
  private func takesEach(_ command: Command) -> Bool {
    Flag.named("each").map(command.takes) ?? false
  }

  /// Runs the command. Diagnostics of a ledger are formatted as its options require.
  private func perform(_ invocation: Invocation) throws {
    do {
      try invocation.command.run(self, invocation)
    } catch let failure as SourceFailure where !takesEach(invocation.command) {
      throw CommandFailure.ended(ExitStatus.file, "\(failure)")
    } catch {
      guard let faults = Self.faults(of: error) else { throw error }
      throw failure(faults, invocation.options)
    }
  }

  /// The faults of a ledger that an error is about.
  private static func faults(of error: any Error) -> LedgerFaults? {
    switch error {
    case let faults as LedgerFaults: faults
    case let failure as StoreFailure: failure.faults
    case ExportFault.faults(let faults), QueryFault.faults(let faults): faults
    default: nil
    }
  }

  /// A copy of the runner with its output prepared. Throws if the command would overwrite one of
  /// these files or a store or file that the environment names.
  func prepared(
    _ invocation: Invocation, _ files: ProtectedFiles
  ) throws -> CommandRunner {
    var runner = self
    runner.openFile = try environment.prepareOutput(invocation.options.output, files)
    return runner
  }

  /// Opens the `--output` file or standard output.
  func openOutput() throws -> OutputFile {
    if let openFile { return try openFile() }
    return OutputFile(
      isTerminal: environment.terminal.isTerminal, write: environment.writeOutput)
  }

  /// Prints which store is used if it comes from the configuration.
  private func announce(_ invocation: Invocation) {
    if let line = invocation.announcement { say("\(line)", invocation) }
  }

  func printVersion() throws(SinkFailure) {
    try show("folio \(FolioVersion.current)\n")
  }

  /// Writes a text to standard output.
  func show(_ text: String) throws(SinkFailure) {
    try environment.writeOutput(Array(text.utf8))
  }
}

/// The reason why a command failed, and its exit status.
struct CommandFailure: Error {
  var text: TerminalText
  var status: Int32
  /// The diagnostics of the ledger, if they are the reason.
  var faults: LedgerFaults?
}

extension CommandFailure {
  /// Converts any error to a message and an exit status.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as UsageError:
      self.init(text: "\(error.message)\n", status: ExitStatus.usage)
    case let failure as StoreFailure: self = .ended(failure.status, failure.message)
    case let failure as SourceFailure:
      let flag = failure.reason == .isDirectory ? ", or report each with --each file" : ""
      self = .ended(ExitStatus.file, "\(failure)\(flag)")
    case let fault as ConditionFault: self = .condition(fault)
    case is ArithmeticFault, ExportFault.arithmetic, QueryFault.arithmetic: self = .tooManyDigits
    case ExportFault.notPossible(let reason):
      self = .ended(ExitStatus.faults, "export: \(reason)")
    case QueryFault.limit(let text): self = .ended(ExitStatus.faults, "query: \(text)")
    case let fault as QueryFault: self = .usage("query: \(fault)")
    case let fault as WhatIfFault:
      let hint = if case .severalAccounts = fault { " '--broker ID' names it." } else { "" }
      self = .usage("what-if: \(fault.description)\(hint)")
    case let failure as SinkFailure:
      self = .ended(ExitStatus.file, "the output cannot be written: \(failure.reason)")
    default: self = .ended(ExitStatus.file, "\(error)")
    }
  }

  /// A failure with a status and a one-line message.
  static func ended(_ status: Int32, _ text: TerminalText) -> CommandFailure {
    CommandFailure(text: "folio: \(text)\n", status: status)
  }

  /// A failure because of incorrect usage.
  static func usage(_ text: TerminalText) -> CommandFailure { ended(ExitStatus.usage, text) }

  /// The same with several messages, each in its line.
  static func usage(lines: [TerminalText]) -> CommandFailure {
    let text = lines.reduce(into: "" as TerminalText) { $0 += "folio: \($1)\n" }
    return CommandFailure(text: text, status: ExitStatus.usage)
  }

  /// A condition on rows that cannot be used.
  static func condition(_ fault: ConditionFault) -> CommandFailure {
    var text: TerminalText = "folio: --where: \(fault.problem).\n"
    text += "  \(fault.text)\n  \(fault.marks)\n\(fault.advice)\n"
    return CommandFailure(text: text, status: ExitStatus.usage)
  }

  /// A sum exceeds the precision of `ExactDecimal`.
  static let tooManyDigits = ended(
    ExitStatus.faults,
    "a sum of this report needs more than 36 digits; some numbers of the ledger are too large or "
      + "have too many decimals; 'folio check' names an instrument whose lots can't be added up")
}
