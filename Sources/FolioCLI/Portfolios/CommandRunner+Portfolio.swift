// What only portfolios among many need.
extension CommandRunner {
  /// Books a portfolio and prints several reports of it in one line.
  func reports(_ invocation: Invocation) throws {
    let options = invocation.options
    let ledger = try checked(invocation)
    let regime = options.booking.regime(of: ledger)
    let request = try request(options, regime, ledger.tables)
    try checkNames(options, ledger.tables)
    let kinds = options.portfolios.reports.compactMap { name in
      ReportKind.all.first { $0.name == name }
    }
    let made = try ReportKind.reports(
      kinds, on: ledger, bookingOptions(options), request)
    guard let made, let portfolio = options.portfolio else {
      throw CommandFailure.noTaxRules(kinds.first(where: \.needsTaxRules)?.name)
    }
    try withOutput { sink, _ throws(SinkFailure) in
      try Report.renderLine(made.map(\.report), of: portfolio, into: &sink)
    }
  }

  /// Throws if the time that a portfolio may take is over.
  func checkTime(_ options: Options) throws(CommandFailure) {
    if environment.timeLimit?.isOver ?? false { throw tookTooLong(options) }
  }

  /// The failure of a portfolio that takes longer than the limit.
  func tookTooLong(_ options: Options) -> CommandFailure {
    let most = options.portfolios.mostSeconds ?? 0
    let fault = Diagnostic(
      .tookTooLong, "the portfolio took more than \(most) s, which --max-seconds allows",
      help: "Allow more time, or find out what makes this portfolio so large.", at: .none)
    return failure(LedgerFaults([fault], sources: []), options)
  }

  /// Throws if a portfolio has more groups than the limit.
  func checkSize(of reader: LedgerReader, _ options: PortfolioOptions) throws(CommandFailure) {
    guard let most = options.mostGroups, reader.groupCount > most else { return }
    throw .ended(
      ExitStatus.faults,
      "the portfolio has \(reader.groupCount) groups, and --max-groups allows \(most); raise it, "
        + "or split the portfolio")
  }
}
