import FolioBooking
import FolioModel
import FolioNumbers
import FolioValuation

extension ReportKind {
  /// Assets, liabilities and equity.
  public static let balanceSheet = ReportKind(
    name: "balance-sheet", summary: "assets, liabilities and equity on a day",
    description: """
      Cash and units at market value, with cost beside it, what is owed, and where it came from: \
      contributions, retained results, unrealized gains; all in the base currency.
      """,
    examples: [
      Example("At the end of a year", "folio balance-sheet --as-of 2024 ledger.json")
    ],
    options: [.prices], refusedOptions: ["from", "symbol", "account"],
    source: .period(.cost) { result, request in .balanceSheet(result, request.prices) })

  /// The result of a period.
  public static let incomeStatement = ReportKind(
    name: "income-statement", summary: "the result of a period: gains, income, expenses",
    description: """
      Realized gains from cost, dividends, interest, fees, taxes and what rates did, in the base \
      currency: what the retained results of the balance sheet grew by.
      """,
    examples: [
      Example("A year", "folio income-statement --from 2024 --to 2024 ledger.json")
    ],
    options: [.period], refusedOptions: ["symbol", "account"],
    source: .period(.cost) { result, _ in .incomeStatement(result) })
}

extension Report {
  /// Assets, liabilities and equity on the last day of books that count from cost. Assets less
  /// liabilities are the equity, to the last digit.
  /// - Parameter result: of the basis `cost`, from the beginning.
  public static func balanceSheet(
    _ result: ProfitAndLoss, _ policy: PricePolicy = .init()
  ) -> Report {
    let base = result.booked.baseCurrency
    var rows = BalanceRow.rows(result)
    func sum(_ section: BalanceRow.Section) -> ExactDecimal? {
      rows.filter { $0.section == section }.reduce(.zero) { sum, row in
        sum.flatMap { sum in row.amount.flatMap { try? sum.adding($0) } }
      }
    }
    let (assets, liabilities, equity) = (sum(.assets), sum(.liabilities), sum(.equity))
    let net = assets.flatMap { left in liabilities.flatMap { try? left.subtracting($0) } }
    let difference = net.flatMap { left in equity.flatMap { try? left.subtracting($0) } }
    if let net, equity == nil { BalanceRow.tellRest(of: net, in: &rows) }
    let shown = rows
    var report = Report(
      "balance-sheet", "Balance sheet", balanceColumns, on: result.booked, rowCount: rows.count
    ) { shown[$0].cells(result.booked.ledger.tables, base) }
    report.totals = [
      Total("assets", .base(assets?.normalized(), base), heading: "Assets"),
      Total("liabilities", .base(liabilities?.normalized(), base), heading: "Liabilities"),
      Total("equity", .base((equity ?? net)?.normalized(), base), heading: "Equity"),
      Total("difference", .base(difference?.normalized(), base), heading: "Difference"),
    ]
    report.warnings += ProfitWarnings(result, result.lines, policy).all
    report.tellRates(of: result)
    return report
  }

  private static var balanceColumns: [Column] {
    [
      Column("section", "Section", .text, priority: Column.essential),
      Column("line", "Line", .text, priority: Column.essential),
      Column("account", "Account", .text, priority: 60),
      Column("symbol", "Symbol", .text, priority: 70),
      Column("currency", "Cur", .text, priority: 50),
      Column("balance", "Balance", .amount, priority: 40),
      Column("cost_basis_base", "Cost in base", .amount, priority: 80),
      Column("amount_base", "In base", .amount, priority: Column.essential),
    ]
  }

  /// The result of a period, from cost: what the retained results of the balance sheet grew by.
  /// Expenses are below zero, so that the lines add up to the result.
  /// - Parameter result: of the basis `cost`.
  public static func incomeStatement(_ result: ProfitAndLoss) -> Report {
    let base = result.booked.baseCurrency
    let lines = ResultLines(result)
    let rows = lines.all.map { line -> [Cell] in
      [
        .text(line.section), .text(line.name),
        .base(line.amount?.normalized(), base),
      ]
    }
    let columns = [
      Column("section", "Section", .text, priority: Column.essential),
      Column("line", "Line", .text, priority: Column.essential),
      Column("amount_base", "In base", .amount, priority: Column.essential),
    ]
    var report = Report(
      "income-statement", "Income statement", columns, on: result.booked, rowCount: rows.count
    ) { rows[$0] }
    report.from = result.from
    report.to = result.to
    report.tellsPeriod.last = true
    report.totals = [
      Total("net_result", .base(lines.sum?.normalized(), base), heading: "Net result")
    ]
    report.warnings += ProfitWarnings(ofRates: result).all
    return report
  }
}

/// The lines of an income statement.
struct ResultLines {
  private(set) var all: [(section: String, name: String, amount: ExactDecimal?)]

  init(_ result: ProfitAndLoss) {
    var sums = ProfitFigures()
    for line in result.lines { sums.add(line.figures) }
    all = [
      ("income", "realized_gains", sums[.realizedPriceEffect]),
      ("income", "dividends", sums[.dividends]),
      ("income", "interest", sums[.interest]),
      ("income", "other", sums[.other]),
      ("expenses", "fees", sums[.fees]),
      ("expenses", "taxes", sums[.taxes]),
      ("currency", "realized_on_securities", sums.realizedCurrencyEffect),
      ("currency", "on_cash", sums[.fxEffectCash]),
    ]
  }

  /// The result; nil where a line is not known.
  var sum: ExactDecimal? {
    all.reduce(.zero) { sum, line in
      sum.flatMap { sum in line.amount.flatMap { try? sum.adding($0) } }
    }
  }
}

/// One row of a balance sheet.
struct BalanceRow: Sendable {
  enum Section: String, Sendable { case assets, liabilities, equity }

  var section: Section
  var line: String
  var cash: CashAccountIndex?
  var instrument: InstrumentIndex?
  /// Of cash, in its own currency.
  var balance: ExactDecimal?
  var cost: ExactDecimal?
  var amount: ExactDecimal?

  static func rows(_ result: ProfitAndLoss) -> [BalanceRow] {
    var sums = ProfitFigures()
    for line in result.lines { sums.add(line.figures) }
    let held = cashRows(result) + unitRows(result)
    return held.filter { $0.section == .assets } + held.filter { $0.section == .liabilities } + [
      BalanceRow(section: .equity, line: "contributions", amount: result.contributions),
      BalanceRow(section: .equity, line: "retained_results", amount: ResultLines(result).sum),
      BalanceRow(section: .equity, line: "unrealized_gains", amount: sums[.unrealizedGain]),
    ]
  }

  /// Where an old rate is missing, not every line of the equity is known, and their sum is all the
  /// same: the one line that is not is the rest, and several share it in a line of their own.
  static func tellRest(of net: ExactDecimal, in rows: inout [BalanceRow]) {
    var rest: ExactDecimal? = net
    for row in rows where row.section == .equity {
      if let amount = row.amount { rest = rest.flatMap { try? $0.subtracting(amount) } }
    }
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
      let isOwed = balance.isNegative
      let worth = line.figures[.endValue]
      return BalanceRow(
        section: isOwed ? .liabilities : .assets, line: "cash", cash: account,
        balance: isOwed ? -balance : balance, amount: isOwed ? worth.map { -$0 } : worth)
    }
  }

  private static func unitRows(_ result: ProfitAndLoss) -> [BalanceRow] {
    let open = Set(result.booked.lots.map { PeriodPlace.units($0.instrument, $0.account) })
    let owed = Set(
      result.booked.lots.filter(\.isShort).map { PeriodPlace.units($0.instrument, $0.account) })
    var sums: [(instrument: InstrumentIndex, isShort: Bool, figures: ProfitFigures)] = []
    for line in result.lines where open.contains(line.place) {
      guard case .units(let instrument, _) = line.place else { continue }
      let isShort = owed.contains(line.place)
      if let last = sums.last, last.instrument == instrument, last.isShort == isShort {
        sums[sums.count - 1].figures.add(line.figures)
      } else {
        sums.append((instrument, isShort, line.figures))
      }
    }
    return sums.map { instrument, isShort, figures in
      BalanceRow(
        section: isShort ? .liabilities : .assets,
        line: isShort ? "securities_owed" : "securities", instrument: instrument,
        cost: isShort ? figures[.endCost].map { -$0 } : figures[.endCost],
        amount: isShort ? figures[.endValue].map { -$0 } : figures[.endValue])
    }
  }

  func cells(_ tables: LedgerTables, _ base: Currency?) -> [Report.Cell] {
    let currency = cash.map { tables.cashAccounts[Int($0)].currency }
    return [
      .text(section.rawValue), .text(line),
      .text(orNull: cash.map { tables.text(tables.cashAccounts[Int($0)].id) }),
      .text(orNull: instrument.map { tables.symbol($0) }),
      .text(orNull: currency.flatMap { tables.currency($0)?.code }),
      balance.map { tables.money($0, currency ?? missingCurrency) } ?? .null,
      .base(cost?.normalized(), base), .base(amount?.normalized(), base),
    ]
  }
}

extension ProfitWarnings {
  /// Of rates alone: an income statement needs no prices.
  init(ofRates result: ProfitAndLoss) {
    self.init()
    warnOfRates(result, result.lines)
  }
}
