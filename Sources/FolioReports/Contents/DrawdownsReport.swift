extension ReportKind {
  /// The deepest falls of the portfolio from a high.
  public static let drawdowns = ReportKind(
    name: "drawdowns", summary: "the deepest falls from a high, and when they recovered",
    description: """
      Up to \(Drawdown.limit) falls of the time-weighted return from a high to a low, the deepest \
      first, with the day on which the high was reached again. Falls do not overlap. Only days \
      with prices or cash flows count.
      """,
    examples: [
      Example("Since the first group", "folio drawdowns ledger.json"),
      Example("Of one instrument, since 2024", "folio drawdowns --symbol VT --from 2024 l.json"),
    ],
    options: [.period, .prices], needs: [.movements],
    source: .books { booked, request in
      .drawdowns(booked, request.selection, request.prices)
    })
}

extension Report {
  /// The deepest falls of the portfolio, or of the selected part of it, in the base currency.
  ///
  /// The ledger must be booked with `BookingOptions.keepsMovements`.
  public static func drawdowns(
    _ booked: BookedLedger, _ selection: Selection = Selection(), _ policy: PricePolicy = .init()
  ) -> Report {
    let prices = PriceBook(booked.ledger, tradesCount: policy.tradesCount)
    let question = selection.applied(to: .init(), booked.ledger.tables)
    let pass = PerformancePass(booked, prices: prices, question)
    var periods: [PeriodReturn] = []
    let missing = pass?.run { periods.append($0) } ?? []
    let falls = periods.first?.falls ?? []
    let last = pass?.period.upperBound
    let rows = falls.enumerated().map {
      DrawdownRow(rank: $0 + 1, fall: $1, last: last ?? $1.trough)
    }
    var report = Report("drawdowns", "Drawdowns", DrawdownRow.fields, of: rows, on: booked)
    report.alwaysHasPeriod = (true, true)
    guard let pass, let last else {
      report.setUndefinedReturn(of: booked)
      return report
    }
    (report.from, report.to) = (pass.period.lowerBound, last)
    report.addRates(of: booked.valuedCurrencies, on: last, booked.ledger)
    let warnings = ReturnNotes(booked, nil).warnings(periods.map { ($0, nil) }, missing)
    report.warnings += warnings.filter {
      ![.noMoneyWeightedReturn, .severalMoneyWeightedReturns].contains($0.code)
    }
    report.warnings += oldPrices(booked, prices, on: last, policy)
    return report
  }
}

/// A fall with its place among the others.
private struct DrawdownRow {
  /// 1 for the deepest fall.
  var rank: Int
  var fall: Drawdown.Fall
  /// The last day of the period.
  var last: Day

  static let fields: [ReportField<DrawdownRow>] = [
    .cell("rank", "Rank", .integer, priority: 50) { .integer($0.rank) },
    .day("from", "High", priority: .max, \.fall.peak),
    .day("to", "Low", priority: .max, \.fall.trough),
    .day("recovered", "Recovered", priority: 90, \.fall.recovery),
    .number("depth", "Depth", .percent, priority: .max) { ExactDecimal(ratio: $0.fall.depth) },
    .cell("days_to_low", "Days to low", .integer, priority: 60) {
      .integer($0.fall.peak.days(until: $0.fall.trough))
    },
    .cell("days_to_recovery", "Days to recovery", .integer, priority: 60) { row in
      row.fall.recovery.map { .integer(row.fall.trough.days(until: $0)) } ?? .null
    },
    .cell("days", "Days below", .integer, priority: 80) {
      .integer($0.fall.peak.days(until: $0.fall.recovery ?? $0.last))
    },
  ]
}
