extension ReportKind {
  /// What an accountant asks for, for every country.
  public static let taxFacts = ReportKind(
    name: "tax-facts", summary: "gains, income, fees and values that a tax adviser asks for",
    description: """
      For a tax year or another period: gains by account and instrument, by the ledger's method or \
      the tax rules; dividends and tax withheld by payer, with the country of its ISIN; interest \
      by account; fees by account; and the units held at the end with their value. It works \
      without tax rules, in the base currency, so that each line can be held against the \
      statement of a broker.
      """,
    examples: [
      Example("The facts of a year", "folio tax-facts --tax-year 2024 --base EUR ledger.json"),
      Example(
        "Those of one broker, for a spreadsheet",
        "folio tax-facts --tax-year 2024 --account ibkr -f csv ledger.json"),
    ],
    options: [.period, .prices], needs: [.disposals, .income, .taxCosts, .laterGroups],
    source: .books { booked, request in
      try .taxFacts(booked, request.selection, request.prices)
    })
}

/// One fact: a sum of the period, or a value at its end.
private struct TaxFact: Sendable {
  enum Section: String, Sendable, CaseIterable { case gains, dividends, interest, fees, values }

  var section: Section
  var account = ""
  var instrument = InstrumentIndex.missing
  var quantity: ExactDecimal?
  var proceeds: ExactDecimal?
  var cost: ExactDecimal?
  /// The gain, the gross income, the fees or the value; nil if it is not known in base.
  var amount: ExactDecimal?
  var taxWithheld: ExactDecimal?
}

extension Report {
  /// Gains, income, tax withheld and fees of a period, and the values at its end, in base.
  /// - Throws: an `ArithmeticFault` if a sum exceeds the precision of `ExactDecimal`.
  public static func taxFacts(
    _ booked: BookedLedger, _ selection: Selection = Selection(), _ policy: PricePolicy = .init()
  ) throws -> Report {
    let facts = TaxFacts(booked, selection, policy)
    let rows = facts.gains() + facts.income() + (try facts.fees()) + (try facts.values())
    let tables = booked.ledger.tables
    @Sendable func instrument(_ fact: TaxFact) -> Instrument? {
      fact.instrument == .missing ? nil : tables.instruments[Int(fact.instrument)]
    }
    let fields: [ReportField<TaxFact>] = [
      .keyword("section", "Section", priority: .max) { $0.section.rawValue }
        .meaning("`gains`, `dividends`, `interest`, `fees` or `values`"),
      .text("account", "Account", priority: 90) { $0.account }
        .meaning("the securities or cash account; null if none is named"),
      .text("symbol", "Symbol", priority: .max) {
        instrument($0).map { tables.text($0.symbol) }
      }.meaning("the instrument; null for cash"),
      .text("name", "Name", isInTable: false) { instrument($0)?.name }.meaning("its name"),
      .text("isin", "ISIN", priority: 40) { instrument($0)?.isin }.meaning("its ISIN"),
      .text("country", "Country", priority: 50) { String((instrument($0)?.isin ?? "").prefix(2)) }
        .meaning("the country of the ISIN"),
      .number("quantity", "Quantity", priority: 60, \.quantity)
        .meaning("the units sold, or held at the end"),
      .base("proceeds", "Proceeds", priority: 70, isSummed: false, \.proceeds)
        .meaning("of the sales, net of their fees, in base"),
      .base("cost", "Cost", priority: 70, isSummed: false, \.cost)
        .meaning("of the units sold or held, in base"),
      .base("amount", "Amount", priority: .max, isSummed: false, \.amount)
        .meaning("the gain with deferred losses as zero, the gross income, the fees or the value"),
      .base("tax_withheld", "Tax withheld", priority: 80, isSummed: false, \.taxWithheld)
        .meaning("tax withheld from the income, in base"),
    ]
    var report = Report(
      "tax-facts", "Facts for taxes", fields, of: rows, on: booked, over: selection)
    report.addTotals(of: rows) { rows in
      TaxFact.Section.allCases.map { section in
        let sum = rows.filter { $0.section == section }.sum(\.amount)
        return Total(section.rawValue, .base(sum, booked.baseCurrency), heading: "\(section)")
      } + [
        Total(
          "withheld",
          .base(
            rows.filter { $0.taxWithheld != nil }.sum(\.taxWithheld), booked.baseCurrency),
          heading: "tax withheld")
      ]
    }
    report.notes.append(
      "Amounts are converted at the rates of the ledger on the day of each event; values at those "
        + "of the last day.")
    return report
  }
}

/// Collects the facts.
private struct TaxFacts {
  let booked: BookedLedger
  let selection: Selection
  let selector: ResolvedSelection
  let prices: PriceBook

  init(_ booked: BookedLedger, _ selection: Selection, _ policy: PricePolicy) {
    (self.booked, self.selection) = (booked, selection)
    selector = ResolvedSelection(selection, booked.ledger.tables)
    prices = PriceBook(booked.ledger, tradesCount: policy.tradesCount)
  }

  private var tables: LedgerTables { booked.ledger.tables }

  private struct Key: Hashable {
    var account: SecuritiesAccountIndex
    var instrument: InstrumentIndex
  }

  private func name(_ account: SecuritiesAccountIndex) -> String {
    account == 0 ? "" : tables.securitiesAccount(account)
  }

  /// Groups in the order of accounts, then symbols.
  private func inOrder(_ facts: [TaxFact]) -> [TaxFact] {
    facts.sorted { left, right in
      func symbol(_ fact: TaxFact) -> String {
        fact.instrument == .missing ? "" : tables.symbol(fact.instrument)
      }
      return (left.account, symbol(left)) < (right.account, symbol(right))
    }
  }

  func gains() -> [TaxFact] {
    let rows = booked.disposals.filter { selector.includes($0) }
    let groups = Dictionary(grouping: rows) { Key(account: $0.account, instrument: $0.instrument) }
    return inOrder(
      groups.map { key, rows in
        TaxFact(
          section: .gains, account: name(key.account), instrument: key.instrument,
          quantity: rows.sum(\.quantity), proceeds: rows.sum { $0.inBase(\.proceedsBase) },
          cost: rows.sum { $0.inBase(\.costBase) },
          amount: rows.sum { row in
            row.inBase(\.proceedsBase).subtracting(row.costBase).adding(row.disallowedBase)
          })
      })
  }

  func income() -> [TaxFact] {
    let rows = booked.income.filter { selector.includes($0, booked.ledger.rows) }
    let groups = Dictionary(grouping: rows) { row in
      "\(isInterest(row)) \(account(of: row)) \(row.instrument)"
    }
    let facts = groups.values.compactMap { rows -> TaxFact? in
      guard let first = rows.first else { return nil }
      return TaxFact(
        section: isInterest(first) ? .interest : .dividends, account: account(of: first),
        instrument: first.instrument, amount: rows.sum(\.grossBase),
        taxWithheld: rows.sum(\.taxWithheldBase))
    }
    return inOrder(facts.filter { $0.section == .dividends })
      + inOrder(facts.filter { $0.section == .interest })
  }

  private func isInterest(_ income: Income) -> Bool {
    income.kind == .interest || income.kind == .accruedInterest
  }

  private func account(of income: Income) -> String {
    if income.cashAccount != .missing {
      return tables.text(tables.cashAccounts[Int(income.cashAccount)].id)
    }
    return name(income.account)
  }

  /// The fees and taxes of trades, and fees that were charged on their own.
  func fees() throws -> [TaxFact] {
    var sums: [String: [ExactDecimal?]] = [:]
    let rows = booked.ledger.rows
    for record in rows.groups
    where booked.options.includes(record, of: booked.ledger) && selector.includes(record, rows) {
      let day = booked.ledger.tradeDay(of: record)
      if !selection.contains(day) { continue }
      for leg in rows.stockLegs[record.stockLegs] where leg.type.isTrade {
        let fees = try leg.fees.adding(leg.taxes)
        if fees.isZero { continue }
        sums[name(leg.account), default: []].append(inBase(fees, leg.currency, day))
      }
      for leg in rows.cashLegs[record.cashLegs] where leg.type == .fee && record.stockLegs.isEmpty {
        let account = tables.text(tables.cashAccounts[Int(leg.account)].id)
        sums[account, default: []].append(inBase(-leg.signedAmount, leg.currency, day))
      }
    }
    return sums.sorted { $0.key < $1.key }.map { account, fees in
      TaxFact(section: .fees, account: account, amount: fees.sum { $0 })
    }
  }

  /// The units held at the end of the period.
  func values() throws -> [TaxFact] {
    guard let day = selection.to ?? booked.options.asOf ?? booked.ledger.lastDay else { return [] }
    var lots = booked.lots
    if let last = booked.ledger.lastDay, day < last {
      try BookedLedger.forEachDay([day], of: booked.ledger, booked.options) { _, books in
        lots = books.lots
      }
    }
    let held = lots.filter(selector.includes)
    let groups = Dictionary(grouping: held) { Key(account: $0.account, instrument: $0.instrument) }
    return inOrder(
      groups.map { key, lots in
        let units = lots.sum { $0.isShort ? -$0.quantity : $0.quantity }
        let value = units.flatMap { prices.value(of: $0, key.instrument, on: day) }
        return TaxFact(
          section: .values, account: name(key.account), instrument: key.instrument,
          quantity: units, cost: lots.sum { $0.hasBase ? $0.costBase : nil },
          amount: value.flatMap { inBase($0.amount, $0.currency, day) })
      })
  }

  private func inBase(
    _ amount: ExactDecimal, _ currency: CurrencyIndex, _ day: Day
  ) -> ExactDecimal? {
    guard let base = booked.baseCurrency, let own = tables.currency(currency) else { return nil }
    if own == base { return amount }
    return try? booked.ledger.rateBook.rate(from: own, to: base, on: day)?.convert(amount)
  }
}
