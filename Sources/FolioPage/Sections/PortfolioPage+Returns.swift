extension PortfolioPage {
  /// Returns by year and month, and falls.
  var returnsSection: Section {
    var section = Section("returns", "Returns")
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
    section.markup.add(element(of: figure, on: reports.years))
    var years = reports.years
    // The whole period is the last row.
    years.totals = reports.performance.columns.compactMap { column in
      let cell = reports.performance.cell(0, column.key)
      return cell == .null ? nil : Report.Total(column.key, cell, kind: column.kind)
    }
    section.markup.add(
      table(
        years,
        [
          "from", "to", "twr", "twr_cumulative", "twr_annualized", "xirr", "twr_local", "fx_effect",
          "volatility",
        ] + benchmarkKeys, label: "Returns by year, and of the whole period", flags: "--by year")
    )
    section.markup.add(
      folded(
        "Table: values and money put in by year",
        table(
          years, ["from", "to", "start_value", "net_contributions", "end_value"],
          label: "Values by year, and of the whole period", flags: "--by year")))
    section.markup.add(growth)
    section.markup.add("h3", text: "By month")
    section.markup.add(heatMap)
    section.markup.add("h3", text: "Best and worst")
    section.markup.add(extremes)
    section.markup.add("h3", text: "Falls from a high")
    section.markup.add(falls(years))
    return section.ended()
  }

  /// The columns of the benchmark, if one is given.
  private var benchmarkKeys: [String] {
    ["benchmark_twr", "benchmark_xirr", "benchmark_end_value"].filter { key in
      reports.years.columns.contains { $0.key == key && $0.isInTable }
    }
  }

  // MARK: Months

  /// A row for each year and a column for each month. The words and signs suffice without colours.
  private var heatMap: Markup {
    var markup = Markup()
    let rows = monthsByYear
    if rows.isEmpty {
      markup.add("p", " class=\"more\"", text: reports.months.wordsWithoutRows)
      return markup
    }
    markup.add("<div class=\"wide\" role=\"region\" tabindex=\"0\" ")
    markup.add("aria-label=\"Time-weighted return by month\">\n<table class=\"heat\">\n<thead><tr>")
    markup.add("<th scope=\"col\">Year</th>")
    for month in 1...12 {
      markup.add("<th scope=\"col\"><a href=\"#d-twr\">\(Day.monthName(month))</a></th>")
    }
    markup.add("<th scope=\"col\"><a href=\"#d-twr\">Year</a></th></tr></thead>\n<tbody>\n")
    for (year, months) in rows {
      markup.add("<tr><th scope=\"row\">\(year)</th>")
      for month in 1...12 { markup.add(heatCell(months[month])) }
      markup.add(heatCell(yearReturn(year)))
      markup.add("</tr>\n")
    }
    markup.add("</tbody>\n</table>\n</div>\n")
    markup.add("<p class=\"more\">A dash is a month whose return is unknown, because a price or a ")
    markup.add("rate is missing.</p>\n")
    markup.add(command("performance", "--by month"))
    return markup
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

  private func heatCell(_ cell: Report.Cell?) -> String {
    guard let cell else { return "<td></td>" }
    guard let ratio = cell.drawn else { return "<td class=\"none\">–</td>" }
    let level = 1 + [0.01, 0.03, 0.06].count { $0 <= ratio.magnitude }
    let style = ratio == 0 ? "" : " class=\"\(ratio < 0 ? "o" : "u")\(level)\""
    let number = number(cell, .percent)
    return "<td\(style)>\(String(decoding: number.bytes, as: UTF8.self))</td>"
  }
}
