import Folio

// Reports on a ledger that is booked while it is read.
extension CommandRunner {
  /// Prints the report if its ledger can be booked while it is read. Otherwise leaves the ledger
  /// open at its beginning in `openedLedger`.
  /// - Returns: whether the report was printed.
  mutating func showWhileReading(_ invocation: Invocation) async throws -> Bool {
    let options = invocation.options
    // Invalid combinations of flags are reported later, when the whole ledger is read.
    guard let kind = invocation.command.report, let name = invocation.ledgers.first,
      isStreamable(invocation), let request = try? request(options, .none),
      let kept = kind.keptWhileStreaming(request)
    else { return false }
    let stream = LedgerStream(
      try environment.openLedger(name, false),
      kind.bookingOptions(bookingOptions(options), request, under: .none), keeping: kept,
      user: options.user)
    let outcome =
      environment.tasks > 1
      ? try await stream.bookOnTwoCores(progress: receiver) : try stream.book(progress: receiver)
    switch outcome {
    case .booked(let booked):
      try checkNames(options, booked.ledger)
      guard let report = try kind.report(on: booked, request) else {
        throw CommandFailure.noTaxRules
      }
      try show(report, of: booked, options)
    case .needsWholeDocument(let source): openedLedger = source
    }
    return openedLedger == nil
  }

  /// Whether the command line names a single ledger file, no files of prices or rates, and not
  /// `--strict`.
  private func isStreamable(_ invocation: Invocation) -> Bool {
    let options = invocation.options
    return invocation.ledgers.count == 1 && StoreAddress(invocation.ledgers[0]) == nil
      && options.prices.isEmpty && options.rates.isEmpty && !options.strict
  }
}
