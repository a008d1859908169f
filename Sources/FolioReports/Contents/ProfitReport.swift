import FolioBooking
import FolioModel
import FolioNumbers
import FolioValuation

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
    source: .period(.market) { result, request in
      .profitAndLoss(result, request.selection, per: request.profitGrouping, request.prices)
    })
}

/// The grouping of profit and loss into rows.
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
    let chosen = result.lines.filter { selection.includes($0.place, result.booked.ledger.tables) }
    var total = ProfitFigures(sumOf: chosen)
    if selection.symbols.isEmpty && selection.accounts.isEmpty {
      total.set(result.contributions, .netContributions)
    }
    let fields = figureFields()
    let rows = ProfitRow.rows(chosen, grouping, result.booked.ledger)
    var report = Report(
      "pnl", "Profit and loss", labelFields(grouping) + fields, of: rows, over: result)
    let whole = ProfitRow(label: ProfitRow.Label(), figures: total)
    report.totals = fields.map {
      Total($0.column.key, $0.cell(of: whole, in: { _ in nil }, base: base))
    }
    report.totals.append(
      Total("difference", .base(total.difference, base), heading: "Difference"))
    report.isItsOwnTotal = grouping == .total
    report.notes = [reconciliation(total, base)]
    report.addRates(of: result)
    report.warnings += ProfitWarnings(result, chosen, policy).all
    return report
  }

  private static func labelFields(_ grouping: ProfitGrouping) -> [ReportField<ProfitRow>] {
    let isOfSymbols = grouping == .symbol
    return [
      .text("symbol", "Symbol", isInTable: isOfSymbols, priority: .max) { $0.label.symbol },
      .text("name", "Name", isInTable: isOfSymbols, priority: 5) { $0.label.name },
      .text(
        "account", "Account", isInTable: grouping == .account, priority: .max
      ) { $0.label.account },
      .text(
        "currency", "Cur", isInTable: isOfSymbols || grouping == .currency, priority: .max
      ) { $0.label.currency },
    ]
  }

  private static func figureFields() -> [ReportField<ProfitRow>] {
    func figure(
      _ key: String, _ heading: String, isInTable: Bool = true, priority: Int = 100,
      _ figure: ProfitFigure
    ) -> ReportField<ProfitRow> {
      .base(key, heading, isInTable: isInTable, priority: priority) { $0.figures[figure] }
    }
    return [
      figure("start_value", "Start", priority: 60, .startValue),
      figure("net_contributions", "Put in", priority: 60, .netContributions),
      figure("end_value", "End", priority: 90, .endValue),
      figure("price_effect", "Price", priority: 80, .priceEffect),
      figure("fx_effect", "Currency", priority: 70, .fxEffect),
      figure("fx_effect_cash", "of cash", priority: 65, .fxEffectCash),
      figure("dividends", "Dividends", priority: 70, .dividends),
      figure("interest", "Interest", priority: 50, .interest),
      figure("fees", "Fees", priority: 55, .fees),
      figure("taxes", "Taxes", priority: 55, .taxes),
      figure("other", "Other", priority: 20, .other),
      .base("profit", "Profit", priority: .max) { $0.figures.profit },
      figure("realized_gain", "Realized", priority: 10, .realizedGain),
      figure("unrealized_gain", "Unrealized", priority: 10, .unrealizedGain),
      figure("realized_price_effect", "Realized by price", isInTable: false, .realizedPriceEffect),
      .base("realized_fx_effect", "Realized by currency", isInTable: false) {
        $0.figures.realizedCurrencyEffect
      },
      figure(
        "unrealized_price_effect", "Unrealized by price", isInTable: false, .unrealizedPriceEffect),
      .base("unrealized_fx_effect", "Unrealized by currency", isInTable: false) {
        $0.figures.unrealizedCurrencyEffect
      },
    ]
  }

  /// A sentence that states whether the components add up.
  private static func reconciliation(_ figures: ProfitFigures, _ base: Currency?) -> String {
    guard let base, let difference = figures.difference, let profit = figures.profit else {
      return "The profit is unknown, because a price or a rate is missing."
    }
    let amount = profit.rounded(toPlaces: base.minorUnits, .halfEven)
    if difference.isZero {
      return "End value − start value − net contributions = \(amount) \(base), exactly the sum of "
        + "the components."
    }
    return "End value − start value − net contributions differs from the sum of the components by "
      + "\(difference) \(base): please report this with the ledger."
  }
}

extension Selection {
  /// Whether a place is selected. A selection of symbols excludes cash.
  fileprivate func includes(_ place: PeriodPlace, _ tables: LedgerTables) -> Bool {
    let selector = ResolvedSelection(self, tables)
    switch place {
    case .units(let instrument, let account): return selector.includes(instrument, account)
    case .cash(let account):
      return symbols.isEmpty && selector.includes(cashAccount: Int(account))
    }
  }
}
