extension PortfolioPage {
  /// The totals of the tax form by tax year, and by part of the form if it has parts. Each is a sum
  /// of rounded rows, as the form has them.
  @MarkupBuilder var taxFormTotals: Markup {
    let sums = taxFormSums
    for warning in reports.taxForm.warnings { Markup.warning(warning.message) }
    if sums.rowCount > 0 {
      Markup.heading("Totals of the tax form")
      Markup.remark(reports.taxForm.title + ", by tax year.")
      table(sums, sums.columns.map(\.key), label: "Totals of the tax form", hasTotals: false)
    }
  }

  /// The rows of the form, summed by year and part.
  private var taxFormSums: Report {
    let form = reports.taxForm
    let hasParts = form.column("part") != nil
    let isSplit = form.column("tax_year") != nil
    let columns = form.columns.filter { column in
      column.key != "gain_or_loss" && form.totals.contains { $0.key == column.key }
        || ["proceeds", "disposal_costs", "allowable_cost"].contains(column.key)
    }
    let result = form.columns.filter { $0.key == "gain_or_loss" }
    var sums: [[String]: [Report.Cell]] = [:]
    for index in 0..<form.rowCount {
      // The cells of a row are made each time that it is asked for.
      let row = form.row(index)
      func cell(_ key: String) -> Report.Cell { form.column(key).map { row.cell($0) } ?? .null }
      let gain = cell("gain_or_loss")
      // The form leaves an adjustment of nothing blank.
      var cells = columns.map { column in
        let given = cell(column.key)
        return given == .null && Self.blankKeys.contains(column.key) ? gain.zero : given
      }
      if isSplit {
        let isLoss = gain.exact?.isNegative == true
        cells += [isLoss ? gain.zero : gain, isLoss ? gain : gain.zero]
      }
      cells += result.isEmpty ? [] : [gain]
      let label = [taxYear(cell)] + (hasParts ? [part(cell("part"))] : [])
      sums[label] = sums[label].map { zip($0, cells).map { $0.adding($1) } } ?? cells
    }
    let labels =
      [Report.Column("tax_year", "Tax year", .text)]
      + (hasParts ? [.init("part", "Part", .text)] : [])
    let split: [Report.Column] =
      isSplit ? [.init("gains", "Gains", .amount), .init("losses", "Losses", .amount)] : []
    let rows = sums.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    return Report(
      name: form.name, title: form.title, columns: labels + columns + split + result,
      rows: rows.map { label, cells in label.map { .text($0) } + cells })
  }

  private static let blankKeys = ["adjustment", "superficial_loss"]

  private func taxYear(_ cell: (String) -> Report.Cell) -> String {
    if let year = cell("tax_year").text { return year }
    let day = cell("date_sold").day ?? cell("date").day
    return day.map { "\($0.year)" } ?? "unknown"
  }

  private func part(_ cell: Report.Cell) -> String {
    switch cell.text {
    case "I": "I, short term"
    case "II": "II, long term"
    case let part: part ?? "not stated"
    }
  }
}

extension Report.Cell {
  /// Zero of the same kind; null for what is no number.
  fileprivate var zero: Report.Cell {
    switch self {
    case .number(_, let places): .number(.zero, places: places)
    case .money(_, let currency): .money(.zero, currency)
    case .integer: .integer(0)
    case .text, .day, .null: .null
    }
  }
}
