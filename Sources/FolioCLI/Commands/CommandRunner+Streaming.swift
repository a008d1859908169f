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
    if kept.contains(.postings), !canRenderRowsAlone(options) { return false }
    let rows = try kept.contains(.postings) ? rowSpool(kind, request, options) : nil
    let booking = kind.bookingOptions(bookingOptions(options), request, under: nil)
    guard let address = StoreAddress(name) else {
      let source = try environment.openLedger(name, false)
      var stream = LedgerStream(
        source, booking, keeping: kept, over: kind.period(request), user: options.user)
      stream.rows = rows
      let outcome = try await booked(stream)
      return try show(kind, outcome, rows, request, options)
    }
    let store = document(of: address, name)
    let period = kind.period(request)
    let version = try store.version()
    openedDocument = store
    if version.isIncomplete { return false }
    var stream = LedgerStream(
      store.source, booking, keeping: kept, over: period, user: options.user)
    stream.rows = rows
    guard let outcome = try? await booked(stream),
      // SQLite shows what others write meanwhile.
      try store.version() == version
    else { return false }
    return try show(kind, outcome, rows, request, options)
  }

  /// The rows of a report, rendered in batches.
  private func rowSpool(
    _ kind: ReportKind, _ request: ReportRequest, _ options: Options
  ) throws -> RowSpool {
    let format = options.format
    let condition = try condition(options)
    // A condition that does not fit the columns is reported when the whole ledger is read.
    return RowSpool { books in
      guard var report = try? kind.report(on: books, request) else { return nil }
      if let condition {
        guard let filtered = try? report.filtered(where: condition) else { return nil }
        report = filtered
      }
      return report.rowsAlone(as: format)
    }
  }

  /// Whether rows have the same text whatever the other rows are. In CSV the text for a terminal is
  /// another one, and devices may be terminals.
  private func canRenderRowsAlone(_ options: Options) -> Bool {
    switch options.format {
    case .json: true
    case .csv:
      options.output.map { !$0.hasPrefix("/dev/") } ?? !environment.terminal.isTerminal
    case .table, .markdown, .html: false
    }
  }

  private func booked(_ stream: LedgerStream) async throws -> LedgerStream.Outcome {
    environment.tasks > 1
      ? try await stream.bookOnTwoCores(progress: receiver) : try stream.book(progress: receiver)
  }

  private mutating func show(
    _ kind: ReportKind, _ outcome: LedgerStream.Outcome, _ rows: RowSpool?,
    _ request: ReportRequest, _ options: Options
  ) throws -> Bool {
    switch outcome {
    case .booked(let booked):
      try checkNames(options, booked.ledger.tables)
      guard var report = try kind.report(on: booked, request) else {
        throw CommandFailure.noTaxRules(kind.name)
      }
      report.renderedRows = rows?.bytes
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
