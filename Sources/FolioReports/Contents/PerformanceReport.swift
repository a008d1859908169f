extension ReportKind {
  /// Time-weighted and money-weighted returns.
  public static let performance = ReportKind(
    name: "performance", summary: "time-weighted and money-weighted returns",
    description: """
      True time-weighted return, valued at every cash flow, and money-weighted return (XIRR), in \
      the base currency, with the effect of exchange rates, volatility and maximum drawdown; if a \
      price is missing at a cash flow, Modified Dietz is used, with a warning.
      """,
    examples: [
      Example("Since the first group", "folio performance ledger.json"),
      Example("Year by year, against a fund", "folio performance --by year --benchmark VT l.json"),
      Example("Each instrument in a year", "folio performance --per symbol --from 2024 l.json"),
    ],
    options: [.period, .prices, .returns], needs: [.movements],
    source: .books { booked, request in
      .performance(
        booked, request.selection, request.returns, request.prices, showsCharts: request.showsCharts
      )
    })
}

extension Report {
  /// Time-weighted and money-weighted returns of the portfolio or its parts, in the base currency.
  ///
  /// The ledger must be booked with `BookingOptions.keepsMovements`. The selection overrides the
  /// days, instruments and accounts of the question.
  public static func performance(
    _ booked: BookedLedger, _ selection: Selection = Selection(),
    _ question: PerformanceQuestion = .init(), _ policy: PricePolicy = .init(),
    showsCharts: Bool = false
  ) -> Report {
    let tables = booked.ledger.tables
    let book = PriceBook(booked.ledger, tradesCount: policy.tradesCount)
    let question = selection.applied(to: question, tables)
    let pass = PerformancePass(booked, prices: book, question)
    var periods: [PeriodReturn] = []
    let missing = pass?.run { periods.append($0) } ?? []
    let names = periods.map { pass?.name($0.part) }
    let rows = Array(zip(periods, names))
    var report = Report("performance", "Performance", fields(question), of: rows, on: booked)
    report.alwaysHasPeriod = (true, true)
    report.conventions = conventions
    guard let pass else {
      report.setUndefinedReturn(of: booked)
      return report
    }
    let last = pass.period.upperBound
    (report.from, report.to) = (pass.period.lowerBound, last)
    report.addRates(of: booked.valuedCurrencies, on: last, booked.ledger)
    if showsCharts { report.charts = charts(booked, book, question, periods) }
    if question.benchmark != nil, periods.contains(where: { $0.benchmark == nil }) {
      let message =
        "the benchmark has no price, or no rate, at an end of some periods; it is left out"
      report.warnings.append(Warning(code: .unknownPrice, message: message))
    }
    report.notes.append(
      "Rates per year count actual days / 365. TWR links the returns between cash flows. XIRR is "
        + "the one rate that discounts all cash flows of the row's period to zero; it is not "
        + "linked over periods.")
    report.warnings += ReturnNotes(booked, question.step).warnings(rows, missing)
    report.warnings += oldPrices(booked, book, on: last, policy)
    return report
  }

  /// Says why the report has no return.
  mutating func setUndefinedReturn(of booked: BookedLedger) {
    let message =
      booked.lacksBaseCurrency
      ? "returns are unknown, because \(Self.reasonOfMissingBase)"
      : "there is no day in the period on which anything happened"
    warnings.append(Warning(code: .undefinedReturn, message: message))
    if booked.lacksBaseCurrency { wordsWithoutRows = "Unknown without a base currency." }
  }

  /// Returns warnings about prices on the last day that are older than the policy allows.
  /// `ReturnNotes` warns about missing prices.
  static func oldPrices(
    _ booked: BookedLedger, _ book: PriceBook, on day: Day, _ policy: PricePolicy
  ) -> [Warning] {
    var notes = QuoteNotes(day: day, policy: policy)
    for instrument in Set(booked.lots.map(\.instrument)).sorted() {
      guard let quote = book.quote(instrument, on: day) else { continue }
      notes.add(quote, of: booked.ledger.tables.symbol(instrument))
    }
    return notes.warnings.filter { $0.code == .oldPrice }
  }

  /// The conventions of the rates, which differ from program to program.
  private static let conventions = [
    Convention(key: "day_count", rule: "actual/365"),
    Convention(key: "twr", rule: "linked over the returns between cash flows"),
    Convention(
      key: "xirr", rule: "one rate for all cash flows of a period, with their days; not linked"),
    Convention(key: "cash_flows", rule: "inflows at the start of the day, outflows at its end"),
    Convention(
      key: "volatility", rule: "annualized deviation of the returns between days with prices"),
  ]

  private static func fields(
    _ question: PerformanceQuestion
  ) -> [ReportField<(period: PeriodReturn, name: String?)>] {
    typealias Row = (period: PeriodReturn, name: String?)
    func ratio(
      _ key: String, _ heading: String, isInTable: Bool = true, priority: Int = 100,
      _ ratio: @escaping @Sendable (PeriodReturn) -> Double?
    ) -> ReportField<Row> {
      .number(key, heading, .percent, isInTable: isInTable, priority: priority) {
        ratio($0.period).flatMap(ExactDecimal.init(ratio:))
      }
    }
    let hasBenchmark = question.benchmark != nil
    return [
      .text(
        "part", question.scope == .account ? "Account" : "Symbol",
        isInTable: question.scope != .portfolio, priority: .max, \.name),
      .day("from", "From", priority: .max) { $0.period.from }.meaning("the first day"),
      .day("to", "To", priority: .max) { $0.period.to }.meaning("the last day"),
      .base("start_value", "Start value", priority: 60, isSummed: false) { $0.period.startValue }
        .meaning("the value before the first day, in base"),
      .base("end_value", "End value", priority: 90, isSummed: false) { $0.period.endValue }
        .meaning("the value at the end of the last day, in base"),
      .base(
        "net_contributions", "Put in", priority: 70, isSummed: false
      ) { $0.period.netContributions }.meaning("money put in less money taken out"),
      ratio("twr", "TWR", priority: .max, \.timeWeighted)
        .meaning("the time-weighted return; 0.05 is 5%"),
      ratio("twr_cumulative", "TWR since start", isInTable: question.step != nil, \.cumulative),
      ratio("below_high", "Below high", isInTable: false, \.belowHigh),
      ratio("twr_annualized", "TWR a year", priority: 95) { yearly($0.annualized) }
        .meaning("the same for a year"),
      ratio("xirr", "XIRR", priority: .max) { yearly($0.moneyWeighted.value) }
        .meaning("the money-weighted return of a year"),
      ratio("twr_local", "TWR local", priority: 30, \.local),
      ratio("fx_effect", "FX effect", priority: 30, \.currencyEffect)
        .meaning("the part of the return due to rates"),
      ratio("volatility", "Volatility", priority: 40, \.volatility)
        .meaning("the annualized deviation of returns"),
      ratio("max_drawdown", "Largest fall", priority: 50) { $0.drawdown?.depth }
        .meaning("the largest fall"),
      .day("drawdown_from", "Fall from", priority: 20) { $0.period.drawdown?.peak },
      .day("drawdown_to", "Fall to", priority: 20) { $0.period.drawdown?.trough },
      ratio(
        "benchmark_twr", "Benchmark TWR", isInTable: hasBenchmark, priority: 85
      ) { $0.benchmark?.timeWeighted },
      .base(
        "benchmark_end_value", "Benchmark end value", isInTable: hasBenchmark, priority: 45,
        isSummed: false
      ) { $0.period.benchmark?.endValue },
      ratio("benchmark_xirr", "Benchmark XIRR", isInTable: hasBenchmark, priority: 80) {
        yearly($0.benchmark?.moneyWeighted.value)
      },
      .text("method", "Method", isInTable: false) {
        $0.period.isApproximate ? "modified_dietz" : "true"
      },
    ]
  }

  /// Returns an annual rate, or `nil` if it is too large to be meaningful.
  private static func yearly(_ value: Double?) -> Double? {
    value.flatMap { $0 < InternalRate.limitOfYear ? $0 : nil }
  }

  /// Returns a chart of the value over time. If the report has few periods, the chart uses months
  /// or weeks instead.
  private static func charts(
    _ booked: BookedLedger, _ book: PriceBook, _ question: PerformanceQuestion,
    _ shown: [PeriodReturn]
  ) -> [Chart] {
    guard question.scope == .portfolio, let first = shown.first, let last = shown.last else {
      return []
    }
    var periods = shown
    if periods.count < 24 {
      var finer = question
      finer.step = first.from.days(until: last.to) > 3 * 365 ? .month : .week
      guard let pass = PerformancePass(booked, prices: book, finer) else { return [] }
      periods = []
      _ = pass.run { periods.append($0) }
    }
    let values = periods.map { $0.endValue.flatMap { $0.share(of: .one) } }
    let known = periods.compactMap(\.endValue)
    let words: (ExactDecimal?) -> String = { amount in
      guard let amount, let base = booked.baseCurrency else { return "" }
      return "\(amount.rounded(toPlaces: 0, .halfEven)) \(base)"
    }
    return [
      .line(
        title: "Value", values, from: "\(first.from)", to: "\(last.to)",
        scale: .init(low: words(known.min()), high: words(known.max())))
    ]
  }
}

extension Selection {
  /// Returns the question for the selected days, instruments and accounts.
  func applied(
    to question: PerformanceQuestion, _ tables: LedgerTables
  ) -> PerformanceQuestion {
    var question = question
    (question.from, question.to) = (from, to)
    if !symbols.isEmpty {
      let instruments = tables.instruments.indices.map { InstrumentIndex($0) }
      question.instruments = Set(instruments.filter { symbols.contains(tables.symbol($0)) })
    }
    if !accounts.isEmpty {
      let ids = tables.cashAccounts.map(\.id) + tables.securitiesAccounts.all
      question.accounts = Set(ids.filter { accounts.contains(tables.text($0)) })
    }
    return question
  }
}

extension BookedLedger {
  /// The currencies of cash balances and open lots.
  var valuedCurrencies: [CurrencyIndex] {
    let used = zip(ledger.tables.cashAccounts, cash).filter { !$1.balance.isZero }
    return (used.map(\.0.currency) + lots.map(\.currency)).filter { $0 != missingCurrency }
  }
}

extension ExactDecimal {
  /// Creates a ratio with 12 decimal places, or `nil` if it does not fit.
  init?(ratio: Double) {
    guard ratio.isFinite,
      let digits = Int128(exactly: (ratio * 1e12).rounded(.toNearestOrEven)),
      let number = try? ExactDecimal(coefficient: digits, places: Precision.ratioPlaces)
    else { return nil }
    self = number
  }
}
