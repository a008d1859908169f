extension CommandRunner {
  /// Runs the command for many portfolios concurrently and prints the results in order. A portfolio
  /// that fails does not affect the others.
  func run(_ invocation: Invocation, on each: EachChoice) async throws -> Int32 {
    let options = invocation.options
    var queue = try PortfolioQueue(invocation, each: each, environment)
    var protected = ProtectedFiles(invocation)
    protected.add(queue.files)
    protected.folders = queue.folders
    let file = try prepared(invocation, protected).openOutput()
    var printer = PortfolioPrinter(options, to: file, errors: environment.writeError)
    do {
      let work = try PortfolioWork(invocation, environment, isTerminal: file.isTerminal)
      try await OrderedTasks(tasks: environment.tasks).run(
        arriving: { try queue.next(waits: $0) }, work.answer
      ) {
        try printer.print($0)
        let total = queue.total.map { max($0, printer.count) }
        progress?.show(WorkProgress(.portfolios, done: printer.count, of: total))
      }
    } catch {
      file.discard()
      throw error
    }
    try file.commit()
    return end(printer, options)
  }

  private func end(_ printer: PortfolioPrinter, _ options: Options) -> Int32 {
    if printer.count == 0 && !options.quiet {
      environment.writeError("folio: there is no portfolio: no .json or .ndjson, or no line\n")
    }
    if printer.failed == 0 { return ExitStatus.fine }
    // A worker of a cluster has no failure of its own then.
    let isInline = options.portfolios.faults == .inline
    if !isInline || !options.quiet {
      environment.writeError("folio: \(printer.failed) of \(printer.count) portfolios failed\n")
    }
    return isInline ? ExitStatus.fine : ExitStatus.faults
  }
}
