extension PortfolioPage {
  /// The time-weighted return since the start, beside that of the benchmark.
  var growth: Markup {
    let report = reports.series
    var points = (0..<report.rowCount).compactMap { index in
      report.cell(index, "to").day.map {
        LineChart.Point(day: $0, value: report.cell(index, "twr_cumulative").drawn)
      }
    }
    var compared = benchmarkPoints(of: report, beside: points)
    if let first = report.cell(0, "from").day, first != points.first?.day {
      points.insert(.init(day: first, value: 0), at: 0)
      if compared.first?.value != nil { compared.insert(.init(day: first, value: 0), at: 0) }
    }
    let last = reports.performance.cell(0, "twr")
    let benchmark = compared.contains { $0.value != nil } ? reports.benchmark : nil
    let name = benchmark == nil ? last == .null ? "" : text(last, .percent) : "Portfolio"
    let chart = LineChart(
      points: points, line: benchmark == nil ? [] : compared, unit: .percent,
      names: (area: name, steps: "", line: benchmark.map(Self.short) ?? ""))
    let figure = Figure(
      "growth-chart",
      title: "Time-weighted return since the start\(benchmark.map { ", and \($0)" } ?? "")",
      description: "The growth of one unit of money. The tables have the values."
        + (benchmark == nil
          ? "" : " The dotted line is the benchmark, from the level of the portfolio on.")
    ) { chart.drawing(width: $0, height: Figure.isNarrow($0) ? 200 : 240) }
    return Markup {
      element(of: figure, on: report)
      if let benchmark, figure != nil { Markup.remark(words(about: benchmark, compared)) }
    }
  }

  /// The levels of the benchmark at the ends of the periods. Where its return is unknown there is
  /// none; after that it begins at the level of the portfolio.
  private func benchmarkPoints(
    of report: Report, beside points: [LineChart.Point]
  ) -> [LineChart.Point] {
    if reports.benchmark == nil || points.count != report.rowCount { return [] }
    var compared = points.map { LineChart.Point(day: $0.day, value: nil) }
    var level: Double? = 0
    for index in points.indices {
      let growth = report.cell(index, "benchmark_twr").drawn
      if level == nil, growth != nil, index > 0 {
        level = points[index - 1].value
        compared[index - 1].value = level
      }
      level = level.flatMap { level in growth.map { (1 + level) * (1 + $0) - 1 } }
      compared[index].value = level
    }
    return compared
  }

  private func words(about benchmark: String, _ compared: [LineChart.Point]) -> String {
    let words =
      "The dotted line is the benchmark \(benchmark), by its price and without income."
    let isWhole = compared.allSatisfy { $0.value != nil }
    return isWhole
      ? words : words + " It begins at the level of the portfolio, where its prices are known."
  }

  private static func short(_ symbol: String) -> String {
    LabelPlacement.shortened(symbol, to: 70)
  }

  // MARK: Extremes

  /// The best and the worst month and year, and how many months had a gain.
  var extremes: Markup {
    let months = known(reports.months, isLong: false)
    let years = known(reports.years, isLong: true)
    var rows: [[Report.Cell]] = []
    for (name, found) in [("month", months), ("year", years)] {
      let order = found.sorted { ($0.value, $0.index) < ($1.value, $1.index) }
      guard order.count > 1, let worst = order.first, let best = order.last else { continue }
      rows.append([.text("Best \(name)"), .text(best.name), best.cell])
      rows.append([.text("Worst \(name)"), .text(worst.name), worst.cell])
    }
    if months.count > 1 {
      let gains = months.count { $0.value.isPositive }
      let share = ExactDecimal.ratio(ExactDecimal(gains), of: ExactDecimal(months.count))
      rows.append([
        .text("Months with a gain"), .text("\(gains) of \(months.count)"),
        share.map { .number($0) } ?? .null,
      ])
    }
    let columns: [Report.Column] = [
      .init("what", "Of all whose return is known", .text), .init("period", "Period", .text),
      .init("twr", "TWR, share", .percent),
    ]
    var report = Report(name: "performance", title: "", columns: columns, rows: rows)
    report.wordsWithoutRows = reports.months.wordsWithoutRows
    return table(
      report, columns.map(\.key), label: "Best and worst months and years", flags: "--by month")
  }

  private func known(
    _ report: Report, isLong: Bool
  ) -> [(index: Int, name: String, value: ExactDecimal, cell: Report.Cell)] {
    (0..<report.rowCount).compactMap { index in
      let cell = report.cell(index, "twr")
      guard let value = cell.exact, let day = report.cell(index, "to").day else { return nil }
      return (index, String(day.description.prefix(isLong ? 4 : 7)), value, cell)
    }
  }
}
