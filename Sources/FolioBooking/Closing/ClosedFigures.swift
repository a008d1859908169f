/// The figures of a ledger up to the day until which its books are closed: the cash, the units and
/// their cost at the end of that day; the gains, the income, and the fees, taxes, contributions and
/// other postings of every day until then (Specs/decisions/closed-books.md).
public struct ClosedFigures: Sendable {
  private struct Name: Hashable {
    var day: Day
    var text: String
    var currency: Currency?
  }

  private struct Figure {
    /// The sum; nil if it is not known.
    var value: ExactDecimal? = .zero
    /// A more informative figure: if both differ, only this one is listed.
    var leader: Name?
  }

  private let end: Day
  private let tables: LedgerTables
  private let base: Currency?
  private var figures: [Name: Figure] = [:]

  /// The figures of a checked ledger up to a day. What cannot be booked is left out.
  public init(of check: LedgerCheck, until day: Day) {
    var options = BookingOptions()
    let regime = options.regime(of: check.validPart)
    options.dropTaxRules()
    options.keepsMovements = true
    options.asOf = day
    let closed = BookedLedger(bookingSoundPartOf: check, options)
    let taxed = regime.map { _ in BookedLedger(bookingSoundPartOf: check) }
    self.init(closed, taxed: taxed)
  }

  /// The figures of a ledger that was booked as of the day.
  /// - Parameter taxed: the whole ledger, booked under its tax rules, which may match a sale with a
  ///   later purchase.
  init(_ closed: BookedLedger, taxed: BookedLedger?) {
    end = closed.options.asOf ?? .last
    tables = closed.ledger.tables
    base = closed.baseCurrency
    addCash(closed)
    addUnits(closed)
    for disposal in closed.disposals { add(disposal) }
    for disposal in taxed?.disposals ?? Disposals() where disposal.disposed <= end {
      add(disposal, "taxable ")
    }
    for income in closed.income { add(income) }
    for posting in closed.postings { add(posting, closed.ledger) }
    for movement in closed.movements { add(movement, closed.ledger) }
  }

  /// The figures that differ from those of another state of the ledger, by day and name.
  public func alterations(to other: ClosedFigures) -> [AlteredFigure] {
    let names = Set(figures.keys).union(other.figures.keys)
    let altered = names.filter { value(of: $0) != other.value(of: $0) }
    let listed = altered.filter { name in
      let leader = (figures[name] ?? other.figures[name])?.leader
      return leader.map { !altered.contains($0) } ?? true
    }
    return listed.sorted { left, right in
      (left.day, left.text, left.currency?.code ?? "")
        < (right.day, right.text, right.currency?.code ?? "")
    }.map { name in
      AlteredFigure(
        name: "\(name.text) on \(name.day)", old: shown(name), new: other.shown(name),
        currency: name.currency)
    }
  }

  /// The value of a figure; zero if there is none.
  private func value(of name: Name) -> ExactDecimal? {
    guard let figure = figures[name] else { return .zero }
    return figure.value
  }

  private func shown(_ name: Name) -> ExactDecimal? {
    figures[name].flatMap { $0.value?.isZero == true ? nil : $0.value }
  }

  private mutating func add(_ amount: ExactDecimal?, to name: Name, under leader: Name? = nil) {
    if amount?.isZero == true { return }
    var figure = figures[name] ?? Figure(leader: leader)
    figure.value = figure.value.flatMap { sum in amount.flatMap { try? sum.adding($0) } }
    figures[name] = figure
  }

  private func code(_ index: CurrencyIndex) -> Currency? {
    index == missingCurrency ? nil : tables.currencies[index]
  }
}

// At the end of the last day.
extension ClosedFigures {
  private func cashName(_ account: Int) -> Name {
    let row = tables.cashAccounts[account]
    return Name(day: end, text: "cash in \(tables.text(row.id))", currency: code(row.currency))
  }

  private func unitsName(_ instrument: InstrumentIndex) -> Name {
    Name(day: end, text: "units of \(tables.symbol(instrument))")
  }

  private mutating func addCash(_ booked: BookedLedger) {
    for (account, cash) in booked.cash.enumerated() {
      let name = cashName(account)
      add(cash.balance, to: name)
      var settled = name
      settled.text = "settled \(name.text)"
      add(cash.settled, to: settled, under: name)
    }
  }

  private mutating func addUnits(_ booked: BookedLedger) {
    for lot in booked.lots {
      let account = tables.securitiesAccount(lot.account)
      let quantity = lot.isShort ? -lot.quantity : lot.quantity
      let amounts = (own: lot.cost, base: lot.costInBase)
      var name = unitsName(lot.instrument)
      add(quantity, to: name)
      let place = tables.symbol(lot.instrument) + (account.isEmpty ? "" : " in \(account)")
      if !account.isEmpty {
        name.text = "units of \(place)"
        add(quantity, to: name)
      }
      let cost = Name(day: end, text: "cost of \(place)", currency: code(lot.currency))
      add(lot.isShort ? -amounts.own : amounts.own, to: cost)
      if let base, base != cost.currency {
        add(
          amounts.base.map { lot.isShort ? -$0 : $0 },
          to: Name(day: end, text: "\(cost.text) in base", currency: base))
      }
    }
  }
}

// Of each day.
extension ClosedFigures {
  /// - Parameter label: tells the gains of tax rules from those of the books.
  private mutating func add(_ disposal: Disposal, _ label: String = "") {
    let symbol = tables.symbol(disposal.instrument)
    let currency = code(disposal.currency)
    func name(_ text: String, _ currency: Currency?) -> Name {
      Name(day: disposal.disposed, text: label + text, currency: currency)
    }
    add(disposal.quantity, to: name("units of \(symbol) disposed of", nil))
    add(disposal.proceeds, to: name("proceeds of \(symbol)", currency))
    let term = disposal.term.map { "\($0.rawValue)-term " } ?? ""
    let gain = name("\(term)gain on \(symbol)", currency)
    add(try? disposal.proceeds.subtracting(disposal.cost), to: gain)
    if let base, base != currency {
      let amount = try? disposal.proceedsBase.subtracting(disposal.costBase)
      add(disposal.hasBase ? amount : nil, to: name("\(gain.text) in base", base))
    }
    add(disposal.disallowedBase, to: name("loss on \(symbol) that is disallowed", base))
  }

  private mutating func add(_ income: Income) {
    let payer =
      income.instrument == .missing
      ? income.cashAccount == .missing
        ? "" : tables.text(tables.cashAccounts[Int(income.cashAccount)].id)
      : tables.symbol(income.instrument)
    let kind = String(income.kind.rawValue.map { $0 == "_" ? " " : $0 })
    let name = Name(
      day: income.day, text: "\(kind) of \(payer)", currency: code(income.currency))
    add(income.gross, to: name)
    add(
      income.taxWithheld,
      to: Name(day: income.day, text: "tax withheld from \(name.text)", currency: name.currency))
    if let base, base != name.currency {
      let amount = income.rate.flatMap { try? $0.convert(income.gross) }
      add(amount, to: Name(day: income.day, text: "\(name.text) in base", currency: base))
    }
  }

  private mutating func add(_ posting: Posting, _ ledger: Ledger) {
    let day = ledger.tradeDay(of: ledger.rows.groups[Int(posting.group)])
    let reference = posting.account.reference
    var name = Name(day: day, text: "", currency: code(posting.currency))
    switch posting.account.kind {
    case .cash:
      let leader = cashName(Int(reference))
      name.text = "cash moved in \(leader.text.dropFirst("cash in ".count))"
      return add(posting.amount, to: name, under: leader)
    case .fees: name.text = "fees"
    case .transactionTaxes: name.text = "taxes on trades"
    case .paidTaxes: name.text = "taxes paid"
    case .otherExpenses: name.text = "other expenses"
    case .otherIncome: name.text = "other income"
    case .contributions: name.text = "contributions"
    case .opening: name.text = "opening balances"
    // They follow from gains, income, units and cash.
    case .securities, .dividends, .otherDividends, .interest, .accruedInterest, .costAdjustments,
      .gains, .withholdingTaxes, .conversions, .rounding:
      return
    }
    if reference != .missing {
      name.text += " of \(tables.symbol(InstrumentIndex(rawValue: reference)))"
    }
    add(posting.account.kind.isExpense ? posting.amount : -posting.amount, to: name)
  }

  private mutating func add(_ movement: UnitMovement, _ ledger: Ledger) {
    let day = ledger.tradeDay(of: ledger.rows.groups[Int(movement.group)])
    add(
      movement.quantity,
      to: Name(day: day, text: "units of \(tables.symbol(movement.instrument)) moved"),
      under: unitsName(movement.instrument))
  }
}

extension JournalAccountKind {
  /// Whether it is an account of expenses, in which debits are above zero.
  fileprivate var isExpense: Bool {
    switch self {
    case .fees, .transactionTaxes, .withholdingTaxes, .paidTaxes, .otherExpenses: true
    case .cash, .securities, .dividends, .otherDividends, .interest, .accruedInterest,
      .costAdjustments, .gains, .otherIncome, .contributions, .opening, .conversions, .rounding:
      false
    }
  }
}
