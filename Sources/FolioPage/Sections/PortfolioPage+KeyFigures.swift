import Folio

extension PortfolioPage {
  /// The five figures that most readers look for.
  var keyFigures: Section {
    var section = Section("figures", "Key figures")
    let profit = reports.profit
    let last = lastYear
    let year = reports.years.cell(last, "to").day.map { "\($0.year)" } ?? ""
    section.markup.add("<ul class=\"keys\">\n")
    add(
      "Value", "end_value", visible("end_value", in: profit), to: &section.markup,
      [("Put in", visible("net_contributions", in: profit), .amount)])
    add(
      "Profit", "profit", visible("profit", in: profit), to: &section.markup,
      [
        ("Realized", visible("realized_gain", in: profit), .amount),
        ("Unrealized", visible("unrealized_gain", in: profit), .amount),
      ])
    add(
      "Time-weighted return", "twr", reports.performance.cell(0, "twr"), .percent,
      to: &section.markup,
      [
        ("A year", reports.performance.cell(0, "twr_annualized"), .percent, ""),
        (year, reports.years.cell(last, "twr"), .percent, ""),
      ])
    add(
      "Money-weighted return", "xirr", reports.performance.cell(0, "xirr"), .percent,
      to: &section.markup,
      [(year, reports.years.cell(last, "xirr"), .percent, "")])
    add(
      "Income after tax withheld", "net_base", visible("net_base", in: reports.incomeByYear),
      to: &section.markup,
      [("Tax withheld", visible("tax_withheld_base", in: reports.incomeByYear), .amount)])
    section.markup.add("</ul>\n")
    return section.ended()
  }

  /// The row of the last year. A year that has hardly begun says little.
  private var lastYear: Int {
    let last = reports.years.rowCount - 1
    guard last > 0, let from = reports.years.cell(last, "from").day,
      let to = reports.years.cell(last, "to").day, from.days(until: to) < 28
    else { return last }
    return last - 1
  }

  /// The total of a column; its known part may be all that is visible.
  func visible(_ key: String, in report: Report) -> Report.Total? {
    report.totals.first { $0.key == key }
  }

  private func add(
    _ name: String, _ key: String, _ total: Report.Total?, to markup: inout Markup,
    _ more: [(String, Report.Total?, Report.Column.Kind)]
  ) {
    add(
      name, key, total?.visible ?? .null, .amount, mark: total.mark, to: &markup,
      more.map { ($0.0, $0.1?.visible ?? .null, $0.2, $0.1.mark) })
  }

  private func add(
    _ name: String, _ key: String, _ cell: Report.Cell, _ kind: Report.Column.Kind,
    mark: String = "", to markup: inout Markup,
    _ more: [(String, Report.Cell, Report.Column.Kind, mark: String)]
  ) {
    let id = Definitions.id("", key) ?? "definitions"
    markup.add("<li><span class=\"name\"><a href=\"#\(id)\">\(name)</a></span>\n<strong>")
    if cell == .null {
      markup.add("unknown")
    } else {
      markup.add(number(cell, kind))
      markup.add(mark)
      if kind == .amount { markup.add("<small>\(currencySuffix)</small>") }
    }
    markup.add("</strong>\n<p>")
    let known = more.filter { $0.1 != .null }
    for (index, (label, cell, kind, mark)) in known.enumerated() {
      markup.add("\(index == 0 ? "" : " · ")\(label) ")
      markup.add(number(cell, kind))
      markup.add(mark)
    }
    markup.add("</p></li>\n")
  }
}

extension Report.Total? {
  /// The mark of an amount that is only the known part of a total.
  fileprivate var mark: String { self?.isPartial == true ? "*" : "" }
}
