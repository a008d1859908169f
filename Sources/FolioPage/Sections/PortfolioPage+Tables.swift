extension PortfolioPage {
  /// More rows would make the page slow. The command gives them all.
  private static let mostRows = 1_000

  /// Returns a table of a report with the command that reproduces it.
  /// - Parameters:
  ///   - keys: the keys of the columns. The report may lack some.
  ///   - label: the name of the table for screen readers.
  ///   - flags: the flags of the command, such as `--by year`.
  func table(
    _ source: Report, _ keys: [String], label: String, flags: String = "", hasTotals: Bool = true,
    hasCommand: Bool = true
  ) -> Markup {
    let report = source.withStandaloneHeadings
    var markup = Markup()
    let columns = keys.compactMap { report.column($0) }
    if report.rowCount == 0 || columns.isEmpty {
      markup.add("p", " class=\"more\"", text: report.wordsWithoutRows)
      return markup
    }
    var table = HTMLTable(of: report, columns: columns) { Definitions.id(report.name, $0) }
    markup.add("<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"")
    markup.add(text: label)
    markup.add("\">\n<table class=\"tool\">\n")
    markup.write { table.appendHead(to: &$0) }
    markup.add("<tbody>\n")
    let count = min(report.rowCount, Self.mostRows)
    for index in 0..<count { markup.write { table.appendRow(index, to: &$0) } }
    markup.add("</tbody>\n")
    if hasTotals { markup.write { table.appendTotals(to: &$0) } }
    markup.add("</table>\n</div>\n")
    let isPartial = source.totals.contains { $0.isPartial && keys.contains($0.key) }
    if hasTotals, isPartial { markup.add(Self.noteOnPartialTotals) }
    if count < report.rowCount {
      let all = DrawnNumber.text(Double(report.rowCount), places: 0)
      markup.add(
        "<p class=\"more\">The first 1,000 of \(all) rows; the command below gives all.</p>\n")
    }
    if hasCommand { markup.add(command(report.name, flags)) }
    return markup
  }

  /// Returns the command that gives a report.
  func command(_ report: String, _ flags: String = "") -> Markup {
    var markup = Markup()
    markup.add("<p class=\"how\">How: ")
    markup.add("<code>")
    markup.add(text: request.command.line(report, flags, isRedacted: request.isRedacted))
    markup.add("</code></p>\n")
    return markup
  }

  /// Returns something folded under a line that says what it is.
  func folded(_ summary: String, _ content: Markup) -> Markup {
    var markup = Markup()
    markup.add("<details>\n")
    markup.add("summary", text: summary)
    markup.add(content)
    markup.add("</details>\n")
    return markup
  }

  /// Returns a number as the report shows it, with its exact value; a dash if there is none.
  func number(_ cell: Report.Cell, _ kind: Report.Column.Kind = .amount) -> Markup {
    var markup = Markup()
    let number = HTMLNumber(cell, in: Report.Column("", "", kindOf(cell, kind)))
    markup.write { number.append(to: &$0) }
    return markup
  }

  /// Returns the text of a number as the report shows it.
  func text(_ cell: Report.Cell, _ kind: Report.Column.Kind = .amount) -> String {
    HTMLNumber(cell, in: Report.Column("", "", kindOf(cell, kind))).text
  }

  /// A redacted amount is a percentage.
  private func kindOf(_ cell: Report.Cell, _ kind: Report.Column.Kind) -> Report.Column.Kind {
    if kind == .amount, case .number = cell { return .percent }
    return kind
  }

  /// The unit of charts of amounts.
  var unit: AxisUnit { request.isRedacted ? .percent : .amount }

  /// The currency of amounts, after a blank; empty if the page has percentages alone.
  var currencySuffix: String {
    if request.isRedacted { return "" }
    return head.base.map { " \($0.code)" } ?? ""
  }
}
