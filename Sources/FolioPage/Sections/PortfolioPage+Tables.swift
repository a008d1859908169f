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
    let columns = keys.compactMap { report.column($0) }
    if report.rowCount == 0 || columns.isEmpty { return .remark(report.wordsWithoutRows) }
    var table = HTMLTable(of: report, columns: columns) { Definitions.id(report.name, $0) }
    let count = min(report.rowCount, Self.mostRows)
    let isPartial = source.totals.contains { $0.isPartial && keys.contains($0.key) }
    return Markup {
      Markup.wide(label, "tool") {
        Markup.written { table.appendHead(to: &$0) }
        "<tbody>\n"
        Markup.written { bytes in for index in 0..<count { table.appendRow(index, to: &bytes) } }
        "</tbody>\n"
        if hasTotals { Markup.written { table.appendTotals(to: &$0) } }
      }
      if hasTotals, isPartial { Self.noteOnPartialTotals }
      if count < report.rowCount {
        let all = DrawnNumber.text(Double(report.rowCount), places: 0)
        Markup.remark("The first 1,000 of \(all) rows; the command below gives all.")
      }
      if hasCommand { command(report.name, flags) }
    }
  }

  /// Returns the command that gives a report.
  func command(_ report: String, _ flags: String = "") -> Markup {
    let line = request.command.line(report, flags, isRedacted: request.isRedacted)
    return "<p class=\"how\">How: <code>\(line)</code></p>\n"
  }

  /// Returns a number as the report shows it, with its exact value; a dash if there is none.
  func number(_ cell: Report.Cell, _ kind: Report.Column.Kind = .amount) -> Markup {
    let number = HTMLNumber(cell, in: Report.Column("", "", kindOf(cell, kind)))
    return Markup.written { number.append(to: &$0) }
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
