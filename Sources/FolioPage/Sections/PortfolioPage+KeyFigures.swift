extension PortfolioPage {
  /// The five figures that most readers look for.
  var keyFigures: Section {
    var section = Section("figures", "Key figures")
    let profit = reports.profit
    let last = lastYear
    let year = reports.years.cell(last, "to").day.map { "\($0.year)" } ?? ""
    section.markup.add("<ul class=\"keys\">\n")
    let (performance, years, income) = (reports.performance, reports.years, reports.incomeByYear)
    section.markup.add(
      item(of("Value", "end_value", in: profit), [of("Put in", "net_contributions", in: profit)]))
    section.markup.add(
      item(
        of("Profit", "profit", in: profit).withoutKnownPart,
        [
          of("Realized in period", "period_realized", in: profit),
          of("Unrealized in period", "period_unrealized", in: profit),
        ]))
    section.markup.add(
      item(
        ratio("Time-weighted return", "twr", performance, 0),
        [ratio("A year", "twr_annualized", performance, 0), ratio(year, "twr", years, last)]))
    section.markup.add(
      item(
        ratio("Money-weighted return", "xirr", performance, 0), [ratio(year, "xirr", years, last)]))
    section.markup.add(
      item(
        of("Income after tax withheld", "net_base", in: income),
        [of("Tax withheld", "tax_withheld_base", in: income)]))
    section.markup.add("</ul>\n")
    if [profit, income].contains(where: { $0.totals.contains { $0.value == .null } }) {
      section.markup.add(explanation(of: "Some figures are unknown"))
    }
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

  /// The total of a column, of which only a part may be known.
  func totalOf(_ key: String, in report: Report) -> Report.Total? {
    report.totals.first { $0.key == key }
  }

  /// A figure with the name that links to its explanation.
  private struct KeyFigure {
    var name: String
    var key: String
    var cell: Report.Cell
    var kind: Report.Column.Kind
    /// The part of an unknown amount that is known.
    var known: Report.Cell?

    /// The known profit leaves out whole instruments, the known sources of the profit only some of
    /// their amounts. Both of them on one page would not add up.
    var withoutKnownPart: KeyFigure {
      var figure = self
      figure.known = nil
      return figure
    }
  }

  private func of(_ name: String, _ key: String, in report: Report) -> KeyFigure {
    let total = totalOf(key, in: report)
    return KeyFigure(
      name: name, key: key, cell: total?.value ?? .null, kind: .amount, known: total?.known)
  }

  private func ratio(_ name: String, _ key: String, _ report: Report, _ row: Int) -> KeyFigure {
    KeyFigure(name: name, key: key, cell: report.cell(row, key), kind: .percent)
  }

  /// A figure with those that belong to it.
  private func item(_ figure: KeyFigure, _ more: [KeyFigure]) -> Markup {
    var markup = Markup()
    let style = Self.style(ofLength: text(figure.cell, figure.kind).utf8.count)
    markup.add("<li><span class=\"name\">\(link(figure))</span>\n<strong\(style)>")
    if figure.cell == .null {
      markup.add("unknown")
    } else {
      markup.add(breakable(number(figure.cell, figure.kind)))
      if figure.kind == .amount { markup.add("<small>\(currencySuffix)</small>") }
    }
    markup.add("</strong>\n<p>")
    let part = figure.known.map {
      KeyFigure(name: "Known part", key: figure.key, cell: $0, kind: .amount)
    }
    let others = [part].compactMap { $0 } + more.filter { $0.cell != .null || $0.known != nil }
    for (index, other) in others.enumerated() {
      markup.add("\(index == 0 ? "" : " · ")\(link(other)) ")
      markup.add(numberOrUnknown(other.cell, other.kind))
      guard let known = other.known else { continue }
      markup.add(", known part ")
      markup.add(number(known))
    }
    markup.add("</p></li>\n")
    return markup
  }

  /// A long number has smaller digits.
  private static func style(ofLength count: Int) -> String {
    switch count {
    case ...14: ""
    case ...20: " class=\"long\""
    default: " class=\"longer\""
    }
  }

  /// A number that continues on the next line after a comma, if it is wider than the window.
  private func breakable(_ number: Markup) -> Markup {
    var markup = Markup()
    // The exact value in the attributes has no commas.
    for part in number.bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      if !markup.bytes.isEmpty { markup.add(",<wbr>") }
      markup.write { $0.append(contentsOf: part) }
    }
    return markup
  }

  private func link(_ figure: KeyFigure) -> String {
    "<a href=\"#\(Definitions.id("", figure.key) ?? "definitions")\">\(figure.name)</a>"
  }
}
