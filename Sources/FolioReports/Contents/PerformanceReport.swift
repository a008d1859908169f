import FolioBooking
import FolioDiagnostics
import FolioModel
import FolioNumbers
import FolioValuation

extension ReportKind {
  /// Time-weighted and money-weighted returns.
  public static let performance = ReportKind(
    name: "performance", summary: "time-weighted and money-weighted returns",
    description: """
      True time-weighted return, valued at every flow, and money-weighted return (XIRR), in the \
      base currency; with the part of exchange rates, the volatility and the largest fall. Where \
      a price is missing at a flow, that stretch is by Modified Dietz, and a warning says so.
      """,
    examples: [
      Example("Since the first group", "folio performance ledger.json"),
      Example("Year by year, against a fund", "folio performance --by year --benchmark VT l.json"),
      Example("Each instrument in a year", "folio performance --per symbol --from 2024 l.json"),
    ],
    options: [.period, .prices, .returns], needs: [.movements],
    source: .books { booked, request in
      var returns = request.returns
      returns.prices = request.prices
      return .performance(booked, request.selection, returns)
    })
}

extension Report {
  /// Time-weighted and money-weighted returns of periods, of the whole or of its parts, in base.
  ///
  /// The books must have been booked with `BookingOptions.keepsMovements`.
  public static func performance(
    _ booked: BookedLedger, _ selection: Selection = Selection(), _ request: PerformanceRequest
  ) -> Report {
    let tables = booked.ledger.tables
    let book = PriceBook(booked.ledger, tradesCount: request.prices.tradesCount)
    let question = request.question(selection, tables)
    var report = Report("performance", "Performance", columns(request), on: booked, rowCount: 0) {
      _ in []
    }
    report.tellsPeriod = (true, true)
    guard let pass = PerformancePass(booked, prices: book, question) else {
      report.warnings.append(noSpan(booked))
      return report
    }
    var periods: [PeriodReturn] = []
    let missing = pass.run { periods.append($0) }
    let names = periods.map { pass.name($0.part) }
    let shown = periods
    let base = booked.baseCurrency
    report.rowCount = shown.count
    report.row = { row(shown[$0], names[$0], base) }
    (report.from, report.to) = (pass.period.lowerBound, pass.period.upperBound)
    report.tellRates(
      of: booked.valuedCurrencies, on: pass.period.upperBound, booked.ledger)
    if request.showsCharts { report.charts = charts(booked, book, question, shown) }
    if request.benchmark != nil, shown.contains(where: { $0.benchmark == nil }) {
      report.warnings.append(
        Warning(
          code: .unknownPrice,
          message:
            "the benchmark has no price, or no rate, at an end of some periods; it is left out"))
    }
    report.warnings += ReturnNotes(periods, names, missing.map { $0.words(tables) }).warnings
    report.warnings += oldPrices(booked, book, on: pass.period.upperBound, request.prices)
    return report
  }

  /// Prices at the end that are older than the policy has it; what has none at all is told with the
  /// returns.
  private static func oldPrices(
    _ booked: BookedLedger, _ book: PriceBook, on day: Day, _ policy: PricePolicy
  ) -> [Warning] {
    var notes = QuoteNotes(day, policy)
    for instrument in Set(booked.lots.map(\.instrument)).sorted() {
      guard let quote = book.quote(instrument, on: day) else { continue }
      notes.add(quote, of: booked.ledger.tables.symbol(instrument))
    }
    return notes.warnings.filter { $0.code == .oldPrice }
  }

  private static func columns(_ request: PerformanceRequest) -> [Column] {
    let isPart = request.scope != .portfolio
    let hasBenchmark = request.benchmark != nil
    return [
      Column(
        "part", request.scope == .account ? "Account" : "Symbol", .text, isInTable: isPart,
        priority: Column.essential),
      Column("from", "From", .day, priority: Column.essential),
      Column("to", "To", .day, priority: Column.essential),
      Column("start_value", "Start value", .amount, priority: 60),
      Column("end_value", "End value", .amount, priority: 90),
      Column("net_contributions", "Put in", .amount, priority: 70),
      Column("twr", "TWR", .percent, priority: Column.essential),
      Column("twr_cumulative", "Since start", .percent, isInTable: request.step != nil),
      Column("twr_annualized", "A year", .percent, priority: 95),
      Column("xirr", "XIRR", .percent, priority: Column.essential),
      Column("twr_local", "Local", .percent, priority: 30),
      Column("fx_effect", "Currency", .percent, priority: 30),
      Column("volatility", "Volatility", .percent, priority: 40),
      Column("max_drawdown", "Largest fall", .percent, priority: 50),
      Column("drawdown_from", "from", .day, priority: 20),
      Column("drawdown_to", "to", .day, priority: 20),
      Column("benchmark_twr", "Benchmark", .percent, isInTable: hasBenchmark, priority: 85),
      Column(
        "benchmark_end_value", "Its end value", .amount, isInTable: hasBenchmark, priority: 45),
      Column("benchmark_xirr", "Its XIRR", .percent, isInTable: hasBenchmark, priority: 80),
      Column("method", "Method", .text, isInTable: false),
    ]
  }

  private static func row(
    _ period: PeriodReturn, _ name: String?, _ base: Currency?
  ) -> [Cell] {
    [
      .text(orNull: name ?? ""), .day(period.from), .day(period.to),
      .base(period.startValue, base), .base(period.endValue, base),
      .base(period.netContributions, base),
      .ratio(period.timeWeighted), .ratio(period.cumulative), .yearly(period.annualized),
      .yearly(period.moneyWeighted.value), .ratio(period.local), .ratio(period.currencyEffect),
      .ratio(period.volatility), .ratio(period.drawdown?.depth),
      .day(orNull: period.drawdown?.peak), .day(orNull: period.drawdown?.trough),
      .ratio(period.benchmark?.timeWeighted), .base(period.benchmark?.endValue, base),
      .yearly(period.benchmark?.moneyWeighted.value),
      .text(period.isApproximate ? "modified_dietz" : "true"),
    ]
  }

  /// The value over time: of the periods shown, or where there are few of them of each month or
  /// week.
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

  private static func noSpan(_ booked: BookedLedger) -> Warning {
    Warning(
      code: .undefinedReturn,
      message: booked.baseCurrency == nil
        ? "returns need one currency: give --base, or base_currency in the settings"
        : "there is no day in the period on which anything happened")
  }
}

/// What of returns is asked for beyond the selection.
public struct PerformanceRequest: Sendable {
  /// How the period is cut; one period where it is left out.
  public var step: PeriodStep?
  /// Into which parts the portfolio is taken apart.
  public var scope = ReturnScope.portfolio
  /// What the flows are put into for comparison.
  public var benchmark: InstrumentIndex?
  /// Which prices count.
  public var prices = PricePolicy()
  /// Whether a picture of the value is wanted; it costs a second pass.
  public var showsCharts = false

  /// The whole period, the whole portfolio.
  public init() {}

  func question(_ selection: Selection, _ tables: LedgerTables) -> PerformanceQuestion {
    var question = PerformanceQuestion()
    (question.from, question.to) = (selection.from, selection.to)
    (question.step, question.scope, question.benchmark) = (step, scope, benchmark)
    if !selection.symbols.isEmpty {
      question.instruments = Set(
        tables.instruments.indices.map { InstrumentIndex(truncatingIfNeeded: $0) }
          .filter { selection.symbols.contains(tables.symbol($0)) })
    }
    if !selection.accounts.isEmpty {
      let ids = tables.cashAccounts.map(\.id) + tables.securitiesAccounts.all
      question.accounts = Set(ids.filter { selection.accounts.contains(tables.text($0)) })
    }
    return question
  }
}

extension UnpricedDays {
  /// The symbol and its days.
  fileprivate func words(_ tables: LedgerTables) -> String {
    let (first, last) = (days.lowerBound, days.upperBound)
    let span = first == last ? "\(first)" : "\(first) to \(last)"
    return "\(tables.symbol(instrument)) (\(span))"
  }
}

extension BookedLedger {
  /// The currencies of cash and of lots.
  fileprivate var valuedCurrencies: [CurrencyIndex] {
    let used = zip(ledger.tables.cashAccounts, cash).filter { !$1.balance.isZero }
    return (used.map(\.0.currency) + lots.map(\.currency)).filter { $0 != missingCurrency }
  }
}

extension Report.Cell {
  /// A ratio to 12 places; nothing where there is none, or where it is beyond what can be written.
  static func ratio(_ value: Double?) -> Report.Cell {
    guard let value, value.isFinite,
      let digits = Int128(exactly: (value * 1e12).rounded(.toNearestOrEven)),
      let number = try? ExactDecimal(coefficient: digits, places: Precision.ratio)
    else { return .null }
    return .number(number.normalized())
  }
}

extension Report.Cell {
  /// A rate of a year; nothing where it tells nothing any more.
  static func yearly(_ value: Double?) -> Report.Cell {
    ratio(value.flatMap { $0 < InternalRate.limitOfYear ? $0 : nil })
  }
}

/// Gathers what is to be said about returns that could not be had, or only about.
struct ReturnNotes {
  let warnings: [Report.Warning]

  init(_ periods: [PeriodReturn], _ names: [String?], _ unpriced: [String]) {
    var warnings: [Report.Warning] = []
    let isIncomplete = periods.contains { $0.endValue == nil || $0.isApproximate }
    if isIncomplete && !unpriced.isEmpty {
      let listed = unpriced.prefix(20).joined(separator: ", ")
      warnings.append(
        .init(
          code: .unknownPrice,
          message: "no price is known for some days on which it is held: \(listed)"))
    }
    for (period, name) in zip(periods, names) {
      let what = name.map { $0.isEmpty ? "without an account, " : "\($0), " } ?? ""
      warnings += Self.notes(on: period).map {
        .init(code: $0.code, message: "\(what)\(period.from) to \(period.to): \($0.words)")
      }
    }
    self.warnings = Array(warnings.prefix(200))
  }

  private static func notes(on period: PeriodReturn) -> [(code: DiagnosticCode, words: String)] {
    var notes: [(code: DiagnosticCode, words: String)] = []
    switch period.moneyWeighted {
    case .several(let rates):
      let listed = rates.map { "\(($0 * 1e6).rounded() / 1e4)%" }.joined(separator: ", ")
      notes.append(
        (
          .severalMoneyWeightedReturns,
          "several money-weighted returns fit: \(listed); none is given"
        ))
    case .noRoot:
      notes.append(
        (.noMoneyWeightedReturn, "no money-weighted return makes the flows come to nothing"))
    case .noSignChange where period.timeWeighted != nil && period.hasCapital:
      notes.append(
        (.noMoneyWeightedReturn, "no money-weighted return exists: money flows one way only"))
    case .tooLarge:
      notes.append(
        (.noMoneyWeightedReturn, "the money-weighted return of a year is too large to be told"))
    default: break
    }
    if period.startValue == nil {
      notes.append(
        (.undefinedReturn, "the value at the start is not known, for want of a price or a rate"))
    } else if period.netContributions == nil {
      notes.append(
        (
          .undefinedReturn,
          "what was put in or taken out is not known in base, for want of a price or a rate"
        )
      )
    } else if period.endValue != nil, period.startValue != nil, period.timeWeighted == nil {
      notes.append(
        (
          .undefinedReturn,
          "the time-weighted return is not defined, since something was earned on nothing"
        ))
    } else if period.isApproximate {
      notes.append(
        (.approximateReturn, "a value is not known at a flow; that stretch is by Modified Dietz"))
    }
    return notes
  }
}

extension PeriodReturn {
  /// Whether there was anything to earn on.
  fileprivate var hasCapital: Bool {
    startValue?.isZero == false || netContributions?.isZero == false || endValue?.isZero == false
  }
}
