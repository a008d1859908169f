extension PortfolioPage {
  /// Realized gains: sums by year and term, then every disposal.
  var gainsSection: Section {
    let (gains, sums) = (reports.gains, gainSums)
    return Section("gains", "Realized gains") {
      """
      <p>Gains are measured from cost. Sums of the rows below, by the year of the \
      disposal\(gains.column("term") == nil ? "" : " and by term").</p>

      """
      table(sums, sums.columns.map(\.key), label: "Realized gains by year")
      if gains.rowCount > 0 {
        taxFormTotals
        Markup.folded("Table: every disposal") {
          table(
            gains,
            ("group_id symbol acquired disposed quantity proceeds cost_basis gain currency "
              + "rule").words, label: "Disposals in the currency of the trade")
          table(
            gains,
            ("symbol acquired disposed proceeds_base cost_basis_base gain_base price_effect_base "
              + "fx_effect_base").words + taxKeys, label: "Disposals in the base currency")
        }
      }
    }
  }

  /// The columns about taxes that the report shows.
  private var taxKeys: [String] {
    "term disallowed taxable_gain disallowed_to".words.filter { key in
      reports.gains.columns.contains { $0.key == key && $0.isInTable }
    }
  }

  /// The gains summed by the year of the disposal and by term.
  private var gainSums: Report {
    let gains = reports.gains
    let hasTerms = taxKeys.contains("term")
    let summed =
      "proceeds_base cost_basis_base gain_base price_effect_base fx_effect_base".words
      + taxKeys.filter { ["disallowed", "taxable_gain"].contains($0) }
    let indices = summed.compactMap(gains.column)
    let columns = indices.map { gains.columns[$0] }
    let (disposed, term) = (gains.column("disposed"), hasTerms ? gains.column("term") : nil)
    var rows: [(label: [String], sums: [Report.Cell])] = []
    var known: [[String]: Int] = [:]
    for index in 0..<gains.rowCount {
      // The cells of a row are made each time that it is asked for.
      let all = gains.row(index)
      let year = disposed.flatMap { all.cell($0).day }.map { "\($0.year)" } ?? ""
      let label = [year] + (term.map { [all.cell($0).text ?? "not stated"] } ?? [])
      let cells = indices.map { all.cell($0) }
      if let row = known[label] {
        rows[row].sums = zip(rows[row].sums, cells).map { $0.adding($1) }
      } else {
        known[label] = rows.count
        rows.append((label, cells))
      }
    }
    rows.sort { $0.label.lexicographicallyPrecedes($1.label) }
    let labels =
      [Report.Column("year", "Year", .text)] + (hasTerms ? [.init("term", "Term", .text)] : [])
    var report = Report(
      name: "gains", title: gains.title, columns: labels + columns,
      rows: rows.map { $0.label.map { .text($0) } + $0.sums })
    report.totals = gains.totals
    return report
  }

  /// Income by month, by payer and by year.
  var incomeSection: Section {
    let chart = BarChart(bars: lastMonths, unit: unit)
    let figure = Figure(
      "income-chart", title: "Income after tax withheld, the last twelve months\(suffixInBrackets)",
      description: "A bar for each month."
    ) { chart.drawing(width: $0, height: 220) }
    let base = "gross_base tax_withheld_base net_base"
    let own = "currency gross tax_withheld net"
    let yields = "yield_on_cost yield_on_value"
    return Section("income", "Income") {
      if reports.income.rowCount > 0 { element(of: figure, on: reports.income) }
      Markup.folded("Table: income by month") {
        table(
          reports.incomeByMonth, "month items \(base)".words, label: "Income by month",
          flags: "--by month")
      }
      Markup.heading("By year")
      table(
        reports.incomeByYear, "year items \(base) \(yields)".words, label: "Income by year",
        flags: "--by year")
      Markup.heading("By payer")
      table(
        reports.incomeBySymbol, "symbol items \(own) \(base) \(yields)".words,
        label: "Income by payer", flags: "--by symbol")
      Markup.folded("Table: every payment") {
        table(
          reports.income, "date symbol kind \(own) \(base)".words,
          label: "Every payment of income")
      }
    }
  }

  /// The twelve months that end with the period. A month without income has a bar of no length.
  private var lastMonths: [BarChart.Bar] {
    guard let to = head.to else { return [] }
    let report = reports.incomeByMonth
    let rows = (0..<report.rowCount).compactMap { index in
      report.cell(index, "month").text.map { ($0, index) }
    }
    let known = Dictionary(rows, uniquingKeysWith: { first, _ in first })
    return (0..<12).reversed().compactMap { back in
      guard let start = try? Day(year: to.year, month: to.month, day: 1),
        let day = start.adding(months: -back)
      else { return nil }
      let label = day.month == 1 || back == 11 ? "\(Day.monthName(day.month)) \(day.year)" : ""
      let name = label.isEmpty ? Day.monthName(day.month) : label
      let cell = known[String(day.description.prefix(7))].map { report.cell($0, "net_base") }
      guard let cell else { return BarChart.Bar(label: name, value: 0, text: "") }
      return BarChart.Bar(label: name, value: cell.drawn, text: text(cell))
    }
  }
}
