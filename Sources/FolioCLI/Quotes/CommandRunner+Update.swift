// `prices update` and `rates update` (Specs/sources.md).
extension CommandRunner {
  /// What is fetched for one instrument or one pair of currencies.
  struct Order {
    /// The symbol, or the two currencies.
    var names: [String]
    var source: QuoteSource
    /// What the rows have as their source.
    var label: String
    var subject: QuoteSubject
    var days: ClosedRange<Day>

    /// The instrument or the pair, for messages.
    var shown: String { names.joined(separator: "/") }
  }

  /// Fetches prices or rates, and writes them to the file that the ledger names, or to `--output`.
  /// - Returns: The failure for the exit status, if something could not be fetched.
  @discardableResult
  func update(
    _ kind: QuoteSource.Kind, _ invocation: Invocation
  ) throws -> CommandFailure? {
    let sources = try QuoteSources(self, invocation.options)
    let ledger = try UpdatedLedger(self, kind, invocation)
    var fetched = ledger.fetched
    let orders: [Order]
    var chosen: [(symbol: String, source: String)] = []
    switch kind {
    case .prices:
      chosen = try sources.chosen(among: ledger)
      orders = try ledger.priceOrders(sources, chosen, invocation.options)
    case .rates: orders = try ledger.rateOrders(sources, invocation.options)
    }
    var work = QuoteWork(self, invocation, ledger)
    for order in orders { try work.fetch(order, into: &fetched) }
    let isNew = fetched.count > 0 && (work.outcome.added > 0 || work.outcome.changed > 0)
    if isNew { try write(fetched, of: ledger, invocation) }
    try remember(chosen, ledger, hasFile: isNew || ledger.hasFile, invocation)
    work.report(fetched, ledger)
    return work.failure
  }

  private func write(
    _ fetched: FetchedQuotes, of ledger: UpdatedLedger, _ invocation: Invocation
  ) throws {
    guard let path = ledger.path else { return try write(fetched.bytes) }
    let protected = ProtectedFiles(invocation, rewriting: path)
    guard let file = try environment.prepareOutput(path, protected)?() else { return }
    try write(fetched.bytes, to: file)
  }

  /// Stores the sources that flags gave to instruments, and the name of the file.
  private func remember(
    _ chosen: [(symbol: String, source: String)], _ ledger: UpdatedLedger, hasFile: Bool,
    _ invocation: Invocation
  ) throws {
    guard let store = ledger.store else { return }
    var rows = chosen.filter { ledger.source(of: $0.symbol) != $0.source }.map { choice in
      TableEntry(.stocks, [("symbol", choice.symbol), ("price_source", choice.source)])
    }
    if hasFile, let path = ledger.newName {
      rows.append(TableEntry(.settings, [(ledger.kind.settingsKey, path)]))
    }
    if rows.isEmpty { return }
    let input = StoreInput(rows.line().bytes, name: "the flags")
    try changeStore(store, invocation) { operations in
      let now = environment.now()
      _ = try StoreLockRetry().change { () throws(StoreFailure) in
        try operations.append([input], at: now)
      }
      showWarnings(operations.warnings, invocation)
    }
    if hasFile, let path = ledger.newName { say("\(store.shown) now reads \(path)", invocation) }
  }
}

extension QuoteSource.Kind {
  /// The key of the settings that names files of them.
  var settingsKey: String {
    switch self {
    case .prices: QuoteFileName.Kind.prices.rawValue
    case .rates: QuoteFileName.Kind.rates.rawValue
    }
  }

  /// The kind of these files in settings.
  var fileKind: QuoteFileName.Kind {
    switch self {
    case .prices: .prices
    case .rates: .rates
    }
  }
}

/// The fetching of a command, and what came of it.
struct QuoteWork {
  private let runner: CommandRunner
  private let invocation: Invocation
  private let ledger: UpdatedLedger
  private var fetcher: QuoteFetcher
  private(set) var outcome = FetchedQuotes.Outcome()
  private var isOffline = false
  private var hasFault = false
  /// Whether a message said that there is no network.
  private var saidNotBuilt = false

  init(_ runner: CommandRunner, _ invocation: Invocation, _ ledger: UpdatedLedger) {
    (self.runner, self.invocation, self.ledger) = (runner, invocation, ledger)
    fetcher = QuoteFetcher(runner.environment) { runner.say($0, invocation) }
  }

  /// Fetches what one order is about. A failure is said, and the next order goes on.
  mutating func fetch(
    _ order: CommandRunner.Order, into fetched: inout FetchedQuotes
  ) throws {
    let today = runner.environment.today()
    do throws(QuoteFault) {
      if let day = order.source.firstUnknown(of: order.days, today: today) {
        say("\(order.shown): \(order.source.name) knows nothing as old as \(day)")
      }
      let fetcher = self.fetcher
      let requests = try order.source.requests(
        order.subject, order.days, today: today, variable: { fetcher.variable($0) })
      var count = 0
      for request in requests { count += try fetch(request, order, &fetched) }
      if count == 0, fetched.last(of: order.names) == nil {
        say("\(order.shown): \(order.label) has no row of \(order.days.lowerBound) or later")
      }
    } catch {
      hasFault = true
      say("\(order.shown), \(order.label): \(fetcher.withoutSecrets(error.reason))", always: true)
    }
  }

  /// - Returns: The number of rows.
  private mutating func fetch(
    _ request: QuoteRequest, _ order: CommandRunner.Order, _ fetched: inout FetchedQuotes
  ) throws(QuoteFault) -> Int {
    let answer: QuoteFetcher.Answer
    do throws(QuoteFetcher.Failure) {
      answer = try fetcher.answer(to: request, of: order.source)
    } catch {
      switch error {
      case .fault(let fault): throw fault
      case .offline(let reason):
        isOffline = true
        say("\(order.shown): \(reason)", always: true)
      case .notBuilt:
        if !saidNotBuilt {
          say(
            "this Folio was built without a network. Build it with 'swift build --traits Supabase' "
              + "(libcurl4-openssl-dev). Sources that run a command, and files, need none.",
            always: true)
        }
        (isOffline, saidNotBuilt) = (true, true)
      }
      return 1
    }
    let read = try order.source.read(answer.bytes, status: answer.status, for: request)
    let retrieved = "\(runner.environment.now())"
    let hash = SHA256.hexadecimal(of: answer.bytes)
    for row in read.rows where !ledger.hasOwn(order.names, row.day) {
      fetched.take(
        FetchedQuotes.Row(
          row, names: order.names, source: order.label, retrieved: retrieved, hash: hash),
        closedUntil: ledger.closedUntil, &outcome)
    }
    return read.rows.count
  }

  /// Says what was fetched.
  func report(_ fetched: FetchedQuotes, _ ledger: UpdatedLedger) {
    let things = ledger.kind.rawValue
    if outcome.closed > 0 {
      say("\(outcome.closed) \(things) of closed books differ from the source, and stay")
    }
    let place = ledger.path ?? "standard output"
    var text: TerminalText = "\(outcome.added) new \(things), \(outcome.changed) changed"
    text += " in \(place), which has \(fetched.count)"
    say(text)
  }

  private func say(_ text: TerminalText, always: Bool = false) {
    if always {
      runner.environment.writeError("folio: \(text)\n")
    } else {
      runner.say(text, invocation)
    }
  }

  /// The failure for the exit status; nil if everything could be fetched.
  var failure: CommandFailure? {
    if isOffline {
      return .ended(
        ExitStatus.file,
        "offline: not everything was fetched. What the ledger has already is used as it is.")
    }
    return hasFault
      ? .ended(ExitStatus.faults, "not everything was fetched. The rest is kept.") : nil
  }
}
