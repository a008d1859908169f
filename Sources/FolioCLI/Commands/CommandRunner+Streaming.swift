import Folio

// Reports on a ledger that is booked while it is read.
extension CommandRunner {
  /// Prints the report that was asked for, where it can be booked while it is read. A ledger for
  /// which that does not hold is left open at its beginning.
  mutating func showWhileReading(_ invocation: Invocation) async throws -> Bool {
    let options = invocation.options
    // Flags that do not fit together are reported when the whole ledger is read.
    guard let kind = invocation.command.report, let name = invocation.ledgers.first,
      isStreamable(invocation), let request = try? request(options, .none),
      let kept = kind.keptWhileStreaming(request)
    else { return false }
    let stream = LedgerStream(
      try environment.openLedger(name),
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
    case .indivisible(let source): openedLedger = source
    }
    return openedLedger == nil
  }

  /// Whether a command line names one ledger without files of prices and rates.
  private func isStreamable(_ invocation: Invocation) -> Bool {
    let options = invocation.options
    return invocation.ledgers.count == 1 && StoreAddress(invocation.ledgers[0]) == nil
      && options.prices.isEmpty && options.rates.isEmpty && !options.strict
  }
}
