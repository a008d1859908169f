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
  func show(_ shown: Report, of booked: BookedLedger, _ options: Options) throws(CommandFailure) {
    var report = shown
    // Where a person reads, warnings come with their place in the ledger; the formats that are
    // read elsewhere carry them inside.
    if options.format == .table || options.format == .csv {
      let placed = Set(booked.reportWarnings)
      report.warnings.removeAll { placed.contains($0) }
      warn(booked, options)
    }
    if options.format == .csv && !options.quiet {
      for warning in report.warnings {
        surroundings.writeError("warning: \(warning.message) [\(warning.code)]\n")
      }
    }
    if options.quiet && options.format != .json { report.warnings = [] }
    try render(report, options)
  }

  /// What the flags ask of a report. Without tables, as before a ledger is read, there is no
  /// benchmark.
  func request(
    _ options: Options, _ rules: TaxRules, _ tables: LedgerTables? = nil
  ) throws(CommandFailure) -> ReportRequest {
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
      && surroundings.terminal.showsCharts(options.charts)
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
  ) throws(CommandFailure) -> Selection {
    var selection = Selection()
    selection.from = day(options.from)
    selection.to = day(options.to)
    if let choice = options.taxYear {
      if choice.isSplit && rules != .uk { throw .splitTaxYear(choice, under: rules) }
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
    surroundings.writeError(text(faults, options))
  }

  func render(_ report: Report, _ options: Options) throws(CommandFailure) {
    try withOutput { sink, isTerminal throws(SinkFailure) in
      var rendering = surroundings.terminal.renderingOptions(
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
  ) throws(CommandFailure) {
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
