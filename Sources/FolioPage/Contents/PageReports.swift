/// All reports of a page. The ledger is booked once for the reports on a day, and once more on each
/// basis of profit and loss.
struct PageReports: Sendable {
  /// The positions, with the gain as a part of the cost.
  var positions: Report
  var lots: Report
  var cash: Report
  var gains: Report
  /// The rows of the tax form; without columns if there is none.
  var taxForm: Report
  var income: Report
  var incomeByMonth: Report
  var incomeByYear: Report
  var incomeBySymbol: Report
  /// Returns of the whole period, by year, by month, and in the steps of the chart of value.
  var performance: Report
  var years: Report
  var months: Report
  var series: Report
  /// The deepest falls of the whole period.
  var drawdowns: Report
  /// Whether a ledger of several currencies has no base currency.
  var lacksBaseCurrency: Bool
  /// The length of the steps of `series`.
  var step: PeriodStep
  var profit: Report
  var profitByAccount: Report
  var profitByCurrency: Report
  var balanceSheet: Report
  /// What has not settled yet, and when it will.
  var settlements: Report
  /// The symbol of the benchmark.
  var benchmark: String?
  /// The kind of each instrument in lower case, by symbol.
  var kinds: [String: String] = [:]
  /// The names of cash accounts by id, if they have names.
  var accountNames: [String: String] = [:]
  /// The options of the books, with all defaults resolved.
  var options: BookingOptions
}

extension PageReports {
  /// Books a ledger and creates the reports.
  init(
    of ledger: Ledger, _ options: BookingOptions, _ asked: ReportRequest,
    progress: WorkProgress.Receiver?
  ) throws {
    var request = asked
    (request.selection.symbols, request.selection.accounts) = ([], [])
    var booking = options
    (booking.keepsPostings, booking.keepsTrace) = (false, false)
    // By settlement date, returns need other books than the reports on a day.
    booking.keepsMovements = options.dateBasis == .trade
    let booked = try BookedLedger(booking: ledger, booking, progress: progress)
    booking.keepsMovements = true
    let moving = options.dateBasis == .trade ? booked : try BookedLedger(booking: ledger, booking)
    func report(
      _ kind: ReportKind, on other: BookedLedger? = nil,
      _ change: (inout ReportRequest) -> Void = { _ in }
    ) throws -> Report {
      var own = request
      change(&own)
      let report = try kind.report(on: other ?? booked, own)
      return report ?? Report(name: kind.name, title: "", columns: [], rows: [])
    }
    lacksBaseCurrency = booked.lacksBaseCurrency
    positions = try report(.positions).withGainRatio
    lots = try report(.lots)
    cash = try report(.cash)
    settlements = .settlements(booked)
    income = try report(.income)
    incomeByMonth = try report(.income) { $0.incomeGrouping = .month }
    incomeByYear = try report(.income) { $0.incomeGrouping = .year }
    incomeBySymbol = try report(.income) { $0.incomeGrouping = .symbol }
    performance = try report(.performance, on: moving)
    years = try report(.performance, on: moving) { $0.returns.step = .year }
    months = try report(.performance, on: moving) { $0.returns.step = .month }
    step = Self.step(from: performance.from, to: performance.to)
    let step = step
    series = try report(.performance, on: moving) { $0.returns.step = step }
    drawdowns = try report(.drawdowns, on: moving)
    let booksOfGains = try Self.booksOfGains(ledger, options, request)
    gains = try report(.gains, on: booksOfGains)
    taxForm = try Self.withWarning { try report(.taxForm, on: booksOfGains) }
    benchmark = request.returns.benchmark.map { ledger.tables.symbol($0) }
    var periodBooking = options
    if let last = request.selection.to {
      periodBooking.asOf = min(last, request.asOf ?? last)
    }
    let result = try ProfitAndLoss(
      of: ledger, periodBooking, from: request.selection.from, .market,
      tradesCount: request.prices.tradesCount, comparesWholeHistory: true)
    profit = .profitAndLoss(result, per: .symbol, request.prices)
    profitByAccount = .profitAndLoss(result, per: .account, request.prices)
    profitByCurrency = .profitAndLoss(result, per: .currency, request.prices)
    balanceSheet = .balanceSheet(
      try ProfitAndLoss(
        of: ledger, periodBooking, from: nil, .cost, tradesCount: request.prices.tradesCount),
      request.prices)
    self.options = booked.options
    readNames(ledger)
  }

  /// Returns the tax form, or none with a warning: the other reports do not depend on it.
  private static func withWarning(_ form: () throws -> Report) throws -> Report {
    do {
      return try form()
    } catch let faults as LedgerFaults {
      var none = Report(name: ReportKind.taxForm.name, title: "", columns: [], rows: [])
      none.warnings = faults.diagnostics.map { .init(code: $0.code, message: "\($0)") }
      return none
    }
  }

  private mutating func readNames(_ ledger: Ledger) {
    for instrument in ledger.tables.instruments {
      kinds[ledger.tables.text(instrument.symbol)] = instrument.kind.lowercased()
    }
    for account in ledger.tables.cashAccounts where !account.name.isEmpty {
      accountNames[ledger.tables.text(account.id)] = account.name
    }
  }

  /// The books for the gains of a period, if groups after it may change these under tax rules.
  private static func booksOfGains(
    _ ledger: Ledger, _ options: BookingOptions, _ request: ReportRequest
  ) throws -> BookedLedger? {
    if options.regime(of: ledger) == nil || request.selection.to == nil { return nil }
    return try ReportKind.gains.report(on: ledger, options, request)?.booked
  }

  /// Returns the steps of the chart of value, so that it has at most about 200 points.
  private static func step(from: Day?, to: Day?) -> PeriodStep {
    guard let from, let to else { return .month }
    let days = from.days(until: to)
    if days <= 62 { return .day }
    if days <= 3 * 366 { return .week }
    return days <= 16 * 366 ? .month : .quarter
  }

  /// The reports on the whole period and on its years.
  static var mainPaths: [WritableKeyPath<PageReports, Report>] {
    [
      \.positions, \.lots, \.cash, \.gains, \.taxForm, \.income, \.incomeByMonth, \.incomeByYear,
      \.incomeBySymbol, \.performance, \.drawdowns, \.years, \.profit, \.profitByAccount,
      \.profitByCurrency, \.balanceSheet,
    ]
  }

  /// The reports on the steps of charts.
  static var stepPaths: [WritableKeyPath<PageReports, Report>] { [\.months, \.series] }

  /// The reports on the whole period and on its years.
  var main: [Report] { Self.mainPaths.map { self[keyPath: $0] } }

  /// The reports on the steps of charts.
  var steps: [Report] { Self.stepPaths.map { self[keyPath: $0] } }

  /// All reports.
  var all: [Report] { main + steps }
}

extension Report {
  /// The same positions with a column for the gain as a part of the cost.
  fileprivate var withGainRatio: Report {
    guard let gain = column("unrealized_gain_base"), let cost = column("cost_basis_base") else {
      return self
    }
    var report = self
    report.columns.append(Column("gain_ratio", "Gain in percent", .percent))
    report.row = { [row] index in
      let cells = row(index)
      let all = columns.indices.map { cells.cell($0) }
      let ratio = ExactDecimal.ratio(all[gain].exact, of: all[cost].exact.map { max($0, -$0) })
      return all + [ratio.map { .number($0) } ?? .null]
    }
    if let ratio = ExactDecimal.ratio(
      total("unrealized_gain_base").exact, of: total("cost_basis_base").exact.map { max($0, -$0) })
    {
      report.totals.append(Total("gain_ratio", .number(ratio), kind: .percent))
    }
    return report
  }
}
