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
    let booking = kind.bookingOptions(bookingOptions(options), request, under: .none)
    guard let address = StoreAddress(name) else {
      let source = try environment.openLedger(name, false)
      let stream = LedgerStream(
        source, booking, keeping: kept, over: kind.period(request), user: options.user)
      let outcome = try await booked(stream)
      return try show(kind, outcome, request, options)
    }
    let store = document(of: address, name)
    let period = kind.period(request)
    if options.user == nil, period == nil,
      let books = try restoredBooks(store, booking, kept, request)
    {
      return try show(kind, .booked(books), request, options)
    }
    let version = try store.version()
    openedDocument = store
    if version.isIncomplete { return false }
    let stream = LedgerStream(
      store.source, booking, keeping: kept, over: period, user: options.user)
    guard let outcome = try? await booked(stream),
      // SQLite shows what others write meanwhile.
      try store.version() == version
    else { return false }
    return try show(kind, outcome, request, options)
  }

  /// The books from a checkpoint of a store; nil if they do not tell enough.
  private func restoredBooks(
    _ store: StoreDocument, _ booking: BookingOptions, _ kept: BatchBooking.Retained,
    _ request: ReportRequest
  ) throws(StoreFailure) -> BookedLedger? {
    let selection = request.selection
    guard kept == .nothing || kept == .lotIDs, selection.from == nil, selection.to == nil else {
      return nil
    }
    let names = BookedNames(symbols: selection.symbols, accounts: selection.accounts)
    return try store.restoredBooks(booking, naming: names, namesLots: kept == .lotIDs)
  }

  private func booked(_ stream: LedgerStream) async throws -> LedgerStream.Outcome {
    environment.tasks > 1
      ? try await stream.bookOnTwoCores(progress: receiver) : try stream.book(progress: receiver)
  }

  private mutating func show(
    _ kind: ReportKind, _ outcome: LedgerStream.Outcome, _ request: ReportRequest,
    _ options: Options
  ) throws -> Bool {
    switch outcome {
    case .booked(let booked):
      try checkNames(options, booked.ledger)
      guard let report = try kind.report(on: booked, request) else {
        throw CommandFailure.noTaxRules
      }
      try show(report, of: booked, options)
      return true
    case .needsWholeDocument(let source):
      if !source.isStored { openedLedger = source }
      return false
    }
  }

  /// Whether the command line names a single ledger, no files of prices or rates, and not
  /// `--strict`.
  private func isStreamable(_ invocation: Invocation) -> Bool {
    let options = invocation.options
    return invocation.ledgers.count == 1 && options.prices.isEmpty && options.rates.isEmpty
      && !options.strict
  }
}
