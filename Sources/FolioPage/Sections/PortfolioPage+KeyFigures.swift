extension PortfolioPage {
  /// The five figures that most readers look for.
  var keyFigures: Section {
    let last = lastYear
    let year = reports.years.cell(last, "to").day.map { "\($0.year)" } ?? ""
    let (profit, performance) = (reports.profit, reports.performance)
    let (years, income) = (reports.years, reports.incomeByYear)
    return Section("figures", "Key figures") {
      "<ul class=\"keys\">\n"
      item(of("Value", "end_value", in: profit), [of("Put in", "net_contributions", in: profit)])
      item(
        of("Profit", "profit", in: profit).withoutKnownPart,
        [
          of("Realized in period", "period_realized", in: profit),
          of("Unrealized in period", "period_unrealized", in: profit),
        ])
      item(
        ratio("Time-weighted return", "twr", performance, 0),
        [ratio("A year", "twr_annualized", performance, 0), ratio(year, "twr", years, last)])
      item(
        ratio("Money-weighted return", "xirr", performance, 0), [ratio(year, "xirr", years, last)])
      item(
        of("Income after tax withheld", "net_base", in: income),
        [of("Tax withheld", "tax_withheld_base", in: income)])
      "</ul>\n"
      if [profit, income].contains(where: { $0.totals.contains { $0.value == .null } }) {
        explanation(of: "Some figures are unknown")
      }
    }
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
    let style = Self.style(ofLength: text(figure.cell, figure.kind).utf8.count)
    let part = figure.known.map {
      KeyFigure(name: "Known part", key: figure.key, cell: $0, kind: .amount)
    }
    let others = [part].compactMap { $0 } + more.filter { $0.cell != .null || $0.known != nil }
    return Markup {
      "<li><span class=\"name\">\(link(figure))</span>\n<strong\(raw: style)>"
      if figure.cell == .null {
        "unknown"
      } else {
        breakable(number(figure.cell, figure.kind))
        if figure.kind == .amount { "<small>\(currencySuffix)</small>" }
      }
      "</strong>\n<p>"
      for (index, other) in others.enumerated() {
        "\(index == 0 ? "" : " · ")\(link(other)) \(numberOrUnknown(other.cell, other.kind))"
        if let known = other.known { ", known part \(number(known))" }
      }
      "</p></li>\n"
    }
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
    // The exact value in the attributes has no commas.
    let parts = number.bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    return Markup.written { $0 += parts.joined(separator: Array(",<wbr>".utf8)) }
  }

  private func link(_ figure: KeyFigure) -> Markup {
    "<a href=\"#\(Definitions.id("", figure.key) ?? "definitions")\">\(figure.name)</a>"
  }
}
