import Folio

/// What is done with each of many portfolios: the very command for one ledger, in a world of its
/// own, so that its report has the same bytes.
struct PortfolioWork: Sendable {
  private let invocation: Invocation
  private let terminal: TerminalFacts
  private let today: Day
  private let openLedger: Surroundings.OpenLedger
  private let openStore: Surroundings.OpenStore
  private let now: Timestamp
  /// Files of prices and rates, read once.
  private var quotes: [String: [UInt8]] = [:]

  init(_ invocation: Invocation, _ surroundings: Surroundings) throws(CommandFailure) {
    self.invocation = invocation
    terminal = surroundings.terminal
    today = surroundings.today()
    openLedger = surroundings.openLedger
    openStore = surroundings.openStore
    now = surroundings.now()
    do {
      for name in invocation.options.prices + invocation.options.rates {
        quotes[name] = try surroundings.contents(name)
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Runs the command for one portfolio.
  func answer(_ portfolio: Portfolio) -> PortfolioAnswer {
    let page = Page()
    var own = invocation
    own.ledgers = [portfolio.name]
    own.options.each = nil
    own.options.portfolio = portfolio.name
    let runner = CommandRunner(surroundings: surroundings(of: portfolio, page))
    var answer = PortfolioAnswer(name: portfolio.name)
    do {
      answer.status = try runner.run(own)
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

  /// Where the command finds its one ledger, and leaves its output.
  private func surroundings(of portfolio: Portfolio, _ page: Page) -> Surroundings {
    let (today, now, openLedger, quotes) = (today, now, openLedger, quotes)
    return Surroundings(
      terminal: terminal, today: { today },
      openLedger: { name throws(SourceFailure) in
        guard let line = portfolio.line else { return try openLedger(name) }
        return LedgerSource(line.bytes, name: portfolio.file, firstLine: line.number)
      },
      contents: { name throws(SourceFailure) in
        guard let bytes = quotes[name] else { throw SourceFailure(name: name, reason: .notFound) }
        return bytes
      },
      folder: { _ in nil }, lines: { _ in DocumentLines([]) },
      openStore: openStore, now: { now }, newID: { "" },
      writeOutput: { page.output += copy $0 }, writeError: { page.errors += $0 },
      openFile: { _ in OutputFile(write: { page.output += copy $0 }, keep: {}, drop: {}) })
  }

  /// What one run of the command leaves.
  private final class Page {
    var output: [UInt8] = []
    var errors = ""
  }
}

extension CommandFailure {
  /// The line of JSON in place of a report.
  fileprivate func jsonLine(portfolio: String) -> String {
    if let faults { return faults.jsonLine(portfolio: portfolio) }
    let start = "folio: "
    let words = text.hasPrefix(start) ? text.dropFirst(start.count) : text[...]
    return LedgerFaults.jsonLine(
      portfolio: portfolio, message: String(words.prefix { $0 != "\n" }))
  }
}
