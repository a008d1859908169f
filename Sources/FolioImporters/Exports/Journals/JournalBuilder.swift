/// Makes a journal of a booked ledger: the postings of its own journal, with the changes of lots in
/// the place of the amounts of securities.
struct JournalBuilder {
  private let booked: BookedLedger
  private let tables: LedgerTables
  private var names = JournalNames()
  private var lots = ExportedLots()
  private var journal: ExportedJournal
  private var symbols: [InstrumentIndex: String] = [:]
  private var moneys: [Currency: String] = [:]
  private var cash: [CashAccountIndex: String] = [:]
  private var securities: [[String]: String] = [:]
  private var others: [String: String] = [:]
  private var places: [String: Int] = [:]
  /// The accounts that a pool has had units in, by its position.
  private var poolAccounts: [UInt32: Set<SecuritiesAccountIndex>] = [:]

  /// - Parameter booked: A ledger that was booked with its journal and its trace.
  init(_ booked: BookedLedger) {
    self.booked = booked
    tables = booked.ledger.tables
    let last = booked.options.asOf ?? booked.ledger.lastDay ?? Day.first
    journal = ExportedJournal(firstDay: last, lastDay: last)
  }

  /// Makes the journal.
  mutating func build() throws(ArithmeticFault) -> ExportedJournal {
    nameCommodities()
    nameCashAccounts()
    let groups = takeDocument()
    var postings: [GroupIndex: [Posting]] = [:]
    for posting in booked.postings { postings[posting.group, default: []].append(posting) }
    var events: [GroupIndex: [LotEvent]] = [:]
    for event in booked.trace { events[event.group, default: []].append(event) }
    let contents = LedgerContents(booked.ledger)
    let byID = Dictionary(contents.groups.map { ($0.id, $0) }) { first, _ in first }
    let rows = booked.ledger.rows.groups
    for position in rows.indices {
      let index = booked.ledger.group(at: position)
      let record = rows[Int(index)]
      guard let group = byID[tables.text(record.id)], let json = groups[group.id] else { continue }
      let entry = try entry(
        group, json, on: booked.ledger.tradeDay(of: record), postings[index] ?? [],
        events[index] ?? [])
      guard let entry else {
        journal.others.append(json)
        continue
      }
      journal.entries.append(entry)
    }
    addPrices(contents)
    try addBalances()
    try settleResiduals()
    finish()
    return journal
  }

  // MARK: Names

  private mutating func nameCommodities() {
    // Currencies first: their codes are legal as they are, apart from rare ones.
    for currency in tables.currencies.all {
      let name = names.commodity(currency.code)
      moneys[currency] = name
      journal.names.currencies[name] = currency
      places[name] = currency.minorUnits
    }
    for (number, instrument) in tables.instruments.enumerated() {
      let symbol = tables.text(instrument.symbol)
      let name = names.commodity(symbol)
      symbols[InstrumentIndex(number)] = name
      journal.names.symbols[name] = symbol
    }
    journal.baseCurrency = booked.baseCurrency.flatMap { moneys[$0] }
  }

  private mutating func nameCashAccounts() {
    for (number, account) in tables.cashAccounts.enumerated() {
      let id = tables.text(account.id)
      let name = names.account(id, below: "Assets:Cash")
      cash[CashAccountIndex(number)] = name
      journal.names.cash[name] = id
    }
  }

  private func name(of currency: CurrencyIndex) -> String? {
    currency == missingCurrency ? nil : moneys[tables.currencies[currency]]
  }

  /// The account for units of a securities account. Units that are owed have one of their own.
  private mutating func securitiesAccount(
    _ account: SecuritiesAccountIndex, isShort: Bool
  ) -> String {
    let text = tables.text(tables.securitiesAccounts.all[Int(account)])
    let root = isShort ? "Liabilities:Securities" : "Assets:Securities"
    if let known = securities[[root, text]] { return known }
    // A balance of beancount has the accounts below, too, so no account with units is above
    // another one.
    let hasNames = tables.securitiesAccounts.all.contains { !tables.text($0).isEmpty }
    let isAlone = text.isEmpty && !hasNames
    let name = isAlone ? root : names.account(text.isEmpty ? "Other" : text, below: root)
    securities[[root, text]] = name
    journal.names.securities[name] = text
    return name
  }

  private mutating func name(of account: JournalAccount) -> String {
    if account.kind == .cash {
      return cash[CashAccountIndex(rawValue: account.reference)] ?? account.name(in: tables)
    }
    let full = account.name(in: tables)
    guard account.reference != .missing else { return full }
    if let known = others[full] { return known }
    let symbol = tables.symbol(InstrumentIndex(rawValue: account.reference))
    let name = names.account(symbol, below: String(full.dropLast(symbol.count + 1)))
    others[full] = name
    return name
  }

  // MARK: Groups

  /// Takes the head of the document.
  /// - Returns: The JSON of each group.
  private mutating func takeDocument() -> [String: [UInt8]] {
    var groups: [String: [UInt8]] = [:]
    let lines = LedgerWriter(booked.ledger).bytes(.lines).split(separator: 0x0A)
    for (number, line) in lines.enumerated() {
      guard let node = try? JSONNode.parse(Array(line)) else { continue }
      if number > 0 {
        if let id = node["id"]?.string { groups[id] = Array(line) }
        continue
      }
      guard case .object(let members) = node.content else { continue }
      var head = JSONText()
      head.open("{")
      for member in members where !["historical_prices", "fx_rates"].contains(member.key) {
        head.json(member.key.utf8, FolioCSV.json(member.value).utf8)
      }
      head.close("}")
      journal.head = head.bytes
    }
    return groups
  }

  private mutating func entry(
    _ group: LedgerGroup, _ json: [UInt8], on day: Day, _ postings: [Posting],
    _ events: [LotEvent]
  ) throws(ArithmeticFault) -> ExportedJournal.Entry? {
    var states: [ExportedLots.State] = []
    for event in events { states += try self.states(after: event) }
    var (lines, possible) = try lots.changes(states, on: day)
    addPrices(of: group, to: &lines)
    for posting in postings where posting.account.kind != .securities && !posting.amount.isZero {
      guard let currency = name(of: posting.currency) else { continue }
      lines.append(
        .init(
          account: name(of: posting.account), number: posting.amount, commodity: currency))
    }
    if lines.isEmpty { return nil }
    let text = group.notes ?? group.type?.rawValue ?? ""
    return .init(
      day: possible, id: group.id, text: text, isPending: group.status == .pending, group: json,
      postings: lines)
  }

  /// The states of a lot or a pool after an event: a pool is shared by units among its accounts.
  private mutating func states(
    after event: LotEvent
  ) throws(ArithmeticFault) -> [ExportedLots.State] {
    let (quantity, cost) = try event.held()
    if !event.isPool { return [state(after: event, event.account, quantity, cost)] }
    let own = event.unitsByAccount.isEmpty ? [event.account: quantity] : event.unitsByAccount
    let known = poolAccounts[event.position, default: []].union(own.keys)
    poolAccounts[event.position] = known
    var (left, costLeft) = (quantity, cost)
    var states: [ExportedLots.State] = []
    for account in known.sorted() {
      let units = quantity.isZero ? .zero : own[account, default: .zero]
      let share =
        units == left
        ? costLeft
        : try cost.multiplied(by: units, dividedBy: quantity, places: 18).normalized()
      left = try left.subtracting(units)
      costLeft = try costLeft.subtracting(share)
      states.append(state(after: event, account, units, share))
    }
    return states
  }

  private mutating func state(
    after event: LotEvent, _ account: SecuritiesAccountIndex, _ quantity: ExactDecimal,
    _ cost: ExactDecimal
  ) -> ExportedLots.State {
    let opener =
      event.isPool || event.openedBy == .missing
      ? nil : tables.text(booked.ledger.rows.groups[Int(event.openedBy)].id)
    return .init(
      event: event, quantity: quantity, cost: cost,
      account: securitiesAccount(account, isShort: event.isShort),
      commodity: symbols[event.instrument] ?? "",
      currency: name(of: event.currency) ?? journal.baseCurrency ?? moneys.values.min() ?? "XXX",
      opener: opener)
  }

  /// Gives units that leave the price of the sale.
  private func addPrices(of group: LedgerGroup, to lines: inout [ExportedJournal.Posting]) {
    for leg in group.stockLegs where leg.type == .sell || leg.type == .cover {
      guard let price = leg.price, let currency = leg.currency.flatMap({ moneys[$0] }) else {
        continue
      }
      for place in lines.indices
      where journal.names.symbols[lines[place].commodity] == leg.symbol
        && lines[place].number.isNegative == (leg.type == .sell)
        && lines[place].lot?.currency == currency
      {
        lines[place].price = (price, currency)
      }
    }
  }

  // MARK: Sums

  /// Lets each transaction add up to zero within what all programs allow: costs for one unit are
  /// rounded to 18 places, and tax rules may give a sale the cost of a later purchase.
  private mutating func settleResiduals() throws(ArithmeticFault) {
    for place in journal.entries.indices {
      var sums: [String: ExactDecimal] = [:]
      var least: [String: Int] = [:]
      for posting in journal.entries[place].postings {
        note(posting)
        let unit = posting.lot?.currency ?? posting.commodity
        if let lot = posting.lot {
          sums[unit] = try sums[unit, default: .zero].adding(posting.number.atCost(lot.cost))
          continue
        }
        sums[unit] = try sums[unit, default: .zero].adding(posting.number)
        let own = max(posting.number.normalized().places, minorUnits(unit))
        least[unit] = min(least[unit] ?? own, own)
      }
      for (commodity, sum) in sums.sorted(by: { $0.key < $1.key }) {
        let minor = minorUnits(commodity)
        // beancount tolerates half a unit of the last place that a transaction has.
        let slack = ExactDecimal.halfUnit(max(least[commodity] ?? minor, minor + 6))
        if sum.magnitude <= slack { continue }
        let limit = journal.names.currencies[commodity]?.balanceTolerance
        let account =
          limit.map { sum.magnitude <= $0 } == true ? "Equity:Rounding" : "Equity:Matching"
        journal.entries[place].postings.append(
          .init(account: account, number: -sum.normalized(), commodity: commodity))
      }
    }
  }

  private func minorUnits(_ commodity: String) -> Int {
    journal.names.currencies[commodity]?.minorUnits ?? 2
  }

  private mutating func note(_ posting: ExportedJournal.Posting) {
    guard posting.lot != nil else { return }
    let own = posting.number.normalized().places
    places[posting.commodity] = max(places[posting.commodity] ?? 0, own)
  }

  private mutating func addBalances() throws(ArithmeticFault) {
    var sums: [String: (ExactDecimal, String)] = [:]
    for entry in journal.entries {
      for posting in entry.postings where journal.names.cash[posting.account] != nil {
        let sum = try sums[posting.account, default: (.zero, "")].0.adding(posting.number)
        sums[posting.account] = (sum, posting.commodity)
      }
    }
    journal.balances = sums.sorted { $0.key < $1.key }.map {
      .init(account: $0.key, number: $0.value.0, commodity: $0.value.1)
    }
    journal.balances += try lots.balances()
  }

  private mutating func addPrices(_ contents: LedgerContents) {
    let known = Dictionary(
      zip(tables.instruments.map { tables.text($0.symbol) }, tables.instruments)
    ) { first, _ in first }
    let commodities = Dictionary(journal.names.symbols.map { ($1, $0) }) { first, _ in first }
    for price in contents.prices {
      let own = known[price.symbol]?.currency.flatMap { name(of: $0) }
      guard let commodity = commodities[price.symbol],
        let quote = price.currency.flatMap({ moneys[$0] }) ?? own
      else { continue }
      journal.prices.append(
        .init(day: price.day, commodity: commodity, number: price.price, quote: quote))
    }
    for rate in contents.rates {
      guard let from = moneys[rate.from], let to = moneys[rate.to] else { continue }
      journal.prices.append(.init(day: rate.day, commodity: from, number: rate.rate, quote: to))
    }
    journal.prices.sort { $0.day < $1.day }
  }

  private mutating func finish() {
    // Booking goes by time, journals by day.
    journal.entries.sort { $0.day < $1.day }
    journal.accounts = Set(journal.entries.flatMap(\.postings).map(\.account)).sorted()
    journal.firstDay = journal.entries.first?.day ?? journal.lastDay
    journal.lastDay = max(journal.lastDay, journal.entries.last?.day ?? journal.lastDay)
    for (name, currency) in journal.names.currencies.sorted(by: { $0.key < $1.key }) {
      add(name, [("symbol", name == currency.code ? "" : currency.code)], isMoney: true)
    }
    for (number, instrument) in tables.instruments.enumerated() {
      guard let name = symbols[InstrumentIndex(number)] else { continue }
      let symbol = tables.text(instrument.symbol)
      add(
        name,
        [
          ("symbol", name == symbol ? "" : symbol), ("name", instrument.name),
          ("isin", instrument.isin),
        ], isMoney: false)
    }
  }

  /// Adds a commodity with the metadata that are not empty.
  private mutating func add(
    _ name: String, _ metadata: [(key: String, value: String)], isMoney: Bool
  ) {
    journal.commodities.append(
      .init(
        name: name, places: places[name] ?? 0, isMoney: isMoney,
        metadata: metadata.filter { !$0.value.isEmpty }))
  }
}
