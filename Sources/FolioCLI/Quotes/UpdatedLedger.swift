/// The ledger for which prices or rates are fetched, and the file that they go to.
struct UpdatedLedger {
  let kind: QuoteSource.Kind
  private let tables: LedgerTables
  /// The store that names the file; nil if a file is the ledger.
  let store: StoreAddress?
  /// The path of the file; nil for standard output.
  let path: String?
  /// The path as the store names it, if it does not yet.
  let newName: String?
  /// Whether the file is there.
  let hasFile: Bool
  /// What the file has.
  private(set) var fetched: FetchedQuotes
  /// The day up to which the books are closed.
  var closedUntil: Day? { tables.settings.closedUntil }
  /// The days of which the ledger has a row that was not fetched, by names.
  private var own: Set<[String]> = []
  private let today: Day

  init(
    _ runner: CommandRunner, _ kind: QuoteSource.Kind, _ invocation: Invocation
  ) throws {
    self.kind = kind
    today = runner.environment.today()
    var (reader, _) = try runner.reader(invocation)
    let files = reader.quoteFiles { name in (StoreAddress(name)?.path ?? name).parentFolder }
      .filter { $0.file.kind == kind.fileKind }
    let address = invocation.ledgers.count == 1 ? StoreAddress(invocation.ledgers[0]) : nil
    let store = address?.kind.hasFiles ?? false ? address : nil
    self.store = store
    var contents: [(path: String, bytes: [UInt8]?)] = []
    for (_, path) in files {
      contents.append((path, try? runner.environment.namedContents(path, 1 << 28)))
    }
    let known = contents.first { $0.bytes.map { FetchedQuotes.isOne($0, kind) } ?? false }
    var found = invocation.options.output ?? known?.path
    if found == nil, let store { found = store.quotesPath(kind) }
    path = found
    let isNamed = files.contains { $0.path == found }
    newName =
      isNamed || store == nil
      ? nil
      : found.map { path in
        runner.relocated(path, from: ".", to: store?.path.parentFolder ?? ".")
      }
    fetched = FetchedQuotes(kind)
    var hasFile = false
    if let found, let bytes = try Self.contents(of: found, runner) {
      hasFile = true
      do throws(QuoteFault) { fetched = try FetchedQuotes(reading: bytes, kind) } catch {
        throw CommandFailure.usage("\(found): \(error.reason)")
      }
    }
    self.hasFile = hasFile
    for (path, bytes) in contents where path != found {
      guard let bytes else { continue }
      if kind == .prices { reader.readPrices(bytes, name: path) }
    }
    let check = LedgerCheck(of: reader.finish())
    tables = check.validPart.tables
    for price in tables.prices { own.insert([tables.symbol(price.instrument), "\(price.day)"]) }
    for rate in tables.rates {
      own.insert([
        tables.currencies[rate.from].code, tables.currencies[rate.to].code, "\(rate.day)",
      ])
    }
  }

  private static func contents(
    of path: String, _ runner: CommandRunner
  ) throws(SourceFailure) -> [UInt8]? {
    do throws(SourceFailure) { return try runner.environment.namedContents(path, 1 << 28) } catch {
      if error.reason == .notFound { return nil }
      throw error
    }
  }

  /// Whether the ledger has a row of its own for a day, which no fetched one replaces.
  func hasOwn(_ names: [String], _ day: Day) -> Bool { own.contains(names + ["\(day)"]) }

  /// The symbols of the instruments.
  var symbols: [String] { tables.instruments.map { tables.text($0.symbol) } }

  /// The symbol of an instrument by its symbol or ISIN.
  func symbol(of name: String) -> String? {
    if symbols.contains(name) { return name }
    return tables.instruments.first { $0.isin == name }.map { tables.text($0.symbol) }
  }

  /// The source that an instrument names.
  func source(of symbol: String) -> String {
    tables.instruments.first { tables.text($0.symbol) == symbol }?.priceSource ?? ""
  }

  // MARK: Orders

  /// What is to be fetched for the instruments that have a source.
  func priceOrders(
    _ sources: QuoteSources, _ chosen: [(symbol: String, source: String)], _ options: Options
  ) throws -> [CommandRunner.Order] {
    var flags: [String: String] = [:]
    for choice in chosen { flags[choice.symbol] = choice.source }
    var orders: [CommandRunner.Order] = []
    for (index, instrument) in tables.instruments.enumerated() {
      let symbol = tables.text(instrument.symbol)
      let text = flags[symbol] ?? instrument.priceSource
      if text.isEmpty { continue }
      let (source, ticker) = try sources.priceSource(text)
      let currency = instrument.quoteUnit ?? instrument.currency
      let start = firstDay { $0.instrument == InstrumentIndex(index) }
      orders.append(
        CommandRunner.Order(
          names: [symbol], source: source, label: text,
          subject: QuoteSubject(
            ticker: ticker, currency: currency.map { tables.currencies[$0] }, base: base(options)),
          days: days(of: [symbol], from: start, options)))
    }
    if orders.isEmpty {
      let example = symbols.first ?? "VWCE"
      throw CommandFailure.usage(
        "no instrument of the ledger has a source of prices. Give it one: "
          + "--source \(example)=yahoo/\(example). 'folio sources list' lists the sources, and "
          + "files need none: --prices \(example)=FILE.")
    }
    return orders
  }

  /// What is to be fetched for the currencies of the ledger.
  func rateOrders(
    _ sources: QuoteSources, _ options: Options
  ) throws -> [CommandRunner.Order] {
    guard sources.given.count < 2 else {
      throw CommandFailure.usage("'rates update' takes one --source. Call it for each.")
    }
    guard let name = sources.given.first ?? fetched.lastSource else {
      throw CommandFailure.usage(
        "where do the rates come from? Give --source ecb, or another one; later calls remember it. "
          + "'folio sources list' lists the sources.")
    }
    let source = try sources.named(name, .rates)
    let base = base(options)
    guard let center = source.base ?? base else {
      throw CommandFailure.usage(
        "the ledger has no base currency. Give --base, such as --base EUR.")
    }
    let start = firstDay { _ in true } ?? tables.groups.map(\.occurredAt.day).min()
    let wanted = currencies.union([base].compactMap { $0 }).subtracting([center])
    return wanted.sorted { $0.code < $1.code }.map { currency in
      let names = source.names(currency, base: base)
      return CommandRunner.Order(
        names: names, source: source, label: source.name,
        subject: QuoteSubject(currency: currency, base: base),
        days: days(of: names, from: start, options))
    }
  }

  private func base(_ options: Options) -> Currency? {
    options.booking.baseCurrency ?? tables.settings.baseCurrency
  }

  /// The currencies that amounts of the ledger are in.
  private var currencies: Set<Currency> {
    let used =
      tables.cashAccounts.map(\.currency) + tables.instruments.compactMap(\.currency)
      + tables.stockLegs.map(\.currency) + tables.prices.map(\.currency)
    let codes = Set(used).filter { $0 != missingCurrency }.map { tables.currencies[$0] }
    return Set(
      codes.map { code in
        Currency.quoteUnits.first { $0.unit == code }?.currency ?? code
      })
  }

  private func firstDay(_ isMeant: (StockLeg) -> Bool) -> Day? {
    tables.stockLegs.lazy.filter(isMeant).map(\.tradeDay).min()
  }

  /// The days to ask for: from the last fetched one, which may have changed since, or from a week
  /// before the first day that matters.
  private func days(
    of names: [String], from start: Day?, _ options: Options
  ) -> ClosedRange<Day> {
    let last = options.to?.resolved(today: today) ?? today
    let first =
      options.from?.resolved(today: today) ?? fetched.last(of: names)?.day
      ?? (start ?? last).adding(days: -7) ?? last
    return min(first, last)...last
  }
}

extension StoreAddress {
  /// The file beside the store that fetched prices or rates go to by default: `ledger.prices.csv`
  /// beside `ledger.folio`.
  func quotesPath(_ kind: QuoteSource.Kind) -> String {
    let name = path.lastPathComponent
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    let folder = path.parentFolder
    return (folder == "." ? "" : folder + "/") + (stem.isEmpty ? name : String(stem))
      + ".\(kind.rawValue).csv"
  }
}
