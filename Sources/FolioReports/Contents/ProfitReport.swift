extension ReportKind {
  /// Profit and loss of a period.
  public static let profitAndLoss = ReportKind(
    name: "pnl", summary: "profit and loss of a period, by component",
    description: """
      Profit of a period by prices, rates, dividends, interest, fees and taxes, in the base \
      currency: end value − start value − net contributions. Units held before the period count \
      from their market value at its start.
      """,
    examples: [
      Example("The profit of a year", "folio pnl --from 2024 --to 2024 ledger.json"),
      Example(
        "By currency, in euros", "folio pnl --from 2024 --per currency --base EUR ledger.json"),
    ],
    options: [.period, .prices, .profitRows],
    keptWhileStreaming: { $0.prices.tradesCount ? nil : .nothing },
    source: .period(.market) { result, request in
      .profitAndLoss(result, request.selection, per: request.profitGrouping, request.prices)
    })
}

/// The grouping of profit and loss into rows. New minor versions may add cases.
public enum ProfitGrouping: String, Sendable, CaseIterable {
  /// One row per instrument, and one per currency of cash.
  case symbol
  /// One row per securities account or cash account.
  case account
  /// One row per currency, with the instruments traded in it and its cash.
  case currency
  /// A single row for everything.
  case total
}

extension Report {
  /// Profit and loss of a period in the base currency, with its components.
  ///
  /// In every row and in the totals, end value less start value less net contributions equals the
  /// sum of the components exactly. The total `difference` shows this. Net contributions of a row
  /// include transfers from and to other rows: a purchase contributes cash to a position.
  public static func profitAndLoss(
    _ result: ProfitAndLoss, _ selection: Selection = Selection(),
    per grouping: ProfitGrouping = .symbol, _ policy: PricePolicy = .init()
  ) -> Report {
    let base = result.booked.baseCurrency
    let selector = ResolvedSelection(selection, result.booked.ledger.tables)
    let chosen = result.lines.filter { selector.includes($0.place, selection) }
    var total = ProfitFigures(sumOf: chosen)
    if selection.symbols.isEmpty && selection.accounts.isEmpty {
      total.set(result.contributions, .netContributions)
    }
    let fields = figureFields()
    let rows = ProfitRow.rows(chosen, grouping, result.booked.ledger)
    var report = Report(
      "pnl", "Profit and loss", labelFields(grouping) + fields, of: rows, over: result)
    let whole = ProfitRow(label: ProfitRow.Label(), figures: total)
    // The known part is the sum over all places, so that it is the same in every grouping.
    let places = chosen.map { ProfitRow(label: ProfitRow.Label(), figures: $0.figures) }
    report.totals = fields.totals(of: places, base: base)
    for (index, field) in fields.enumerated() {
      let value = field.cells(in: { _ in nil }, base: base)(whole)
      if value != .null { report.totals[index].known = nil }
      report.totals[index].value = value
    }
    report.totals.append(
      Total("difference", .base(total.difference, base), heading: "Difference"))
    report.addMissing(result.missing)
    report.isItsOwnTotal = grouping == .total && !report.totals.contains(where: \.isPartial)
    report.notes = [reconciliation(total, base)]
    if let bridge = result.gainBridge(of: { selector.includes($0, selection) }) {
      report.add(bridge, in: base)
    }
    report.notesOfAllRows = report.notes.count
    report.addRates(of: result)
    report.warnings += result.warnings(about: chosen, policy)
    return report
  }

  private static func labelFields(_ grouping: ProfitGrouping) -> [ReportField<ProfitRow>] {
    let isOfSymbols = grouping == .symbol
    return [
      .text("symbol", "Symbol", isInTable: isOfSymbols, priority: .max, blank: "Cash") {
        $0.label.symbol
      },
      // A cash account and a securities account may have the same id.
      .text(
        "name", "Name", isInTable: isOfSymbols || grouping == .account,
        priority: isOfSymbols ? 25 : .max
      ) { $0.label.name },
      .text(
        "account", "Account", isInTable: grouping == .account, priority: .max
      ) { $0.label.account },
      .text(
        "currency", "Cur", isInTable: isOfSymbols || grouping == .currency, priority: .max
      ) { $0.label.currency },
    ]
  }

  /// Closures, not key paths: a key path with a subscript is made anew for each report, which took
  /// a quarter of the time of this report of a small portfolio.
  private static func figureFields() -> [ReportField<ProfitRow>] {
    [
      .base("start_value", "Start", priority: 60) { $0.figures[.startValue] },
      .base("net_contributions", "Put in", priority: 60) { $0.figures[.netContributions] },
      .base("end_value", "End", priority: 90) { $0.figures[.endValue] },
      .base("price_effect", "Price effect", priority: 80) { $0.figures[.priceEffect] },
      .base("fx_effect", "FX effect", priority: 70) { $0.figures[.fxEffect] },
      .base("fx_effect_cash", "FX on cash", priority: 65) { $0.figures[.fxEffectCash] },
      .base("dividends", "Dividends", priority: 70) { $0.figures[.dividends] },
      .base("interest", "Interest", priority: 50) { $0.figures[.interest] },
      .base("fees", "Fees", priority: 55) { $0.figures[.fees] },
      .base("taxes", "Taxes", priority: 55) { $0.figures[.taxes] },
      .base("other", "Other", priority: 20) { $0.figures[.other] },
      .base("profit", "Profit", priority: .max) { $0.figures.profit },
      .base("period_realized", "Realized in period", priority: 10) { $0.figures[.realizedGain] },
      .base("period_unrealized", "Unrealized in period", priority: 10) {
        $0.figures[.unrealizedGain]
      },
      .base("period_realized_price_effect", "Realized in period by price", isInTable: false) {
        $0.figures[.realizedPriceEffect]
      },
      .base("period_realized_fx_effect", "Realized in period by currency", isInTable: false) {
        $0.figures.realizedCurrencyEffect
      },
      .base("period_unrealized_price_effect", "Unrealized in period by price", isInTable: false) {
        $0.figures[.unrealizedPriceEffect]
      },
      .base("period_unrealized_fx_effect", "Unrealized in period by currency", isInTable: false) {
        $0.figures.unrealizedCurrencyEffect
      },
    ]
  }

  /// A sentence that states whether the components add up.
  private static func reconciliation(_ figures: ProfitFigures, _ base: Currency?) -> String {
    guard let base else { return "The profit is unknown without a base currency." }
    guard let difference = figures.difference, let profit = figures.profit else {
      return "The profit is unknown, because a price or a rate is missing."
    }
    let amount = TableField(.money(profit, base), in: Column("", "", .amount)).text
    if difference.isZero {
      return "End value − start value − net contributions = \(amount) \(base), exactly the sum of "
        + "the components."
    }
    return "End value − start value − net contributions differs from the sum of the components by "
      + "\(difference) \(base): please report this with the ledger."
  }
}

extension ResolvedSelection {
  /// Whether a place is selected. A selection of symbols excludes cash.
  fileprivate func includes(_ place: PeriodPlace, _ selection: Selection) -> Bool {
    switch place {
    case .units(let instrument, let account): includes(instrument, account)
    case .cash(let account): selection.symbols.isEmpty && includes(cashAccount: Int(account))
    }
  }
}
