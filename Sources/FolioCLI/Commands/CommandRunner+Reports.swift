import Folio

// The commands that print a report.
extension CommandRunner {
  /// Books the ledgers for a report and prints it.
  func report(_ kind: ReportKind, _ invocation: Invocation) throws {
    let options = invocation.options
    let ledger = try checked(invocation)
    let rules = options.taxRules ?? ledger.tables.settings.taxRules ?? .none
    let request = try request(options, rules, ledger.tables)
    try checkNames(options, ledger)
    do {
      let made = try kind.report(
        on: ledger, bookingOptions(options), request, under: rules, progress: receiver)
      guard let (report, booked) = made else { throw CommandFailure.noTaxRules }
      try show(report, of: booked, options)
    } catch let faults as LedgerFaults {
      throw failure(faults, options)
    }
  }

  /// Prints a report, with what is odd about its books.
  func show(_ shown: Report, of booked: BookedLedger, _ options: Options) throws {
    var report = shown
    // Where a person reads, warnings come with their place in the ledger; the formats that are
    // read elsewhere carry them inside.
    if options.format == .table || options.format == .csv {
      let placed = Set(booked.reportWarnings)
      report.warnings.removeAll { placed.contains($0) }
      warn(booked, options)
    }
    try render(report, options)
  }

  /// What the flags ask of a report. Without tables, as before a ledger is read, there is no
  /// benchmark.
  func request(
    _ options: Options, _ rules: TaxRules, _ tables: LedgerTables? = nil
  ) throws -> ReportRequest {
    var request = ReportRequest()
    request.selection = try selection(options, rules)
    request.asOf = day(options.asOf)
    request.prices = PricePolicy(
      maximumAge: options.maxPriceAge, tradesCount: options.tradePrices)
    request.profitGrouping = options.per ?? .symbol
    request.incomeGrouping = options.by ?? .date
    request.includesCash = options.includeCash
    request.returns.step = options.step
    request.returns.scope = options.returnScope ?? .portfolio
    request.returns.showsCharts =
      options.format == .table && options.output == nil
      && environment.terminal.showsCharts(options.charts)
    if let symbol = options.benchmark, let tables {
      let symbols = tables.instruments.map { tables.text($0.symbol) }
      try check(symbol, "--benchmark", "symbol", among: symbols)
      request.returns.benchmark = symbols.firstIndex(of: symbol).map {
        InstrumentIndex(truncatingIfNeeded: $0)
      }
    }
    return request
  }

  /// The part of the books that the flags name.
  func selection(
    _ options: Options, _ rules: TaxRules
  ) throws -> Selection {
    var selection = Selection()
    selection.from = day(options.from)
    selection.to = day(options.to)
    if let choice = options.taxYear {
      if choice.isSplit && rules != .uk { throw CommandFailure.splitTaxYear(choice, under: rules) }
      (selection.from, selection.to) = choice.year.period(under: rules)
    }
    selection.symbols = Set(options.symbols)
    selection.accounts = Set(options.accounts)
    return selection
  }

  /// Shows the warnings of a booked ledger on standard error.
  func warn(_ booked: BookedLedger, _ options: Options) {
    guard !options.quiet, !booked.warnings.isEmpty else { return }
    let faults = LedgerFaults(booked.warnings, sources: booked.ledger.tables.sources)
    environment.writeError(text(faults, options))
  }

  /// Writes a report. CSV has no place for warnings, so that they go to standard error.
  func render(_ shown: Report, _ options: Options) throws {
    var report = shown
    if options.format == .csv && !options.quiet {
      for warning in report.warnings {
        environment.writeError("warning: \(warning.message) [\(warning.code.rawValue)]\n")
      }
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

  /// Hands a sink to the body, for standard output or the file that `--output` names, and whether
  /// that is a terminal. The file takes its name only when the body is done.
  func withOutput(
    _ body: (inout TextSink, _ isTerminal: Bool) throws(SinkFailure) -> Void
  ) throws {
    let file = try openOutput()
    do throws(SinkFailure) {
      var sink = TextSink(write: file.write)
      try body(&sink, file.isTerminal)
      try sink.finish()
    } catch {
      file.drop()
      throw CommandFailure(error)
    }
    try file.keep()
  }
}
