extension ReportKind {
  /// Assets, liabilities and equity on a day.
  public static let balanceSheet = ReportKind(
    name: "balance-sheet", summary: "assets, liabilities and equity on a day",
    description: """
      Cash and units at market value and at cost, liabilities and equity (contributions, retained \
      results, unrealized gains), in the base currency.
      """,
    examples: [
      Example("At the end of a year", "folio balance-sheet --as-of 2024 ledger.json")
    ],
    options: [.prices], refusedOptions: ["from", "symbol", "account"],
    keptWhileStreaming: { $0.prices.tradesCount ? nil : .nothing },
    source: .period(.cost) { result, request in .balanceSheet(result, request.prices) })

  /// Gains, income and expenses of a period.
  public static let incomeStatement = ReportKind(
    name: "income-statement", summary: "the result of a period: gains, income, expenses",
    description: """
      Realized gains from cost, by price and by currency, dividends, interest, fees, taxes and the \
      effect of rates on cash, in the base currency: the increase of retained results in the \
      balance sheet.
      """,
    examples: [
      Example("A year", "folio income-statement --from 2024 --to 2024 ledger.json")
    ],
    options: [.period], refusedOptions: ["symbol", "account"],
    keptWhileStreaming: { _ in .nothing },
    source: .period(.cost) { result, _ in .incomeStatement(result) })
}

extension Report {
  /// Assets, liabilities and equity on the last day of the books. Assets less liabilities equal
  /// equity exactly.
  /// - Parameter result: Profit and loss on the basis `cost`, since the beginning of the ledger.
  public static func balanceSheet(
    _ result: ProfitAndLoss, _ policy: PricePolicy = .init()
  ) -> Report {
    let base = result.booked.baseCurrency
    let tables = result.booked.ledger.tables
    var rows = BalanceRow.rows(result)
    func sum(_ section: BalanceRow.Section) -> PartialSum {
      PartialSum(of: rows.lazy.filter { $0.section == section }) { $0.amount?.normalized() }
    }
    let (assets, liabilities) = (sum(.assets), sum(.liabilities))
    var equity = sum(.equity)
    let net = assets.whole.subtracting(liabilities.whole)
    let difference = net.subtracting(equity.whole)
    if equity.whole == nil {
      if let net { BalanceRow.setRest(of: net, in: &rows) }
      // Equity equals the net assets, and its known part equals theirs.
      equity = assets.less(liabilities)
    }
    let fields: [ReportField<BalanceRow>] = [
      .text("section", "Section", priority: .max) { $0.section.rawValue },
      .keyword("line", "Line", priority: .max, \.line),
      .text("account", "Account", priority: 60) { row in
        row.cash.map { tables.text(tables.cashAccounts[Int($0)].id) }
      },
      .text("symbol", "Symbol", priority: 70) { $0.instrument.map { tables.symbol($0) } },
      .text("currency", "Cur", priority: 50) { $0.currency(in: tables)?.code },
      .amount("balance", "Balance", priority: 40, \.balance),
      .base("cost_basis_base", "Cost in base", priority: 80) { $0.cost?.normalized() },
      .base("amount_base", "In base", priority: .max) { $0.amount?.normalized() },
    ]
    var report = Report("balance-sheet", "Balance sheet", fields, of: rows, on: result.booked) {
      $0.currency(in: tables)
    }
    report.totals =
      [("assets", assets), ("liabilities", liabilities), ("equity", equity)].map {
        Total($0, $1, in: base)
      } + [Total("difference", .base(difference?.normalized(), base))]
    report.totalsOfRows = { [rows] kept in
      [BalanceRow.Section.assets, .liabilities, .equity].map { section in
        let own = kept.lazy.map { rows[$0] }.filter { $0.section == section }
        let sum = PartialSum(of: own) { $0.amount?.normalized() }
        return Total(section.rawValue, sum, in: base)
      }
    }
    report.addMissing(result.missing)
    report.warnings += result.warnings(about: result.lines, policy)
    report.addRates(of: result)
    return report
  }

  /// Gains, income and expenses of a period at cost. Their sum is the change of retained results in
  /// the balance sheet. Expenses are negative.
  /// - Parameter result: Profit and loss on the basis `cost`.
  public static func incomeStatement(_ result: ProfitAndLoss) -> Report {
    let base = result.booked.baseCurrency
    let lines = result.resultLines
    let fields: [ReportField<ResultLine>] = [
      .text("section", "Section", priority: .max, \.section),
      .keyword("line", "Line", priority: .max, \.name),
      .base("amount_base", "In base", priority: .max) { $0.amount?.normalized() },
    ]
    var report = Report("income-statement", "Income statement", fields, of: lines, over: result)
    let net = PartialSum(of: result.lines.flatMap { $0.figures.resultLines }) {
      $0.amount?.normalized()
    }
    report.totals = [Total("net_result", net, in: base, heading: "Net result")]
    report.totalsOfRows = { kept in
      let sum = PartialSum(of: kept.lazy.map { lines[$0] }) { $0.amount?.normalized() }
      return [Total("net_result", sum, in: base, heading: "Net result")]
    }
    report.addMissing(result.missing)
    report.warnings += result.rateWarnings(about: result.lines)
    return report
  }
}

/// A line of an income statement.
typealias ResultLine = (section: String, name: String, amount: ExactDecimal?)

extension ProfitAndLoss {
  /// The lines of the income statement. The sum is unknown if a line is.
  var resultLines: [ResultLine] { total.resultLines }
}

extension ProfitFigures {
  fileprivate var resultLines: [ResultLine] {
    [
      ("income", "realized_gains_by_price", self[.realizedPriceEffect]),
      ("income", "dividends", self[.dividends]),
      ("income", "interest", self[.interest]),
      ("income", "other", self[.other]),
      ("expenses", "fees", self[.fees]),
      ("expenses", "taxes", self[.taxes]),
      ("currency", "realized_gains_by_currency", realizedCurrencyEffect),
      ("currency", "on_cash", self[.fxEffectCash]),
    ]
  }
}

/// A row of a balance sheet.
struct BalanceRow: Sendable {
  enum Section: String, Sendable { case assets, liabilities, equity }

  var section: Section
  var line: String
  var cash: CashAccountIndex?
  var instrument: InstrumentIndex?
  /// The balance of a cash account in its own currency.
  var balance: ExactDecimal?
  var cost: ExactDecimal?
  var amount: ExactDecimal?

  static func rows(_ result: ProfitAndLoss) -> [BalanceRow] {
    let held = cashRows(result) + unitRows(result)
    return held.filter { $0.section == .assets } + held.filter { $0.section == .liabilities } + [
      BalanceRow(section: .equity, line: "contributions", amount: result.contributions),
      BalanceRow(
        section: .equity, line: "retained_results", amount: result.resultLines.sum(\.amount)),
      BalanceRow(section: .equity, line: "unrealized_gains", amount: result.total[.unrealizedGain]),
    ]
  }

  /// Sets the unknown equity lines so that equity equals `net`. Without an old exchange rate, some
  /// equity lines are unknown although their sum is not. A single unknown line gets the remainder.
  /// Several are combined in a line of their own.
  static func setRest(of net: ExactDecimal, in rows: inout [BalanceRow]) {
    let equity = rows.filter { $0.section == .equity && $0.amount != nil }
    let rest = equity.reduce(Optional(net)) { rest, row in rest.subtracting(row.amount) }
    let unknown = rows.indices.filter { rows[$0].section == .equity && rows[$0].amount == nil }
    if unknown.count == 1, let only = unknown.first {
      rows[only].amount = rest
    } else {
      rows.append(BalanceRow(section: .equity, line: "not_told_apart", amount: rest))
    }
  }

  private static func cashRows(_ result: ProfitAndLoss) -> [BalanceRow] {
    result.lines.compactMap { line in
      guard case .cash(let account) = line.place else { return nil }
      let balance = result.booked.cash[Int(account)].balance
      if balance.isZero { return nil }
      let row = BalanceRow(
        section: .assets, line: "cash", cash: account, balance: balance,
        amount: line.figures[.endValue])
      return balance.isNegative ? row.asLiability : row
    }
  }

  private static func unitRows(_ result: ProfitAndLoss) -> [BalanceRow] {
    let sides = Dictionary(
      result.booked.lots.map { (PeriodPlace.units($0.instrument, $0.account), $0.isShort) },
      uniquingKeysWith: { $0 || $1 })
    var rows: [BalanceRow] = []
    for line in result.lines {
      guard case .units(let instrument, _) = line.place, let isShort = sides[line.place] else {
        continue
      }
      var row = BalanceRow(
        section: .assets, line: isShort ? "securities_owed" : "securities", instrument: instrument,
        cost: line.figures[.endCost], amount: line.figures[.endValue])
      if isShort { row = row.asLiability }
      if let last = rows.last, last.instrument == instrument, last.section == row.section {
        row.cost = last.cost.adding(row.cost)
        row.amount = last.amount.adding(row.amount)
        rows.removeLast()
      }
      rows.append(row)
    }
    return rows
  }

  /// The row as a liability, whose amounts have the opposite sign.
  private var asLiability: BalanceRow {
    var row = self
    row.section = .liabilities
    row.balance = balance.map { -$0 }
    row.cost = cost.map { -$0 }
    row.amount = amount.map { -$0 }
    return row
  }

  func currency(in tables: LedgerTables) -> Currency? {
    cash.flatMap { tables.currency(tables.cashAccounts[Int($0)].currency) }
  }
}
