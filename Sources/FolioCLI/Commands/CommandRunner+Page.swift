extension CommandRunner {
  /// Books the ledgers and writes a page with all reports.
  func page(_ invocation: Invocation) throws {
    let options = invocation.options
    let ledger = try checked(invocation)
    let regime = options.booking.regime(of: ledger)
    var request = PageRequest()
    request.report = try self.request(options, regime, ledger.tables)
    request.title = options.title
    request.isRedacted = options.isRedacted
    request.command.ledgers = invocation.ledgers
    request.command.flags = invocation.given.map { Self.flag($0.flag, $0.value) }
    let page = try PortfolioPage(
      of: ledger, bookingOptions(options), request, progress: receiver)
    try withOutput { sink, _ throws(SinkFailure) in try page.write(into: &sink) }
  }

  /// A flag for the command lines on the page, with the reports that take it.
  private static func flag(_ flag: Flag, _ value: String) -> PageCommand.Flag {
    let isOutput = flag.topic == .output && flag.name != "strict"
    let takers = isOutput ? [] : Command.all.filter { $0.report != nil && $0.takes(flag) }
    var isFile = false
    if case .file = flag.argument { isFile = true }
    return PageCommand.Flag(
      name: flag.dashed, value: value, reports: Set(takers.map(\.name)), isFile: isFile)
  }
}
