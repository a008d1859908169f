/// Renders an aligned table for people: headings, a rule, rows, totals, then warnings and notes.
/// Numbers are aligned at the decimal point and have thousands separators.
///
/// Amounts are rounded half-even to the minor unit; quantities and rates show all their digits. All
/// other formats are exact. Characters that could control the terminal are replaced.
enum TableRenderer {
  /// Rounded amounts may not add up to the rounded total.
  private static let roundingNote =
    "Amounts are rounded to the minor unit; totals sum the exact ones (--format csv)."

  static func render(
    _ report: Report, options: RenderingOptions, into sink: inout TextSink
  ) throws(SinkFailure) {
    try sink.append("\(options.bold(report.caption.forOneLine))\n\n")
    if !report.passages.isEmpty {
      try PassageText(options).append(report.passages, into: &sink)
      return try appendRemarks(of: report, shown: [], hidden: [], into: &sink)
    }
    let layout = TableLayout(of: report, width: options.width)
    var lines = TableLines(layout: layout, options: options)
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
    for chart in options.charts ? report.charts : [] {
      let lines = ChartText(options).lines(of: chart)
      if !lines.isEmpty { try sink.append("\n\(lines.joined(separator: "\n"))\n") }
    }
    try appendRemarks(
      of: report, shown: layout.shown, hidden: layout.hidden, hasRounded: lines.hasRounded,
      into: &sink)
  }

  private static func appendRemarks(
    of report: Report, shown: [Int], hidden: [String], hasRounded: Bool = false,
    into sink: inout TextSink
  ) throws(SinkFailure) {
    var hasRounded = hasRounded
    let other = report.otherTotals(besides: shown)
    if !other.isEmpty { try sink.append("\n") }
    for total in other {
      let value = TableField(total.value, in: total.column)
      hasRounded = hasRounded || value.hasRounded
      try sink.append("\(total.label.forOneLine): \(value.text)\(total.unit)\n")
    }
    var remarks = report.warnings.map(\.line) + report.notes
    if hasRounded { remarks.append(roundingNote) }
    if !hidden.isEmpty {
      let columns = hidden.reversed().joined(separator: ", ")
      remarks.append(
        "Not shown, the terminal is too narrow: \(columns). --format csv has every column.")
    }
    if !remarks.isEmpty { try sink.append("\n") }
    for remark in remarks { try sink.append("\(remark.forOneLine)\n") }
  }
}

/// Prints headings, rules and rows in a layout.
struct TableLines {
  var layout: TableLayout
  var options: RenderingOptions
  /// Pending spaces, written only before the next visible character, so that no line ends in
  /// spaces.
  private var blanks = 0
  private var field = TableField()
  /// Whether an amount was rounded so far.
  var hasRounded: Bool { field.hasRounded }

  init(layout: TableLayout, options: RenderingOptions) {
    self.layout = layout
    self.options = options
  }

  mutating func appendHeadings(to bytes: inout [UInt8]) {
    for index in layout.extents.indices {
      field.set(words: layout.extents[index].column.heading)
      appendField(in: index, isHeading: true, to: &bytes)
    }
    endLine(&bytes)
  }

  func appendRule(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: String(repeating: options.dash, count: layout.lineWidth).utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Prints a row of cells, one for each column of the layout.
  mutating func append(_ cells: [Report.Cell], of shown: [Int], to bytes: inout [UInt8]) {
    for index in shown.indices {
      field.set(cells.cell(shown[index]), layout.extents[index].style)
      appendField(in: index, isHeading: false, to: &bytes)
    }
    endLine(&bytes)
  }

  /// Prints the current field in a column.
  private mutating func appendField(in index: Int, isHeading: Bool, to bytes: inout [UInt8]) {
    let isLeft = layout.extents[index].isLeftAligned
    let room = layout.extents[index].width
    if isLeft { field.shorten(to: room, ellipsis: options.ellipsis) }
    let spare = max(room - field.width, 0)
    let after = isLeft ? spare : field.fraction.map { layout.extents[index].fraction - $0 } ?? 0
    blanks += spare - after
    if !field.isEmpty {
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: blanks))
      blanks = 0
      if isHeading {
        bytes.append(contentsOf: options.bold(field.text).utf8)
      } else if field.isNegative && options.color {
        bytes.append(contentsOf: options.red(field.text).utf8)
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
