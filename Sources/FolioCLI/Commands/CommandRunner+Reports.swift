import Folio

// The commands that print a report.
extension CommandRunner {
  func report(_ invocation: Invocation) throws {
    let options = invocation.options
    let ledger = try checked(invocation)
    let rules = options.taxRules ?? ledger.tables.settings.taxRules ?? .none
    let selection = try selection(options, rules)
    let booked = try booked(ledger, invocation, keeping: booking(for: invocation, rules))
    try show(try self.report(invocation, booked, selection), of: booked, options)
  }

  /// Prints the report on a ledger that was booked while it was read, by plain rules.
  func report(_ invocation: Invocation, on booked: BookedLedger) throws {
    let selection = try selection(invocation.options, .none)
    try checkNames(invocation.options, booked.ledger)
    try show(try report(invocation, booked, selection), of: booked, invocation.options)
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

  /// How to book for a report: what it does not show is not kept. Under tax rules, realized gains
  /// depend on what comes after the period, so that only `--as-of` cuts the ledger off.
  func booking(for invocation: Invocation, _ rules: TaxRules) -> BookingOptions {
    let command = invocation.command
    var booking = bookingOptions(invocation.options)
    let isOfGains = command == .gains || command == .taxForm
    booking.keepsPostings = command == .journal || command == .trialBalance
    booking.keepsDisposals = isOfGains || command == .income
    booking.keepsIncome = command == .income
    booking.keepsMovements = command == .performance
    // What an account holds is only told by lots that are kept by account.
    let isByAccount =
      invocation.options.returnScope == .account || !invocation.options.accounts.isEmpty
    if command == .performance && isByAccount { booking.lotScope = .account }
    if isOfGains && rules != .none { booking.asOf = day(invocation.options.asOf) }
    return booking
  }

  private func report(
    _ invocation: Invocation, _ booked: BookedLedger, _ selection: Selection
  ) throws(CommandFailure) -> Report {
    let command = invocation.command
    let policy = PricePolicy(
      maximumAge: invocation.options.maxPriceAge, tradesCount: invocation.options.tradePrices)
    if command == .taxForm {
      guard let form = Report.taxForm(booked, selection) else { throw .noTaxRules }
      return form
    }
    if command == .performance {
      let request = try performanceRequest(invocation, booked, policy)
      return .performance(booked, selection, request)
    }
    do {
      switch command {
      case .positions: return try .positions(booked, selection, policy)
      case .lots: return .lots(booked, selection)
      case .gains:
        return invocation.options.includeCash
          ? try .gainsWithCash(booked, selection) : .gains(booked, selection)
      case .cash: return .cash(booked, selection)
      case .income:
        return .income(booked, selection, by: invocation.options.by ?? .date, policy)
      case .journal: return .journal(booked, selection)
      case .trialBalance: return try .trialBalance(booked, selection)
      default: return try .holdings(booked, selection)
      }
    } catch {
      throw .tooManyDigits
    }
  }

  private func performanceRequest(
    _ invocation: Invocation, _ booked: BookedLedger, _ policy: PricePolicy
  ) throws(CommandFailure) -> PerformanceRequest {
    let options = invocation.options
    var request = PerformanceRequest()
    request.step = options.step
    request.scope = options.returnScope ?? .portfolio
    request.prices = policy
    request.showsCharts =
      options.format == .table && options.output == nil
      && surroundings.terminal.showsCharts(options.charts)
    if let symbol = options.benchmark {
      let tables = booked.ledger.tables
      let symbols = tables.instruments.map { tables.text($0.symbol) }
      try check(symbol, "--benchmark", "symbol", among: symbols)
      request.benchmark = symbols.firstIndex(of: symbol).map {
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
