import Folio

/// Runs one command line.
struct CommandRunner {
  var surroundings: Surroundings
  /// The bar that shows how far the work has come; nil where nobody would see it.
  var progress: ProgressBar?
  /// The one ledger of the command line, where it is open already and at its beginning.
  var openedLedger: LedgerSource?

  init(surroundings: Surroundings) { self.surroundings = surroundings }

  /// Does what the arguments say.
  /// - Returns: the exit status.
  func run(_ arguments: [String]) async -> Int32 {
    do {
      let invocation = try invocation(arguments)
      var runner = withProgress(invocation.options)
      defer { runner.progress?.clear() }
      if let each = invocation.options.each { return try await runner.run(invocation, on: each) }
      if let line = invocation.announcement { runner.say(line, invocation) }
      if try await runner.showWhileReading(invocation) { return ExitStatus.fine }
      return try runner.perform(invocation)
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
      try printVersion()
      return ExitStatus.fine
    } catch {
      return end(with: error)
    }
  }

  /// What a command line means here.
  func invocation(_ arguments: [String]) throws(UsageError) -> Invocation {
    try parse(arguments, stores: ConfiguredStores(configuration: surroundings.configuration))
  }

  /// Ends the command with what went wrong.
  func end(with error: any Error) -> Int32 {
    let failure = CommandFailure(error)
    surroundings.writeError(failure.text)
    return failure.status
  }

  /// Does what the command line says of one portfolio.
  func run(_ invocation: Invocation) throws -> Int32 {
    if let line = invocation.announcement { say(line, invocation) }
    let runner = withProgress(invocation.options)
    defer { runner.progress?.clear() }
    return try runner.perform(invocation)
  }

  private func perform(_ invocation: Invocation) throws -> Int32 {
    switch invocation.command {
    case .help: try print(help(invocation.operand))
    case .version: try printVersion()
    case .completions: try print(completions(invocation.operand))
    case .check: return try check(invocation)
    case .snapshot: try snapshot(invocation)
    case .export: try export(invocation)
    case .import: try importFile(invocation)
    case .leaderboard: try leaderboard(invocation)
    case .explain: try explain(invocation)
    case .holdings, .positions, .performance, .lots, .gains, .taxForm, .cash, .income, .journal,
      .trialBalance:
      try report(invocation)
    case .initialize, .add, .edit, .settle, .void, .delete: try keep(invocation)
    case .log: try log(invocation)
    case .sync: try sync(invocation)
    case .pnl, .balanceSheet, .incomeStatement: try periodReport(invocation)
    }
    return ExitStatus.fine
  }

  private func printVersion() throws(SinkFailure) {
    try print("folio \(FolioVersion.current)\n")
  }

  func print(_ text: String) throws(SinkFailure) {
    try surroundings.writeOutput(Array(text.utf8))
  }
}

/// Why a command could not do its work, in words, and the exit status for it.
struct CommandFailure: Error {
  var text: String
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
      self.init(text: error.message + "\n", status: ExitStatus.usage)
    case let failure as StoreFailure:
      self.init(text: "folio: \(failure)\n", status: failure.status)
    case let failure as SinkFailure:
      self.init(
        text: "folio: the output cannot be written: \(failure.reason)\n",
        status: ExitStatus.file)
    default: self.init(text: "folio: \(error)\n", status: ExitStatus.file)
    }
  }

  /// A file that can't be read.
  init(_ failure: SourceFailure) {
    self.init(text: "folio: \(failure.name): \(failure.words)\n", status: ExitStatus.file)
  }

  /// A sum that can't be kept exactly.
  static let tooManyDigits = CommandFailure(
    text: "folio: a sum of this report needs more than 36 digits; the ledger's numbers are "
      + "too large to be added exactly\n", status: ExitStatus.faults)
}
