import Folio

/// Runs one command line.
struct CommandRunner {
  let surroundings: Surroundings

  /// Does what the arguments say.
  /// - Returns: the exit status.
  func run(_ arguments: [String]) -> Int32 {
    do {
      return try run(try parse(arguments))
    } catch let error as UsageError {
      surroundings.writeError(error.message + "\n")
      return ExitStatus.usage
    } catch let failure as StoreFailure {
      surroundings.writeError("folio: \(failure)\n")
      return failure.status
    } catch let failure as CommandFailure {
      surroundings.writeError(failure.text)
      return failure.status
    } catch let failure as SinkFailure {
      surroundings.writeError("folio: the output cannot be written: \(failure.reason)\n")
      return ExitStatus.file
    } catch {
      surroundings.writeError("folio: \(error)\n")
      return ExitStatus.file
    }
  }

  private func run(_ invocation: Invocation) throws -> Int32 {
    switch invocation.command {
    case .help: try print(help(invocation.operand))
    case .version: try print("folio \(FolioVersion.current)\n")
    case .completions: try print(completions(invocation.operand))
    case .check: return try check(invocation)
    case .export: try export(invocation)
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

  func print(_ text: String) throws(SinkFailure) {
    try surroundings.writeOutput(Array(text.utf8))
  }
}

/// Why a command could not do its work, in words, and the exit status for it.
struct CommandFailure: Error {
  var text: String
  var status: Int32
}

extension CommandFailure {
  /// A sum that can't be kept exactly.
  static let tooManyDigits = CommandFailure(
    text: "folio: a sum of this report needs more than 36 digits; the ledger's numbers are "
      + "too large to be added exactly\n", status: ExitStatus.faults)
}
