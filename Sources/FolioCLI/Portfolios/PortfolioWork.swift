import Folio

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
  /// The contents of price and rate files, read once, by the bytes of their names. Strings that
  /// compare as equal can still name different files.
  private var quotes: [[UInt8]: [UInt8]] = [:]
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
    for name in invocation.options.prices + invocation.options.rates {
      quotes[Array(name.utf8)] = try environment.contents(name)
    }
  }

  /// Runs the command for one portfolio.
  func answer(_ portfolio: Portfolio) -> PortfolioResult {
    let page = Page()
    var own = invocation
    own.ledgers = [portfolio.name]
    own.options.each = nil
    own.options.portfolio = portfolio.name
    let runner = CommandRunner(environment: environment(of: portfolio, page))
    var answer = PortfolioResult(name: portfolio.name)
    do {
      try runner.run(own)
      answer.output = page.output
    } catch {
      let failure = CommandFailure(error)
      page.errors += failure.text
      answer.status = failure.status
      if own.options.format == .json {
        answer.output = Array(failure.jsonLine(portfolio: portfolio.name).utf8)
      }
    }
    answer.errors = page.errors
    return answer
  }

  /// An environment with one ledger that collects the output.
  private func environment(of portfolio: Portfolio, _ page: Page) -> CommandEnvironment {
    let (today, now, quotes, isTerminal) = (today, now, quotes, isTerminal)
    let openLedger = openLedger
    return CommandEnvironment(
      terminal: terminal, today: { today }, messageWidth: messageWidth,
      openLedger: { name, _ throws(SourceFailure) in
        guard let line = portfolio.line else { return try openLedger(name, portfolio.isMember) }
        return LedgerSource(line.bytes, name: portfolio.file, firstLine: line.number)
      },
      contents: { name throws(SourceFailure) in
        guard let bytes = quotes[Array(name.utf8)] else {
          throw SourceFailure(name: name, reason: .notFound)
        }
        return bytes
      },
      namedContents: namedContents, folder: { _ in nil }, lines: { _, _ in DocumentLines([]) },
      openStore: openStore, now: { now }, newID: { "" },
      writeOutput: { page.output += copy $0 }, writeError: { page.errors += $0 },
      prepareOutput: { _, _ in
        {
          OutputFile(
            isTerminal: isTerminal, write: { page.output += copy $0 })
        }
      })
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
