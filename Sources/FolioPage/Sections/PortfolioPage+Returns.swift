extension PortfolioPage {
  /// Returns by year and month, and falls.
  var returnsSection: Section {
    let bars = (0..<reports.years.rowCount).map { index in
      let cell = reports.years.cell(index, "twr")
      let year = reports.years.cell(index, "to").day.map { "\($0.year)" } ?? ""
      return BarChart.Bar(label: year, value: cell.drawn, text: text(cell, .percent))
    }
    let chart = BarChart(bars: bars)
    let figure = Figure(
      "years-chart", title: "Time-weighted return by year",
      description: "A bar for each year; losses are hatched and point down."
    ) { chart.drawing(width: $0, height: Figure.isNarrow($0) ? 200 : 240) }
    // The whole period is the last row.
    var years = reports.years
    years.totals = reports.performance.columns.compactMap { column in
      let cell = reports.performance.cell(0, column.key)
      return cell == .null ? nil : Report.Total(column.key, cell, kind: column.kind)
    }
    return Section("returns", "Returns") {
      element(of: figure, on: reports.years)
      table(
        years,
        "from to twr twr_cumulative twr_annualized xirr twr_local fx_effect volatility".words
          + benchmarkKeys, label: "Returns by year, and of the whole period", flags: "--by year")
      Markup.folded("Table: values and money put in by year") {
        table(
          years, "from to start_value net_contributions end_value".words,
          label: "Values by year, and of the whole period", flags: "--by year")
      }
      growth
      Markup.heading("By month")
      heatMap
      Markup.heading("Best and worst")
      extremes
      Markup.heading("Falls from a high")
      falls(years)
    }
  }

  /// The columns of the benchmark, if one is given.
  private var benchmarkKeys: [String] {
    "benchmark_twr benchmark_xirr benchmark_end_value".words.filter { key in
      reports.years.columns.contains { $0.key == key && $0.isInTable }
    }
  }

  // MARK: Months

  /// A row for each year and a column for each month. The words and signs suffice without colours.
  private var heatMap: Markup {
    let rows = monthsByYear
    if rows.isEmpty { return .remark(reports.months.wordsWithoutRows) }
    return Markup {
      Markup.wide("Time-weighted return by month", "heat") {
        "<thead><tr><th scope=\"col\">Year</th>"
        for name in (1...12).map(Day.monthName) + ["Year"] {
          "<th scope=\"col\"><a href=\"#d-twr\">\(name)</a></th>"
        }
        "</tr></thead>\n<tbody>\n"
        for (year, months) in rows {
          "<tr><th scope=\"row\">\(year)</th>"
          for month in 1...12 { heatCell(months[month]) }
          "\(heatCell(yearReturn(year)))</tr>\n"
        }
        "</tbody>\n"
      }
      Markup.remark(
        "A dash is a month whose return is unknown, because a price or a rate is missing.")
      command("performance", "--by month")
    }
  }

  private var monthsByYear: [(year: Int, months: [Int: Report.Cell])] {
    var rows: [(year: Int, months: [Int: Report.Cell])] = []
    for index in 0..<reports.months.rowCount {
      guard let day = reports.months.cell(index, "to").day else { continue }
      if rows.last?.year != day.year { rows.append((day.year, [:])) }
      rows[rows.count - 1].months[day.month] = reports.months.cell(index, "twr")
    }
    return rows
  }

  private func yearReturn(_ year: Int) -> Report.Cell? {
    (0..<reports.years.rowCount).first { reports.years.cell($0, "to").day?.year == year }
      .map { reports.years.cell($0, "twr") }
  }

  private func heatCell(_ cell: Report.Cell?) -> Markup {
    guard let cell else { return "<td></td>" }
    guard let ratio = cell.drawn else { return "<td class=\"none\">–</td>" }
    let level = 1 + [0.01, 0.03, 0.06].count { $0 <= ratio.magnitude }
    let style = ratio == 0 ? "" : " class=\"\(ratio < 0 ? "o" : "u")\(level)\""
    return "<td\(raw: style)>\(number(cell, .percent))</td>"
  }
}
