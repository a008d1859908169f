/// Runs the command for each of many portfolios. It is the same command as for one ledger, in an
/// environment of its own, so that the report has the same bytes.
struct PortfolioWork: Sendable {
  private let invocation: Invocation
  private let terminal: TerminalProperties
  private let messageWidth: Int?
  private let today: Day
  private let openLedger: CommandEnvironment.OpenLedger
  private let openStore: CommandEnvironment.OpenStore
  private let namedContents: CommandEnvironment.NamedContents
  private let now: Timestamp
  private let clock: @Sendable () -> Duration
  /// The contents of price and rate files, read once, by the bytes of their names. Strings that
  /// compare as equal can still name different files.
  private var quotes: [[UInt8]: PriceContents] = [:]
  /// The rows of these files.
  private var sharedQuotes: SharedQuotes?
  /// Whether the output is a terminal.
  private let isTerminal: Bool

  init(
    _ invocation: Invocation, _ environment: CommandEnvironment, isTerminal: Bool
  ) throws {
    self.invocation = invocation
    self.isTerminal = isTerminal
    terminal = environment.terminal
    messageWidth = environment.messageWidth
    today = environment.today()
    openLedger = environment.openLedger
    openStore = environment.openStore
    namedContents = environment.namedContents
    now = environment.now()
    clock = environment.clock
    for name in invocation.options.prices.map(\.path) {
      quotes[Array(name.utf8)] = try environment.pricesOrBytes(name)
    }
    for name in invocation.options.rates where quotes[Array(name.utf8)] == nil {
      quotes[Array(name.utf8)] = .bytes(try environment.contents(name))
    }
    if !quotes.isEmpty {
      var reading = environment
      (reading.contents, reading.priceContents) = (contents, priceContents)
      let runner = CommandRunner(environment: reading)
      sharedQuotes = try SharedQuotes { try runner.readQuoteFiles(invocation.options, &$0) }
    }
  }

  private var priceContents: @Sendable (_ name: String) throws(SourceFailure) -> PriceContents {
    { [quotes] name throws(SourceFailure) in
      guard let contents = quotes[Array(name.utf8)] else {
        throw SourceFailure(name: name, reason: .notFound)
      }
      return contents
    }
  }

  private var contents: @Sendable (_ name: String) throws(SourceFailure) -> [UInt8] {
    { [priceContents] name throws(SourceFailure) in
      switch try priceContents(name) {
      case .bytes(let bytes): bytes
      case .packed(let bytes): bytes.array(0..<bytes.count)
      }
    }
  }

  /// Runs the command for one portfolio.
  func answer(_ found: Portfolio) -> PortfolioResult {
    var portfolio = found
    if invocation.options.each == .line { portfolio.open() }
    let page = Page()
    var own = invocation
    // A name from the input must never be read as the name of a file or a store.
    own.ledgers = [portfolio.file]
    own.options.each = nil
    own.options.portfolio = portfolio.name
    let limit = timeLimit
    let runner = CommandRunner(environment: environment(of: portfolio, page, limit))
    var answer = PortfolioResult(name: portfolio.name)
    do {
      if let failure = portfolio.failure { throw failure }
      try runner.run(own)
      try runner.checkTime(own.options)
      answer.output = page.output
    } catch {
      // Booking that stopped may have found other faults, or none, depending on the machine.
      let isLate = limit?.isOver ?? false
      let failure = isLate ? runner.tookTooLong(own.options) : CommandFailure(error)
      if isLate { page.errors = "" }
      page.errors += failure.text
      answer.status = failure.status
      if own.options.format == .json {
        answer.output = Array(failure.jsonLine(portfolio: portfolio.name).utf8)
      }
    }
    answer.errors = page.errors
    return answer
  }

  /// The time that a portfolio may take from now on; nil for no limit.
  private var timeLimit: TimeLimit? {
    guard let seconds = invocation.options.portfolios.mostSeconds else { return nil }
    let (clock, end) = (clock, clock() + .seconds(seconds))
    return TimeLimit { clock() > end }
  }

  /// An environment with one ledger that collects the output.
  private func environment(
    of portfolio: Portfolio, _ page: Page, _ limit: TimeLimit?
  ) -> CommandEnvironment {
    let (today, now, isTerminal) = (today, now, isTerminal)
    let openLedger = openLedger
    var own = CommandEnvironment(
      terminal: terminal, today: { today }, messageWidth: messageWidth,
      openLedger: { name, _ throws(SourceFailure) in
        if let source = portfolio.source { return source }
        return try openLedger(name, portfolio.isMember)
      },
      contents: contents,
      namedContents: namedContents, folder: { _ in nil }, lines: { _, _ in DocumentLines([]) },
      openStore: openStore, now: { now }, newID: { "" },
      writeOutput: { page.output += copy $0 }, writeError: { page.errors += $0 },
      prepareOutput: { _, _ in
        {
          OutputFile(
            isTerminal: isTerminal, write: { page.output += copy $0 })
        }
      })
    own.priceContents = priceContents
    own.sharedQuotes = sharedQuotes
    own.timeLimit = limit
    return own
  }

  /// The output and errors of one run.
  private final class Page {
    var output: [UInt8] = []
    var errors: TerminalText = ""
  }
}

extension CommandFailure {
  /// The JSON line that replaces a report in case of failure.
  fileprivate func jsonLine(portfolio: String) -> String {
    if let faults { return faults.jsonLine(portfolio: portfolio) }
    let (start, line) = ("folio: ", text.firstLine)
    let message = line.hasPrefix(start) ? String(line.dropFirst(start.count)) : line
    return LedgerFaults.jsonLine(portfolio: portfolio, message: message)
  }
}
