import Folio

extension PortfolioPage {
  /// The totals of the tax form by tax year, and by part of the form if it has parts. Each is a sum
  /// of rounded rows, as the form has them.
  var taxFormTotals: Markup {
    var markup = Markup()
    let sums = taxFormSums
    if sums.rowCount == 0 { return markup }
    markup.add("h3", text: "Totals of the tax form")
    markup.add("p", " class=\"more\"", text: reports.taxForm.title + ", by tax year.")
    markup.add(
      table(
        TableView(
          report: sums, keys: sums.columns.map(\.key), label: "Totals of the tax form",
          hasTotals: false)))
    for note in reports.taxForm.notes where note.hasPrefix("The authority wants") {
      markup.add("p", " class=\"more\"", text: note)
    }
    return markup
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
      let gain = form.cell(index, "gain_or_loss")
      // The form leaves an adjustment of nothing blank.
      var cells = columns.map { column in
        let cell = form.cell(index, column.key)
        return cell == .null && Self.blankKeys.contains(column.key) ? gain.zero : cell
      }
      if isSplit {
        let isLoss = gain.exact?.isNegative == true
        cells += [isLoss ? gain.zero : gain, isLoss ? gain : gain.zero]
      }
      cells += result.isEmpty ? [] : [gain]
      let label = [taxYear(of: index)] + (hasParts ? [part(of: index)] : [])
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

  private func taxYear(of index: Int) -> String {
    let form = reports.taxForm
    if let year = form.cell(index, "tax_year").text { return year }
    let day = form.cell(index, "date_sold").day ?? form.cell(index, "date").day
    return day.map { "\($0.year)" } ?? "unknown"
  }

  private func part(of index: Int) -> String {
    switch reports.taxForm.cell(index, "part").text {
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
