/// A disposal of the owner, in the currency of the return.
struct TaxGain: Sendable {
  let disposal: Disposal
  let symbol: String
  let isin: String
  let taxClass: TaxClass
  /// Net of the fees and taxes of the sale, if they are part of proceeds.
  let proceeds: ExactDecimal
  /// The fees and taxes that were deducted from the proceeds.
  let outlays: ExactDecimal
  let cost: ExactDecimal
  /// Proceeds less cost, without the part of a loss that is deferred.
  let gain: ExactDecimal
}

/// Income of the owner, in the currency of the return.
struct TaxIncome: Sendable {
  let kind: IncomeKind
  /// The instrument that paid; nil for interest on cash.
  let instrument: InstrumentIndex?
  let isin: String
  let taxClass: TaxClass
  let day: Day
  let gross: ExactDecimal
  let withheld: ExactDecimal

  /// Whether it is interest, of cash or of bonds.
  var isInterest: Bool { kind == .interest || kind == .accruedInterest || taxClass == .bond }
}

/// What happened in a tax year: the gains and the income of the owner.
struct TaxYearFigures: Sendable {
  let year: TaxYear
  let gains: [TaxGain]
  let income: [TaxIncome]
  /// Interest that was paid, such as on margin loans. It is no negative income.
  let interestPaid: ExactDecimal
  let history: TaxHistory

  /// An amount that the settings give for the year.
  func input(_ item: TaxItem) -> ExactDecimal? { history.input(item, nil, year.firstYear) }

  /// The tax withheld that is credited: of each payer no more than a part of what it paid. Tax that
  /// was booked on its own, or paid back, counts with the payments of its payer.
  func credit(
    upTo rate: ExactDecimal, of isIncluded: (TaxIncome) -> Bool = { _ in true }
  ) throws -> ExactDecimal {
    try Dictionary(grouping: income.filter(isIncluded), by: \.instrument).values.total { paid in
      let limit = try paid.total(of: \.gross) * rate
      return min(max(.zero, try paid.total(of: \.withheld)), max(.zero, limit))
    }
  }

  /// The sum of the gains of some disposals.
  func gain(of isIncluded: (TaxGain) -> Bool) throws -> ExactDecimal {
    try gains.filter(isIncluded).total(of: \.gain)
  }

  /// The gains above zero, and the losses as a positive number, of some disposals.
  func gainsAndLosses(
    of isIncluded: (TaxGain) -> Bool = { _ in true }
  ) throws -> (gains: ExactDecimal, losses: ExactDecimal) {
    let all = gains.filter(isIncluded).map(\.gain)
    return (
      try all.filter(\.isPositive).total { $0 }, try all.filter(\.isNegative).total { -$0 }
    )
  }
}

/// The disposals and the income of the owner by tax year.
struct TaxHistory: Sendable {
  let booked: BookedLedger
  let regime: TaxRegime?
  private let selection: Selection
  private let selector: ResolvedSelection
  private let gains: RealizedGains
  private let outlays: [ExactDecimal?]
  /// The places in `gains.selected` by the first calendar year of their tax year.
  private let gainsByYear: [Int: [Int]]
  private let incomeByYear: [Int: [Income]]
  private let inputs: [TaxInput: ExactDecimal]
  private let splits: SplitBook

  init(_ booked: BookedLedger, _ selection: Selection) {
    self.booked = booked
    regime = booked.regime
    self.selection = selection
    // Losses of earlier years count, so that all of them are computed.
    var all = selection
    (all.from, all.to) = (nil, nil)
    gains = RealizedGains(booked, all)
    outlays = gains.outlaysBase()
    let selector = ResolvedSelection(all, booked.ledger.tables)
    self.selector = selector
    let income = booked.income.filter {
      selector.includes($0, booked.ledger.rows) && booked.taxCapacity(of: $0.account) == .taxable
    }
    let (regime, own) = (regime, gains)
    func year(_ day: Day) -> Int { TaxYear(containing: day, under: regime)?.firstYear ?? 0 }
    gainsByYear = Dictionary(grouping: gains.selected.indices) {
      year(own.disposals[own.selected[$0]].disposed)
    }
    incomeByYear = Dictionary(grouping: income) { year($0.day) }
    splits = SplitBook(booked.ledger)
    inputs = Dictionary(
      booked.ledger.tables.settings.taxInputs.map { ($0.key, $0.amount) },
      uniquingKeysWith: { first, _ in first })
  }

  var tables: LedgerTables { booked.ledger.tables }

  /// The years with disposals or income, and those between them, up to the last selected one.
  var years: [TaxYear] {
    let known = Array(gainsByYear.keys) + Array(incomeByYear.keys)
    let asked = selection.from.flatMap { TaxYear(containing: $0, under: regime)?.firstYear }
    let end = (selection.to ?? booked.options.asOf ?? booked.ledger.lastDay)
      .flatMap { TaxYear(containing: $0, under: regime)?.firstYear }
    guard let first = (known + [asked].compactMap { $0 }).min(),
      let last = selection.to == nil ? (known + [end].compactMap { $0 }).max() : end, first <= last
    else { return [] }
    return (first...last).compactMap { TaxYear($0) }
  }

  /// Whether the lines of a year are asked for.
  func isSelected(_ year: TaxYear) -> Bool {
    let (first, last) = year.period(under: regime)
    return selection.from.map { $0 <= last } ?? true && selection.to.map { $0 >= first } ?? true
  }

  /// An amount that the settings give for a year, and perhaps an instrument.
  func input(_ item: TaxItem, _ symbol: String?, _ year: Int) -> ExactDecimal? {
    inputs[TaxInput(item, .zero, year: year, symbol: symbol)]
  }

  /// The gains and the income of a year.
  /// - Throws: `LedgerFaults` with all amounts that are not known in the currency of the return.
  func figures(of year: TaxYear) throws -> TaxYearFigures {
    var (made, earned, missing): ([TaxGain], [TaxIncome], [Diagnostic]) = ([], [], [])
    for place in gainsByYear[year.firstYear, default: []] {
      let disposal = gains.disposals[gains.selected[place]]
      if let gain = gain(disposal, outlays[place]) {
        made.append(gain)
      } else {
        let name = "the disposal of \(tables.symbol(disposal.instrument))"
        missing.append(unknown(name, disposal.disposed, disposal.group))
      }
    }
    for income in incomeByYear[year.firstYear, default: []] {
      if let item = item(income) {
        earned.append(item)
      } else {
        let name = "income from \(tables.payer(of: income) ?? "cash")"
        missing.append(unknown(name, income.day, income.group))
      }
    }
    if !missing.isEmpty { throw LedgerFaults(missing, sources: tables.sources) }
    func isPaid(_ item: TaxIncome) -> Bool { item.kind == .interest && item.gross.isNegative }
    return TaxYearFigures(
      year: year, gains: made, income: earned.filter { !isPaid($0) },
      interestPaid: try earned.filter(isPaid).total { -$0.gross }, history: self)
  }

  /// Whether units of an instrument in an account are of the return.
  func includes(_ instrument: InstrumentIndex, _ account: SecuritiesAccountIndex) -> Bool {
    selector.includes(instrument, account) && booked.taxCapacity(of: account) == .taxable
  }

  /// Whether a cash account is of the return.
  func includes(_ account: CashAccountIndex) -> Bool {
    selector.includes(cashAccount: Int(account))
  }

  /// Units of a day as they were on an earlier day, before the splits between.
  func units(
    _ units: ExactDecimal, of instrument: InstrumentIndex, on day: Day, asOf earlier: Day
  ) throws -> ExactDecimal {
    guard let ratio = splits.ratio(instrument, after: earlier, to: day) else {
      throw ArithmeticFault.overflow
    }
    return try units.multiplied(
      by: ratio.old, dividedBy: ratio.new, places: Precision.costPlaces)
  }

  /// The income from an instrument in some days, as far as it is known.
  func income(of instrument: InstrumentIndex, from first: Day, to last: Day) -> [TaxIncome] {
    (first.year...last.year).flatMap { incomeByYear[$0, default: []] }
      .filter { $0.instrument == instrument && $0.day >= first && $0.day <= last }
      .compactMap(item)
  }

  private func gain(_ disposal: Disposal, _ outlays: ExactDecimal?) -> TaxGain? {
    guard disposal.hasBase, let outlays,
      let gain = try? disposal.proceedsBase - disposal.costBase + disposal.disallowedBase
    else { return nil }
    let instrument = tables.instruments[Int(disposal.instrument)]
    return TaxGain(
      disposal: disposal, symbol: tables.symbol(disposal.instrument), isin: instrument.isin,
      taxClass: TaxClass(instrument.kind), proceeds: disposal.proceedsBase, outlays: outlays,
      cost: disposal.costBase, gain: gain)
  }

  private func item(_ income: Income) -> TaxIncome? {
    guard let gross = income.grossBase, let withheld = income.taxWithheldBase else { return nil }
    let payer = income.instrument == .missing ? nil : tables.instruments[Int(income.instrument)]
    return TaxIncome(
      kind: income.kind, instrument: payer == nil ? nil : income.instrument,
      isin: payer?.isin ?? "", taxClass: payer.map { TaxClass($0.kind) } ?? .unknown,
      day: income.day, gross: gross, withheld: withheld)
  }

  private func unknown(_ what: String, _ day: Day, _ group: GroupIndex) -> Diagnostic {
    let base = booked.baseCurrency?.code ?? "the base currency"
    return Diagnostic(
      .amountOfReturn, "\(what) on \(day) is not known in \(base)",
      help: "Add exchange rates to \(base), with --rates FILE or as rows of fx_rates.",
      at: tables.groups[Int(group)].position)
  }

  /// The fault that the kinds of some instruments are not known.
  /// - Parameter ofFunds: whether the return asks what a fund holds.
  func requireClasses(
    of instruments: some Sequence<InstrumentIndex>, _ regime: String, ofFunds: Bool = true
  ) throws(LedgerFaults) {
    let unclear = Set(instruments).map { tables.instruments[Int($0)] }.filter {
      let own = TaxClass($0.kind)
      return !own.isKnown && (ofFunds || own == .unknown)
    }
    if unclear.isEmpty { return }
    let faults = unclear.sorted { tables.text($0.symbol) < tables.text($1.symbol) }
      .map { instrument in
        let kind = instrument.kind
        let now = kind.isEmpty ? "has no kind" : "has the kind '\(kind)'"
        return Diagnostic(
          .kindOfInstrument,
          "'\(tables.text(instrument.symbol))' \(now), which does not say how \(regime) taxes it",
          help: "Set kind in its row of stocks_master to one of \(TaxClass.choices).",
          at: instrument.position)
      }
    throw LedgerFaults(faults, sources: tables.sources)
  }
}

extension TaxInput {
  /// The entry without its amount.
  fileprivate var key: TaxInput { TaxInput(item, .zero, year: year, symbol: symbol) }
}
