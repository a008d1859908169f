import FolioBooking
import FolioModel
import FolioNumbers
import FolioValuation

extension ReportKind {
  /// Profit and loss of a period.
  public static let profitAndLoss = ReportKind(
    name: "pnl", summary: "profit and loss of a period, part by part",
    description: """
      What prices, rates, dividends, interest, fees and taxes made of the portfolio between two \
      days, in the base currency: end value less start value less net contributions. Units that \
      were there before count from their market value at the end of the day before.
      """,
    examples: [
      Example("What a year brought", "folio pnl --from 2024 --to 2024 ledger.json"),
      Example(
        "By currency, in euros", "folio pnl --from 2024 --per currency --base EUR ledger.json"),
    ],
    options: [.period, .prices, .profitRows],
    source: .period(.market) { result, request in
      .profitAndLoss(result, request.selection, per: request.profitGrouping, request.prices)
    })
}

/// What one row of profit and loss is about.
public enum ProfitGrouping: String, Sendable, CaseIterable {
  /// An instrument, or the cash of a currency.
  case symbol
  /// A securities or a cash account.
  case account
  /// A currency: instruments traded in it, and its cash.
  case currency
  /// All of it.
  case total
}

extension Report {
  /// What was earned in a period, in base, part by part.
  ///
  /// In every row and in the totals end value less start value less net contributions is the sum of
  /// the parts, to the last digit; the total `difference` shows it. Net contributions of a row are
  /// what was put in less what was taken out, also by other rows: a purchase puts money into units.
  public static func profitAndLoss(
    _ result: ProfitAndLoss, _ selection: Selection = Selection(),
    per grouping: ProfitGrouping = .symbol, _ policy: PricePolicy = .init()
  ) -> Report {
    let base = result.booked.baseCurrency
    let chosen = result.lines.filter { selection.includes($0.place, result.booked.ledger.tables) }
    let rows = ProfitRow.rows(chosen, grouping, result.booked.ledger)
    var report = Report(
      "pnl", "Profit and loss", columns(grouping), on: result.booked, rowCount: rows.count
    ) { rows[$0].label.cells + figureCells(rows[$0].figures, base) }
    report.from = result.from
    report.to = result.to
    report.tellsPeriod.last = true
    var total = ProfitFigures()
    for line in chosen { total.add(line.figures) }
    if selection.symbols.isEmpty && selection.accounts.isEmpty {
      total.set(result.contributions, .netContributions)
    }
    report.totals = totals(total, base)
    report.isItsOwnTotal = grouping == .total
    report.notes = [reconciliation(total, base)]
    report.tellRates(of: result)
    report.warnings += ProfitWarnings(result, chosen, policy).all
    return report
  }

  private static func columns(_ grouping: ProfitGrouping) -> [Column] {
    let isOfSymbols = grouping == .symbol
    return [
      Column("symbol", "Symbol", .text, isInTable: isOfSymbols, priority: Column.essential),
      Column("name", "Name", .text, isInTable: isOfSymbols, priority: 5),
      Column(
        "account", "Account", .text, isInTable: grouping == .account, priority: Column.essential),
      Column(
        "currency", "Cur", .text, isInTable: grouping != .account && grouping != .total,
        priority: Column.essential),
    ] + figureColumns
  }

  private static var figureColumns: [Column] {
    [
      Column("start_value", "Start", .amount, priority: 60),
      Column("net_contributions", "Put in", .amount, priority: 60),
      Column("end_value", "End", .amount, priority: 90),
      Column("price_effect", "Price", .amount, priority: 80),
      Column("fx_effect", "Currency", .amount, priority: 70),
      Column("fx_effect_cash", "of cash", .amount, priority: 65),
      Column("dividends", "Dividends", .amount, priority: 70),
      Column("interest", "Interest", .amount, priority: 50),
      Column("fees", "Fees", .amount, priority: 55),
      Column("taxes", "Taxes", .amount, priority: 55),
      Column("other", "Other", .amount, priority: 20),
      Column("profit", "Profit", .amount, priority: Column.essential),
      Column("realized_gain", "Realized", .amount, priority: 10),
      Column("unrealized_gain", "Unrealized", .amount, priority: 10),
      Column("realized_price_effect", "Realized by price", .amount, isInTable: false),
      Column("realized_fx_effect", "Realized by currency", .amount, isInTable: false),
      Column("unrealized_price_effect", "Unrealized by price", .amount, isInTable: false),
      Column("unrealized_fx_effect", "Unrealized by currency", .amount, isInTable: false),
    ]
  }

  private static func amounts(_ figures: ProfitFigures) -> [ExactDecimal?] {
    let first: [ProfitFigure] = [.startValue, .netContributions, .endValue]
    return (first + ProfitFigure.parts).map { figures[$0] } + [
      figures.profit, figures[.realizedGain], figures[.unrealizedGain],
      figures[.realizedPriceEffect], figures.realizedCurrencyEffect,
      figures[.unrealizedPriceEffect], figures.unrealizedCurrencyEffect,
    ]
  }

  private static func figureCells(_ figures: ProfitFigures, _ base: Currency?) -> [Cell] {
    amounts(figures).map { .base($0?.normalized(), base) }
  }

  private static func totals(_ figures: ProfitFigures, _ base: Currency?) -> [Total] {
    zip(figureColumns, figureCells(figures, base)).map { Total($0.key, $1) }
      + [Total("difference", .base(figures.difference, base), heading: "Difference")]
  }

  /// The line that says whether the parts add up.
  private static func reconciliation(_ figures: ProfitFigures, _ base: Currency?) -> String {
    guard let base, let difference = figures.difference, let profit = figures.profit else {
      return "What was earned cannot be added up, since a price or a rate is not known."
    }
    let amount = profit.rounded(toPlaces: base.minorUnits, .halfEven)
    if difference.isZero {
      return "End less start less what was put in is \(amount) \(base), and so is the sum of the "
        + "parts: the difference is 0 to the last digit."
    }
    return "End less start less what was put in differs from the sum of the parts by "
      + "\(difference) \(base): please report this with the ledger."
  }
}

extension Report {
  /// Says at which rates the two ends of a period were valued.
  mutating func tellRates(of result: ProfitAndLoss) {
    let ledger = result.booked.ledger
    tellRates(of: result.currenciesAtStart, on: result.from?.adding(days: -1), ledger)
    tellRates(of: result.currenciesAtEnd, on: result.to, ledger)
  }
}

extension Selection {
  /// Whether a place is chosen; where symbols are, cash is not.
  fileprivate func includes(_ place: PeriodPlace, _ tables: LedgerTables) -> Bool {
    let selector = Selector(self, tables)
    switch place {
    case .units(let instrument, let account): return selector.includes(instrument, account)
    case .cash(let account):
      return symbols.isEmpty && selector.includes(cashAccount: Int(account))
    }
  }
}
