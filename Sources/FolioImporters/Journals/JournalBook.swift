/// Turns the transactions of a journal into groups, in the order of time. It serves all programs
/// whose journals have postings.
struct JournalBook {
  let journal: Journal
  /// The rows of its events.
  let rows: [ImportRow]
  /// The number of the file that the groups belong to.
  let file: Int
  let commodities: JournalCommodities
  let ownNames: OwnNames
  /// The groups that are taken as Folio wrote them, one JSON text for each.
  var ownGroups: [(group: String, place: JournalPlace)] = []
  var lots: JournalLots
  /// The units of each account, as the journal counts them.
  var balances: JournalBalances
  /// Pads that wait for the next balance of their account.
  private var pads: [String: Pad] = [:]
  /// The last balance of each day, to compare it with what was booked.
  private var lastAssertions: [AssertionKey: Assertion] = [:]
  /// The short positions that were reported.
  var noted: Set<JournalLots.Key> = []
  private var lastPrices: [PriceKey: Int] = [:]
  /// The purpose of each account, which takes time to find.
  private let flows: [String: JournalFlow]
  let taxes: InvestmentTaxes

  private struct Pad {
    var source: String
    var event: JournalEvent
    var row: ImportRow
    /// The commodities that were filled up.
    var used: Set<String> = []
  }

  private struct AssertionKey: Hashable {
    var account: String
    var commodity: String
    var day: Day
  }

  private struct Assertion {
    var number: ExactDecimal
    var row: ImportRow
  }

  private struct PriceKey: Hashable {
    var commodity: String
    var quote: String
    var day: Day
  }

  init(_ part: JournalPart, _ options: ImportOptions) {
    (journal, rows, file) = (part.journal, part.rows, part.file)
    lots = JournalLots(mergesEqualLots: journal.dialect.balancesAtCost)
    balances = JournalBalances(journal)
    commodities = JournalCommodities(journal, symbols: options.symbols)
    flows = Dictionary(
      uniqueKeysWithValues: journal.accountKinds.map { ($0, JournalFlow.of($0, $1)) })
    taxes = InvestmentTaxes(journal, commodities, flows)
    ownNames = journal.own.ownNames ?? OwnNames()
  }

  /// Books the whole journal into a draft.
  mutating func book(into draft: inout ImportDraft) {
    noteMoneys(&draft)
    setSettings(&draft)
    let order = journal.events.indices.sorted { left, right in
      let (one, two) = (journal.events[left], journal.events[right])
      return (one.day, one.rank, one.line, one.depth, left)
        < (two.day, two.rank, two.line, two.depth, right)
    }
    notePrices(order)
    let reopened = reopened(order)
    for number in order {
      if reopened.contains(number) {
        draft.skip(rows[number], "balances that are closed and opened again")
      } else {
        book(number, rows[number], &draft)
      }
    }
    for pad in pads.values where pad.used.isEmpty {
      draft.skip(pad.row, "a pad that no later balance uses")
    }
    claimAssertions(&draft)
    takeOwnLedger(&draft)
  }

  /// Says which currencies were assumed.
  private func noteMoneys(_ draft: inout ImportDraft) {
    for (sign, currency) in commodities.assumed {
      let place = firstUse(of: sign) ?? JournalPlace(file: 0, offset: 0, length: 1)
      let hasSign = !sign.isEmpty
      draft.report(
        hasSign ? .assumedSign : .noCommodity,
        hasSign
          ? "\"\(sign)\" is read as \(currency.code), although several countries use the sign"
          : "the amount has no commodity, so such amounts are money of an unknown currency (XXX)",
        help: hasSign
          ? "A line \"\(sign),\(currency.code)\" in a file for --symbols confirms it, or names "
            + "another currency."
          : "Name the currency before the first transaction: D 1,000.00 EUR",
        at: place.offset, length: place.length, in: place.file)
    }
    for (code, currency) in commodities.unclear {
      let place = firstUse(of: code) ?? JournalPlace(file: 0, offset: 0, length: 1)
      draft.report(
        .assumedSign, "\(code) is read as the currency, although a share may have this symbol",
        help: "A line \"\(code),\(currency.code)\" in a file for --symbols confirms it. A line "
          + "\"\(code),ISIN\" makes it an instrument.",
        at: place.offset, length: place.length, in: place.file)
    }
  }

  /// The first posting in a commodity.
  private func firstUse(of commodity: String) -> JournalPlace? {
    journal.events.lazy.compactMap { event in
      guard case .transaction(let transaction) = event.kind else { return nil }
      return transaction.postings.first { $0.commodity == commodity }?.place
    }.first
  }

  /// Sales name their lots, so the methods only matter for later ones.
  private func setSettings(_ draft: inout ImportDraft) {
    if !journal.own.head.isEmpty { return }
    let moneys = Set(commodities.allMoneys.compactMap(commodities.money))
    let base =
      journal.baseCommodity.flatMap(commodities.money) ?? (moneys.count == 1 ? moneys.first : nil)
    let usual = journal.dialect.method.costBasisMethod
    // Lots are kept by account, unless methods over all accounts need them together.
    let declared = Array(journal.commodityMethods.values) + Array(journal.accountMethods.values)
    let isGlobal =
      declared.contains(.averageAll) || (!declared.isEmpty && declared.allSatisfy(\.isGlobal))
    func others(_ methods: [String: JournalMethod]) -> [(String, CostBasisMethod)] {
      methods.mapValues(\.costBasisMethod).filter { $0.value != usual }
        .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
    let methods: [LedgerContents.Method] =
      others(journal.commodityMethods).map { .init($1, symbols: [$0]) }
      + (isGlobal ? [] : others(journal.accountMethods).map { .init($1, account: $0) })
    draft.set { settings in
      settings.lotScope = settings.lotScope ?? (isGlobal ? .portfolio : .account)
      settings.costBasisMethod = settings.costBasisMethod ?? usual
      if settings.methods.isEmpty, !methods.isEmpty {
        settings.methods = [.init(usual)] + methods
      }
      // Journals have fees as expenses of their own, outside of the costs of lots.
      settings.feeTreatment = settings.feeTreatment ?? .expense
      settings.baseCurrency = settings.baseCurrency ?? base
    }
  }

  // MARK: Events

  private mutating func book(_ number: Int, _ row: ImportRow, _ draft: inout ImportDraft) {
    let event = journal.events[number]
    do throws(FieldFault) {
      switch event.kind {
      case .transaction(let transaction):
        if try takeOwn(transaction, row, &draft) { return }
        for part in try inOrder(valuedInMoney(Self.edited(transaction))) {
          try book(part, row, &draft)
        }
      case .price(let commodity, let amount): add(commodity, amount, number, row, &draft)
      case .balance(let account, let amount, let tolerance):
        try check(account, amount, tolerance, event, row, &draft)
      case .pad(let account, let source):
        if let old = pads[account], old.used.isEmpty {
          draft.skip(old.row, "a pad that no later balance uses")
        }
        pads[account] = Pad(source: source, event: event, row: row)
      }
    } catch {
      draft.report(error, row: row)
    }
  }

  private mutating func notePrices(_ order: [Int]) {
    for number in order {
      if case .price(let commodity, let amount) = journal.events[number].kind {
        let day = journal.events[number].day
        lastPrices[PriceKey(commodity: commodity, quote: amount.commodity, day: day)] = number
      }
    }
  }

  /// The price that the journal gives an instrument for a day, in money.
  func priceOfDay(_ commodity: String, on day: Day) -> JournalAmount? {
    for quote in commodities.allMoneys {
      let key = PriceKey(commodity: commodity, quote: quote, day: day)
      if let number = lastPrices[key], case .price(_, let amount) = journal.events[number].kind,
        amount.number.isPositive
      {
        return amount
      }
    }
    return nil
  }

  private func add(
    _ commodity: String, _ amount: JournalAmount, _ number: Int, _ row: ImportRow,
    _ draft: inout ImportDraft
  ) {
    let day = journal.events[number].day
    guard let currency = commodities.money(amount.commodity) else {
      return draft.skip(row, "a price that is not in money")
    }
    let key = PriceKey(commodity: commodity, quote: amount.commodity, day: day)
    if lastPrices[key] != number { return draft.skip(row, "a price that a later line replaces") }
    if let unit = commodities.money(commodity) {
      guard amount.number.isPositive, unit != currency else {
        return draft.skip(row, "a price of money that says nothing")
      }
      draft.add(LedgerRate(day: day, from: unit, to: currency, rate: amount.number))
    } else if amount.number.isNegative {
      return draft.skip(row, "a price below zero")
    } else {
      let key = commodities.instrument(commodity, in: &draft)
      draft.add(LedgerPrice(symbol: key, day: day, price: amount.number, currency: currency))
    }
    draft.noteRead(row)
  }

  // MARK: Balances

  /// Whether a position of one account of the ledger is all that a balance is about.
  private func isKept(_ account: String, _ commodity: String) -> Bool {
    // Folio's accounts for units may share a pool, so their own postings are compared.
    if ownNames.securities[account] != nil { return false }
    return kind(of: account).isHeld && !balances.hasUnitsBelow(account, commodity)
      && (commodities.money(commodity) != nil || balances.own(account, commodity) != nil)
  }

  private mutating func check(
    _ account: String, _ amount: JournalAmount, _ tolerance: ExactDecimal?, _ event: JournalEvent,
    _ row: ImportRow, _ draft: inout ImportDraft
  ) throws(FieldFault) {
    let inferred = try journal.tolerances.ofBalance(amount.number)
    let slack = tolerance ?? inferred
    try usePad(of: account, amount, within: slack, &draft)
    draft.noteRead(row)
    if let before = event.day.adding(days: -1), isKept(account, amount.commodity) {
      return claim(amount, of: account, on: before, slack, row, &draft)
    }
    let sum = try balances.all(account, amount.commodity)
    if try sum.minus(amount.number).magnitude > slack {
      report(amount, sum, account, row, &draft)
    }
  }

  private func report(
    _ amount: JournalAmount, _ sum: ExactDecimal, _ account: String, _ row: ImportRow,
    _ draft: inout ImportDraft
  ) {
    draft.report(
      draft.options.isStrict ? .differsFromFile : .differsFromSource,
      "\(account) should have \(amount.number) \(amount.commodity), but its postings give "
        + "\(sum.normalized())",
      help: "A transaction before this line is missing, repeated, or has a wrong amount.",
      row: row)
  }

  private func claim(
    _ amount: JournalAmount, of account: String, on day: Day, _ tolerance: ExactDecimal,
    _ row: ImportRow, _ draft: inout ImportDraft
  ) {
    if let currency = commodities.money(amount.commodity) {
      draft.claimCash(
        amount.number, of: cashAccount(account, currency), on: day, within: tolerance, row: row)
    } else if balances.own(account, amount.commodity) != nil {
      draft.claimUnits(
        amount.number, of: commodities.instrument(amount.commodity, in: &draft),
        in: account, on: day, within: tolerance, row: row)
    }
  }

  /// Fills an account up to a balance, if a pad asks for it.
  private mutating func usePad(
    of account: String, _ amount: JournalAmount, within slack: ExactDecimal,
    _ draft: inout ImportDraft
  ) throws(FieldFault) {
    guard let pad = pads[account], !pad.used.contains(amount.commodity) else { return }
    let missing = try amount.number.minus(balances.all(account, amount.commodity))
    pads[account]?.used.insert(amount.commodity)
    if missing.magnitude <= slack { return draft.noteRead(pad.row) }
    var transaction = JournalTransaction(day: pad.event.day, place: pad.event.place)
    transaction.text = "Padding of \(account) for the balance of \(amount.number)"
    for (name, number) in [(account, missing), (pad.source, -missing)] {
      transaction.postings.append(
        JournalPosting(
          account: name, number: number, commodity: amount.commodity, place: pad.event.place))
    }
    try book(transaction, pad.row, &draft)
  }

  /// Compares the balance that a posting asserts with the postings so far.
  mutating func check(
    _ assertion: JournalAssertion, of posting: JournalPosting, on day: Day, _ row: ImportRow,
    _ draft: inout ImportDraft
  ) throws(FieldFault) {
    let amount = assertion.amount
    let sum = try balances.sum(posting.account, assertion)
    if sum != amount.number { report(amount, sum, posting.account, row, &draft) }
    let key = AssertionKey(account: posting.account, commodity: amount.commodity, day: day)
    if assertion.includesChildren {
      lastAssertions[key] = nil
    } else {
      lastAssertions[key] = Assertion(number: amount.number, row: row)
    }
  }

  /// A posting after an assertion of the day: the assertion is not the end of the day.
  mutating func forgetAssertion(of account: String, _ commodity: String, on day: Day) {
    lastAssertions[AssertionKey(account: account, commodity: commodity, day: day)] = nil
  }

  private func claimAssertions(_ draft: inout ImportDraft) {
    let order = lastAssertions.sorted { left, right in
      (left.key.day, left.key.account, left.key.commodity)
        < (right.key.day, right.key.account, right.key.commodity)
    }
    for (key, assertion) in order
    where kind(of: key.account).isHeld && ownNames.securities[key.account] == nil {
      claim(
        JournalAmount(number: assertion.number, commodity: key.commodity), of: key.account,
        on: key.day, .zero, assertion.row, &draft)
    }
  }

  // MARK: Names

  func kind(of account: String) -> JournalAccountKind {
    journal.accountKinds[account] ?? .unknown
  }

  /// The purpose of an account that Folio does not keep.
  func flow(of account: String) -> JournalFlow {
    flows[account] ?? JournalFlow.of(account, kind(of: account))
  }

  /// The cash account for the money of one currency in an account of the journal.
  func cashAccount(_ account: String, _ currency: Currency) -> String {
    ownNames.cash[account] ?? "\(account):\(currency.code)"
  }

  /// The securities account for the units in an account of the journal; nil if it has no name.
  func securitiesAccount(_ account: String) -> String? {
    guard let own = ownNames.securities[account] else { return account }
    return own.isEmpty ? nil : own
  }

  /// How units leave an account: its method, or that of an account above it, or of the commodity.
  func method(_ account: String, _ commodity: String) -> JournalMethod {
    var name = account[...]
    while true {
      if let method = journal.accountMethods[String(name)] { return method }
      guard let colon = name.lastIndex(of: ":") else { break }
      name = name[..<colon]
    }
    return journal.commodityMethods[commodity] ?? journal.dialect.method
  }
}
