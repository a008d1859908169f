// `start`: from files of brokers to a page, in steps that also work alone (Specs/cli.md).
extension CommandRunner {
  /// Reads the files, asks for what is missing, and runs each step.
  func start(_ invocation: Invocation) throws {
    // Nothing is written before the files are understood.
    let result = try readForStart(invocation)
    var steps = FirstSteps(self, invocation)
    try steps.run(result)
    if let failure = steps.failure { throw failure }
  }
}

/// The steps of `start`. Each is a command, which is shown as it is run.
struct FirstSteps {
  private let runner: CommandRunner
  private let invocation: Invocation
  /// The last step that was not complete, such as one without a network.
  private(set) var failure: CommandFailure?

  private var options: Options { invocation.options }
  private var isOnTerminal: Bool { runner.environment.ask != nil }

  init(_ runner: CommandRunner, _ invocation: Invocation) {
    (self.runner, self.invocation) = (runner, invocation)
  }

  mutating func run(_ result: ImportResult) throws {
    let base = try base(Self.currencies(of: result.contents))
    let store = try store()
    let output = try page()
    try step(["init", store.text, "--base", base.code])
    try step(["import"] + invocation.ledgers + ["--store", store.text])
    let files =
      options.prices.flatMap { ["--prices", $0.text] }
      + options.rates.flatMap { ["--rates", $0] }
    if !files.isEmpty { try step(["add", store.text] + files) }
    try fetchRates(store, result, base)
    try fetchPrices(store)
    if let output { try step(["report", store.text, "--output", output]) }
    try showNext(store, try held(store).first?.symbol)
  }

  // MARK: What was not said

  private func base(_ currencies: [Currency]) throws -> Currency {
    if let base = options.booking.baseCurrency { return base }
    let codes = currencies.map(\.code).joined(separator: ", ")
    let prompt: TerminalText = "The files have \(codes). In which currency do you think? "
    guard let answer = try ask(prompt) else {
      throw CommandFailure.usage(
        "'start' needs the currency that totals are in. The files have \(codes). For example: "
          + "--base \(currencies.first?.code ?? "EUR")")
    }
    return try FlagValue.currency(answer.uppercased(), "base")
  }

  private func store() throws -> StoreAddress {
    if let store = options.importing.store { return store }
    let standard = "file:portfolio.folio"
    guard let answer = try ask("Where to keep the ledger? Enter for \(standard): ") else {
      throw CommandFailure.usage(
        "'start' needs a store to write to. For example: --store \(standard)")
    }
    let text = answer.isEmpty ? standard : answer
    guard let store = StoreAddress(text) ?? StoreAddress("file:\(text)") else {
      throw CommandFailure.usage("'\(text)' is no store. Write \(standard).")
    }
    return store
  }

  /// The file of the page; nil for none.
  private func page() throws -> String? {
    if let output = options.output { return output }
    let answer = try ask("Which file is the page? Enter for portfolio.html, - for none: ")
    return answer.flatMap { $0 == "-" ? nil : $0.isEmpty ? "portfolio.html" : $0 }
  }

  /// An answer on the terminal; nil without one.
  private func ask(_ prompt: TerminalText) throws -> String? {
    let answer = try runner.environment.ask?(prompt)
    return answer.map { $0.split(separator: " ").joined(separator: " ") }
  }

  private static func currencies(of contents: LedgerContents) -> [Currency] {
    var codes = Set(contents.accounts.map(\.currency) + contents.instruments.compactMap(\.currency))
    for unit in Currency.quoteUnits where codes.remove(unit.unit) != nil {
      codes.insert(unit.currency)
    }
    return codes.sorted { $0.code < $1.code }
  }

  // MARK: Prices and rates

  private mutating func fetchRates(
    _ store: StoreAddress, _ result: ImportResult, _ base: Currency
  ) throws {
    let others = Self.currencies(of: result.contents).filter { $0 != base }
    if others.isEmpty { return }
    var names = options.sources.filter { !$0.contains("=") }
    if names.isEmpty, options.rates.isEmpty {
      let known = QuoteSource.builtIn.filter { $0.kind == .rates }.map(\.name)
      let list = known.joined(separator: ", ")
      let answer = try ask("Exchange rates from \(list)? A name, or Enter for none: ")
      if let answer, !answer.isEmpty { names = [answer] }
    }
    for name in names { try fetch(["rates", "update", store.text, "--source", name]) }
    if names.isEmpty, options.rates.isEmpty {
      let codes = others.map(\.code).joined(separator: ", ")
      runner.say(
        "amounts in \(codes) need rates: 'folio rates update \(store.shown) --source ecb'",
        invocation)
    }
  }

  private mutating func fetchPrices(_ store: StoreAddress) throws {
    var sources = options.sources.filter { $0.contains("=") }
    let given = Set(sources.map { $0.prefix { $0 != "=" } })
    let held = try held(store).filter { !given.contains($0.symbol[...]) }
    var open = held.map(\.symbol)
    if options.prices.isEmpty {
      for (symbol, name) in held where isOnTerminal {
        let shown = name.isEmpty ? symbol : "\(symbol) (\(name))"
        let answer = try ask(
          "Prices of \(shown)? SOURCE/TICKER such as yahoo/VWCE.DE, or Enter for none: ")
        guard let answer, !answer.isEmpty else { continue }
        sources.append("\(symbol)=\(answer)")
        open.removeAll { $0 == symbol }
      }
    } else {
      open = []
    }
    if !sources.isEmpty {
      try fetch(["prices", "update", store.text] + sources.flatMap { ["--source", $0] })
    }
    if let first = open.first {
      runner.say(
        "no source of prices: \(open.joined(separator: ", ")). 'folio prices update "
          + "\(store.shown) --source \(first)=SOURCE/TICKER' gives one, and 'folio sources list' "
          + "lists them. '--prices \(first)=FILE' reads a file", invocation)
    }
  }

  /// The instruments that are held at the end.
  private func held(_ store: StoreAddress) throws -> [(symbol: String, name: String)] {
    let positions = try runner.invocation(["positions", store.text, "--quiet"])
    let ledger = try runner.checked(positions)
    let booked = try BookedLedger(booking: ledger, runner.bookingOptions(positions.options))
    let symbols = Set(try booked.holdings().map(\.symbol))
    return ledger.tables.instruments
      .map { (ledger.tables.text($0.symbol), $0.name) }.filter { symbols.contains($0.0) }
  }

  // MARK: Steps

  /// Runs a command line, and shows it.
  private func step(_ words: [String]) throws {
    if !options.quiet {
      for line in lines(of: ["$", "folio"] + words.map(Self.quoted)) {
        runner.environment.writeError("\(line)\n")
      }
    }
    let files = options.sourceFiles.flatMap { ["--source-file", $0] }
    let takesSources = ["prices", "rates"].contains(words[0])
    let more = (takesSources ? files : []) + (options.quiet ? ["--quiet"] : [])
    try runner.run(try runner.invocation(words + more))
  }

  /// A command line, continued as a shell does where the terminal is too narrow, so that it can be
  /// copied.
  private func lines(of words: [String]) -> [String] {
    let width = (runner.environment.messageWidth ?? .max) - 2
    var lines: [String] = []
    for word in words {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        if let last = lines.last { lines[lines.count - 1] = "\(last) \\" }
        lines.append(lines.isEmpty ? word : "    \(word)")
      }
    }
    return lines
  }

  /// Runs a command line that asks servers. Without them the next step goes on.
  private mutating func fetch(_ words: [String]) throws {
    do {
      try step(words)
    } catch let failure as CommandFailure where failure.status != ExitStatus.usage {
      runner.environment.writeError(failure.text)
      self.failure = CommandFailure(text: "", status: failure.status)
    }
  }

  /// A word as a shell reads it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "-_./:=,+@%".utf8.contains(byte)
      }
    }
    return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }

  private func showNext(_ store: StoreAddress, _ symbol: String?) throws(SinkFailure) {
    let year = runner.environment.today().year
    let commands = [
      ("positions", "what you have, and its value"),
      ("gains --from \(year)", "realized gains of this year"),
      ("explain \(symbol ?? "SYMBOL")", "how its figures came about"),
      ("prices update", "new prices"),
      ("import FILE... --store \(store.shown)", "the next files"),
    ]
    let width = commands.map { $0.0.count }.max() ?? 0
    let lines = commands.map { command, meaning in
      let blanks = String(repeating: " ", count: width + 2 - command.count)
      return "  folio \(command)\(blanks)\(meaning)"
    }
    let start = ["Next:", "", "  export FOLIO_STORE=\(Self.quoted(store.shown))"]
    try runner.show((start + lines).joined(separator: "\n") + "\n")
  }
}

extension Command {
  static let start = Command(
    name: "start", scopes: [.starting], ledgerPlaceholder: "FILE...",
    summary: "from files of brokers to a ledger and a page",
    description: """
      Recognizes and checks the files, asks for the base currency, creates a store, imports, \
      fetches rates and prices, and writes the page. Each step is a command, which is shown. On a \
      terminal it asks for what the flags do not say. Otherwise it does only what they say: \
      --base and --store are required, --source fetches, and --output writes the page.
      """,
    examples: [
      Example("On a terminal", "folio start 2023.csv 2024.csv"),
      Example(
        "In a script",
        "folio start *.csv --base EUR --store file:l.folio --source ecb -o page.html"),
    ]
  ) { try $0.start($1) }
}
