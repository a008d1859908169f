/// Aligned columns for people: decimal points under each other, thousands separated, headings, a
/// rule, totals, then warnings and notes.
///
/// Amounts are shown rounded half-even to the minor unit, quantities and rates with the digits that
/// they have; every other format is exact. Text that could steer the terminal is made harmless.
enum TableRenderer {
  static func render(
    _ report: Report, options: RenderingOptions, into sink: inout TextSink
  ) throws(SinkFailure) {
    if !report.passages.isEmpty { return try renderPassages(of: report, options, into: &sink) }
    let layout = TableLayout(of: report, width: options.width)
    var lines = TableLines(layout: layout, options: options)
    try sink.append("\(lines.bold(report.caption.forOneLine))\n\n")
    lines.appendHeadings(to: &sink.buffer)
    lines.appendRule(to: &sink.buffer)
    for row in 0..<report.rowCount {
      lines.append(report.row(row), of: layout.shown, to: &sink.buffer)
      try sink.drainIfFull()
    }
    if report.rowCount == 0 { try sink.append("Nothing to show.\n") }
    if let totals = report.totalsRow(for: layout.shown) {
      lines.appendRule(to: &sink.buffer)
      lines.append(totals, of: Array(totals.indices), to: &sink.buffer)
    }
    if options.charts { try appendCharts(of: report, options, into: &sink) }
    try appendRemarks(of: report, layout: layout, into: &sink)
  }

  private static func appendCharts(
    of report: Report, _ options: RenderingOptions, into sink: inout TextSink
  ) throws(SinkFailure) {
    let text = ChartText(options)
    for chart in report.charts {
      let lines = text.lines(of: chart)
      if !lines.isEmpty { try sink.append("\n\(lines.joined(separator: "\n"))\n") }
    }
  }

  private static func renderPassages(
    of report: Report, _ options: RenderingOptions, into sink: inout TextSink
  ) throws(SinkFailure) {
    let layout = TableLayout(of: Report(name: "", title: "", columns: [], rows: []), width: nil)
    let lines = TableLines(layout: layout, options: options)
    try sink.append("\(lines.bold(report.caption.forOneLine))\n\n")
    try PassageText(options).append(report.passages, into: &sink)
    try appendRemarks(of: report, layout: layout, into: &sink)
  }

  private static func appendRemarks(
    of report: Report, layout: TableLayout, into sink: inout TextSink
  ) throws(SinkFailure) {
    let other = report.otherTotals(besides: layout.shown)
    if !other.isEmpty { try sink.append("\n") }
    for total in other {
      let value = TableField(total.value, in: total.column).text
      try sink.append("\(total.label.forOneLine): \(value)\(total.unit)\n")
    }
    var remarks = report.warnings.map(\.line) + report.notes
    if let hint = hint(onHidden: layout.hidden) { remarks.append(hint) }
    if !remarks.isEmpty { try sink.append("\n") }
    for remark in remarks { try sink.append("\(remark.forOneLine)\n") }
  }

  private static func hint(onHidden headings: [String]) -> String? {
    if headings.isEmpty { return nil }
    let columns = headings.reversed().joined(separator: ", ")
    return "Not shown, the terminal is too narrow: \(columns). --format csv has every column."
  }
}

/// Prints lines of one layout: the headings, the rules and the rows.
struct TableLines {
  var layout: TableLayout
  var options: RenderingOptions
  /// Blanks that are due before the next visible character, so that no line ends in any.
  private var blanks = 0
  private var field = TableField()

  init(layout: TableLayout, options: RenderingOptions) {
    self.layout = layout
    self.options = options
  }

  private var ellipsis: String { options.isTerminal ? "…" : "..." }

  func bold(_ text: String) -> String { options.color ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  private func red(_ text: String) -> String { "\u{1B}[31m\(text)\u{1B}[0m" }

  mutating func appendHeadings(to bytes: inout [UInt8]) {
    for index in layout.extents.indices {
      field.set(words: layout.extents[index].column.heading)
      appendField(in: index, isHeading: true, to: &bytes)
    }
    endLine(&bytes)
  }

  func appendRule(to bytes: inout [UInt8]) {
    let dash = options.isTerminal ? "─" : "-"
    bytes.append(contentsOf: String(repeating: dash, count: layout.lineWidth).utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Prints some cells, one for each column of the layout.
  mutating func append(_ cells: [Report.Cell], of shown: [Int], to bytes: inout [UInt8]) {
    for index in shown.indices {
      field.set(cells.cell(shown[index]), layout.extents[index].style)
      appendField(in: index, isHeading: false, to: &bytes)
    }
    endLine(&bytes)
  }

  /// Prints the field in a column.
  private mutating func appendField(in index: Int, isHeading: Bool, to bytes: inout [UInt8]) {
    let isLeft = layout.extents[index].isLeftAligned
    let room = layout.extents[index].width
    if isLeft { field.shorten(to: room, ellipsis: ellipsis) }
    let spare = max(room - field.width, 0)
    let after = isLeft ? spare : field.fraction.map { layout.extents[index].fraction - $0 } ?? 0
    blanks += spare - after
    if !field.isEmpty {
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: blanks))
      blanks = 0
      if isHeading {
        bytes.append(contentsOf: bold(field.text).utf8)
      } else if field.isNegative && options.color {
        bytes.append(contentsOf: red(field.text).utf8)
      } else {
        field.append(to: &bytes)
      }
    }
    blanks += after + TableLayout.gap
  }

  private mutating func endLine(_ bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\n"))
    blanks = 0
  }
}
