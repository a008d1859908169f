// The commands that print reports.
extension CommandRunner {
  /// Books the ledgers and prints a report.
  func report(_ kind: ReportKind, _ invocation: Invocation) throws {
    let options = invocation.options
    if !options.portfolios.reports.isEmpty { return try reports(invocation) }
    let ledger = try checked(invocation)
    let regime = options.booking.regime(of: ledger)
    let request = try request(options, regime, ledger.tables)
    try checkNames(options, ledger.tables)
    let made = try kind.report(
      on: ledger, bookingOptions(options), request, progress: receiver)
    guard let (report, booked) = made else { throw CommandFailure.noTaxRules(kind.name) }
    try show(report, of: booked, options)
  }

  /// Prints a report and the warnings of its booked ledger.
  func show(_ shown: Report, of booked: BookedLedger, _ options: Options) throws {
    var report = try filtered(shown, options)
    // Table and CSV output shows these warnings on standard error, with their position in the
    // ledger. The other formats include them in the report.
    if options.format == .table || options.format == .csv {
      let placed = Set(booked.reportWarnings)
      report.warnings.removeAll { placed.contains($0) }
      warn(booked, options)
    }
    try render(report, options)
  }

  /// The rows of a report that meet the condition of `--where`.
  private func filtered(_ report: Report, _ options: Options) throws -> Report {
    guard let condition = try condition(options) else { return report }
    return try report.filtered(where: condition)
  }

  /// The condition of `--where`.
  func condition(_ options: Options) throws(ConditionFault) -> RowCondition? {
    try options.condition.map { text throws(ConditionFault) in try RowCondition(text) }
  }

  /// The report request from the flags. Without tables, before the ledger is read, it has no
  /// benchmark.
  func request(
    _ options: Options, _ regime: TaxRegime?, _ tables: LedgerTables? = nil
  ) throws -> ReportRequest {
    if let choice = options.taxYear, choice.isSplit && !regime.hasSplitYears {
      throw CommandFailure.splitTaxYear(choice, under: regime)
    }
    var request = options.choices.request(under: regime, tables, day)
    if request.beginsAfterEnd, let from = request.selection.from {
      throw CommandFailure.usage(
        "the period begins on \(from), after its last day or that of --as-of. Correct one of them.")
    }
    request.showsCharts =
      options.format == .table && options.output == nil
      && environment.terminal.showsCharts(options.charts)
    if options.benchmark != nil, let tables { try checkNames(options, tables, of: ["benchmark"]) }
    return request
  }

  /// Shows the warnings of a booked ledger on standard error.
  func warn(_ booked: BookedLedger, _ options: Options) {
    guard !options.quiet, !booked.warnings.isEmpty else { return }
    let faults = LedgerFaults(booked.warnings, sources: booked.ledger.tables.sources)
    environment.writeError(text(faults, options))
  }

  /// Writes a report. CSV cannot contain warnings, so they go to standard error.
  func render(_ shown: Report, _ options: Options) throws {
    var report = shown
    report.listsAllWarnings = options.listsAllWarnings
    if options.format == .csv && !options.quiet {
      for line in report.warningLines { environment.writeError("warning: \(line)\n") }
    }
    if options.quiet && options.format != .json { report.warnings = [] }
    try withOutput { sink, isTerminal throws(SinkFailure) in
      var rendering = environment.terminal.renderingOptions(
        color: options.color, toFile: options.output != nil, charts: options.charts)
      rendering.portfolio = options.portfolio
      rendering.escapesText = isTerminal
      try report.render(as: options.format, options: rendering, into: &sink)
    }
  }

  /// Writes a document.
  func write(_ document: [UInt8], to file: OutputFile? = nil) throws {
    try withOutput(to: file) { sink, _ throws(SinkFailure) in try sink.append(document) }
  }

  /// Calls `body` with a sink for a file, by default the `--output` file or standard output, and
  /// whether that is a terminal. The file gets its final name only after `body` returns.
  func withOutput(
    to file: OutputFile? = nil,
    _ body: (inout TextSink, _ isTerminal: Bool) throws(SinkFailure) -> Void
  ) throws {
    let file = try file ?? openOutput()
    do throws(SinkFailure) {
      var sink = TextSink(write: file.write)
      try body(&sink, file.isTerminal)
      try sink.finish()
    } catch {
      file.discard()
      throw CommandFailure(error)
    }
    try file.commit()
  }
}
