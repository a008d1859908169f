/// Turns the flags of `add` into rows, with the data of the store.
struct EntryBuilder {
  private let options: EntryOptions
  private let tables: LedgerTables
  /// The cash accounts and the instruments of the store, and those that the flags add.
  private var accounts: [GroupEntry.Account]
  /// The ids of these accounts.
  private var accountIDs: Set<String> = []
  private var instruments: [String: Known] = [:]
  /// Whether the store has rows of all instruments that the flags name, with their currencies.
  let hasInstruments: Bool
  /// The path of a file as seen from the folder of the store.
  var relocated: (String) -> String = { $0 }
  /// Everything that is missing, in the order of the flags.
  private var problems: [TerminalText] = []
  /// The number of problems for which similar names are looked for among all names.
  private static let questionLimit = 20
  /// What the user may not expect of the transaction.
  private(set) var notes: [TerminalText] = []

  private struct Known {
    /// The currency, or the quote unit, of rows without one.
    var currency: Currency?
    var factor: ExactDecimal?
  }

  init(_ options: EntryOptions, _ tables: LedgerTables) {
    self.options = options
    self.tables = tables
    accounts = tables.cashAccounts.map {
      GroupEntry.Account(id: tables.text($0.id), currency: tables.currencies[$0.currency])
    }
    accountIDs = Set(accounts.map(\.id))
    for instrument in tables.instruments {
      instruments[tables.text(instrument.symbol)] = Known(
        currency: (instrument.quoteUnit ?? instrument.currency).map { tables.currencies[$0] },
        factor: try? instrument.valueFactor())
    }
    let known = instruments
    hasInstruments = Self.symbols(in: options, accountIDs).allSatisfy {
      known[$0]?.currency != nil
    }
    for row in options.rows { note(row.content) }
  }

  /// The symbols that the flags name.
  private static func symbols(in options: EntryOptions, _ accounts: Set<String>) -> [String] {
    let named = [options.event?.symbol, options.instrument].compactMap { $0 }
    return options.rows.reduce(into: named) { symbols, row in
      switch row.content {
      case .instrument(let symbol, _, _), .price(let symbol, _, _): symbols.append(symbol)
      case .balance(let name, _, _): if !accounts.contains(name) { symbols.append(name) }
      case .account, .rate, .file: break
      }
    }
  }

  /// Notes what a flag adds, so that a transaction in the same call can use it.
  private mutating func note(_ row: EntryRow.Content) {
    switch row {
    case .account(let id, let currency, _):
      if accountIDs.insert(id).inserted {
        accounts.append(GroupEntry.Account(id: id, currency: currency))
      }
    case .instrument(let symbol, let currency, let columns):
      let factors = [columns[.multiplier], columns[.priceFactor]]
      let factor = factors.reduce(ExactDecimal?.some(.one)) { product, text in
        guard let text else { return product }
        return (try? ExactDecimal(text)).flatMap { try? product?.multiplied(by: $0) }
      }
      let known = instruments[symbol] ?? Known(currency: currency, factor: factor)
      instruments[symbol] = Known(currency: known.currency ?? currency, factor: known.factor)
    case .price, .rate, .balance, .file: break
    }
  }

  /// The rows as NDJSON, and the place of each row that is not the transaction.
  /// - Parameter entry: a transaction without its accounts.
  /// - Throws: a failure that lists everything that is missing.
  mutating func document(
    _ entry: GroupEntry?, on day: Day
  ) throws -> (bytes: [UInt8], places: [Range<Int>]) {
    let rows = options.rows.map { row(of: $0, on: day) }
    let group = entry.map { completed($0) }
    if !problems.isEmpty { throw CommandFailure.usage(lines: problems) }
    do {
      let head = rows.isEmpty ? ([], []) : rows.line()
      return (head.0 + (try group?.line() ?? []), head.1)
    } catch {
      throw CommandFailure.tooManyDigits
    }
  }

  /// The files that the flags drop, as the store names them.
  func dropped() throws -> [QuoteFileName] {
    try options.dropped.map { file in
      let names = tables.settings.quoteFiles.filter { $0.kind == file.kind }.map(\.path)
      let seen = relocated(file.path)
      if let path = names.first(where: { $0 == seen }) ?? names.first(where: { $0 == file.path }) {
        return QuoteFileName(file.kind, path)
      }
      let known = names.isEmpty ? "it names none" : "it names \(names.joined(separator: ", "))"
      throw CommandFailure.usage(
        "--\(file.kind.dropFlag): the store does not name '\(file.path)'; \(known)")
    }
  }

  private mutating func row(of row: EntryRow, on day: Day) -> TableEntry {
    switch row.content {
    case .account(let id, let currency, let name):
      return TableEntry(.cashAccounts, [("id", id), ("name", name), ("currency", currency.code)])
    case .instrument(let symbol, let currency, let columns):
      return TableEntry(
        .stocks,
        [("symbol", symbol), ("currency", currency.code)]
          + EntryRow.Column.allCases.map { ($0.rawValue, columns[$0]) })
    case .price(let symbol, let price, let currency):
      checkInstrument(symbol, row.flag)
      return TableEntry(
        .prices,
        [
          ("symbol", symbol), ("date", "\(day)"), ("close", "\(price)"),
          ("currency", (currency ?? instruments[symbol]?.currency)?.code),
        ])
    case .file(let kind, let path):
      return TableEntry(.settings, [(kind.rawValue, relocated(path))])
    case .rate(let from, let to, let rate):
      return TableEntry(
        .rates,
        [("date", "\(day)"), ("from", from.code), ("to", to.code), ("rate", "\(rate)")])
    case .balance(let name, let securities, let value):
      // A deleted row has a number too, which does not count.
      let number = value?.description ?? "0"
      let isAccount = accounts.contains { $0.id == name }
      let isCash = securities == nil && (isAccount || instruments[name] == nil)
      let account = isCash && !isAccount ? onlyAccount(in: name, row.flag) : name
      if !isCash { checkInstrument(name, row.flag) }
      return TableEntry(
        .balances,
        [
          ("date", "\(day)"), ("cash_account_id", isCash ? account : nil),
          ("amount", isCash ? number : nil), ("symbol", isCash ? nil : name),
          ("quantity", isCash ? nil : number), ("account", securities),
          ("is_deleted", value == nil ? "true" : nil),
        ])
    }
  }

  /// The only cash account in the currency that a balance names.
  private mutating func onlyAccount(in name: String, _ flag: String) -> String? {
    let possible = accounts.filter { $0.currency.code == name.uppercased() }.map(\.id)
    if possible.count == 1 { return possible[0] }
    if possible.count > 1 {
      let names = possible.map { "'\($0)'" }.joined(separator: " or ")
      problems.append("--\(flag): which \(name.uppercased()) account is it? Name \(names)")
      return nil
    }
    let code = tables.settings.baseCurrency?.code ?? "EUR"
    report(
      "--\(flag): the ledger has no account or symbol '\(name)'", name,
      among: accounts.map(\.id) + instruments.keys.sorted(),
      adding: "--account \(name):\(code) or --instrument \(name):\(code)")
    return nil
  }
}

// The transaction, and what it needs of the store.
extension EntryBuilder {
  /// Completes a transaction with its accounts.
  private mutating func completed(_ entry: GroupEntry) -> GroupEntry {
    var entry = entry
    let flag = options.eventFlag ?? ""
    var isKnown = true
    if let symbol = entry.event.symbol {
      isKnown = checkInstrument(symbol, flag)
      if let factor = instruments[symbol]?.factor { entry.valueFactor = factor }
      if entry.price != nil { entry.quoteUnit = quoteUnit(of: symbol)?.unit }
    }
    switch entry.event {
    case .buy(let symbol), .sell(let symbol), .dividend(let symbol):
      entry.securities = options.broker
      // Without the instrument, its currency is not known either.
      if isKnown || options.cash != nil {
        let currency = quoteUnit(of: symbol)?.currency ?? instruments[symbol]?.currency
        entry.cash = account(options.cash, "cash", in: currency)
        if let cash = entry.cash, let currency, cash.currency != currency, entry.event.isTrade {
          notes.append(
            "the amounts are in \(cash.currency), the currency of account '\(cash.id)'; "
              + "\(symbol) is in \(currency)")
        }
      }
    case .cash:
      if let symbol = entry.instrument { checkInstrument(symbol, "for") }
      entry.cash = account(options.cash, "cash", in: nil)
    case .exchange(let given, let taken):
      entry.cash = account(options.from, "from", in: given.currency)
      entry.otherCash = account(options.to, "to", in: taken.currency)
      checkExchange(given.currency, entry.cash, "from")
      checkExchange(taken.currency, entry.otherCash, "to")
    case .cashTransfer:
      entry.cash = account(options.from, "from", in: nil)
      entry.otherCash = account(options.to, "to", in: nil)
      checkTransfer(from: entry.cash, to: entry.otherCash)
    case .unitTransfer:
      entry.securities = options.from
      entry.otherSecurities = options.to
    case .split, .stock: break
    }
    return entry
  }

  /// The hundredth of a currency in which an instrument is quoted; nil if there is none, or if cash
  /// is held in it.
  private func quoteUnit(of symbol: String) -> Currency.QuoteUnit? {
    let quoted = Currency.quoteUnits.first { $0.unit == instruments[symbol]?.currency }
    guard let quoted, quoted.unit != tables.settings.baseCurrency,
      !accounts.contains(where: { $0.currency == quoted.unit })
    else { return nil }
    return quoted
  }

  private mutating func checkExchange(
    _ currency: Currency, _ account: GroupEntry.Account?, _ flag: String
  ) {
    guard let account, account.currency != currency else { return }
    problems.append(
      "--\(flag): '\(account.id)' is in \(account.currency), but --exchange is in \(currency) "
        + "here. Name an account in \(currency).")
  }

  private mutating func checkTransfer(from: GroupEntry.Account?, to: GroupEntry.Account?) {
    guard let from, let to, from.currency != to.currency else { return }
    problems.append(
      "--transfer: '\(from.id)' is in \(from.currency) and '\(to.id)' in \(to.currency). Use "
        + "--exchange, such as --exchange 100\(from.currency)=110\(to.currency).")
  }

  /// The account that a flag names, or the only one in a currency if it names none.
  private mutating func account(
    _ id: String?, _ flag: String, in currency: Currency?
  ) -> GroupEntry.Account? {
    let code = currency?.code ?? tables.settings.baseCurrency?.code ?? "EUR"
    if let id {
      if let found = accounts.first(where: { $0.id == id }) { return found }
      report(
        "--\(flag): the ledger has no account '\(id)'", id, among: accounts.map(\.id),
        adding: "--account \(id):\(code) (id:currency)")
      return nil
    }
    let possible = accounts.filter { currency == nil || $0.currency == currency }
    if possible.count == 1 { return possible[0] }
    let names = possible.map { "'\($0.id)'" }.joined(separator: " or ")
    let kind = currency.map { "\($0) " } ?? ""
    problems.append(
      possible.isEmpty
        ? "add: the store has no \(kind)account; add one with --account "
          + "\(code.lowercased()):\(code)"
        : "add: several accounts are possible; name one with --\(flag): \(names)")
    return nil
  }

  /// Reports an instrument that is not known.
  @discardableResult
  private mutating func checkInstrument(_ symbol: String, _ flag: String) -> Bool {
    if instruments[symbol] != nil { return true }
    let code = tables.settings.baseCurrency?.code ?? "EUR"
    let known = problems.count < Self.questionLimit ? instruments.keys.sorted() : []
    report(
      "--\(flag): the ledger has no symbol '\(symbol)'", symbol, among: known,
      adding: "--instrument \(symbol):\(code) (symbol:currency)")
    return false
  }

  private mutating func report(
    _ words: String, _ name: String, among known: [String], adding flag: String
  ) {
    let question = Suggestions.question(for: name, among: known).map { " \($0)" } ?? ""
    problems.append("\(words).\(question) If it is new, add it with \(flag).")
  }
}

extension CommandRunner {
  /// The transaction that the flags describe, without its accounts; nil if they describe none.
  func entry(_ options: EntryOptions) -> GroupEntry? {
    guard let event = options.event else { return nil }
    let occurred =
      try? options.on.map { try Timestamp($0.resolved(today: environment.today()).description) }
    var entry = GroupEntry(
      id: options.id ?? environment.newID(), occurredAt: occurred ?? environment.now(),
      event: event)
    entry.status = options.isPending ? .pending : .settled
    entry.notes = options.notes
    entry.instrument = options.instrument
    entry.quantity = options.quantity
    entry.price = options.price
    entry.gross = options.gross
    entry.fees = options.fees
    entry.taxes = options.taxes
    entry.settles = day(options.settles)
    return entry
  }
}
