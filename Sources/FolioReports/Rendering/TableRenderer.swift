/// Renders an aligned table for people: headings, a rule, rows, totals, then warnings and notes.
/// Numbers are aligned at the decimal point and have thousands separators.
///
/// Amounts are rounded half-even to the minor unit; quantities and rates show all their digits.
/// Characters that could control the terminal are replaced.
enum TableRenderer {
  static func render(
    _ report: Report, options: RenderingOptions, into sink: inout TextSink
  ) throws(SinkFailure) {
    let caption = TextWrap.paragraph(report.caption.forOneLine, width: options.width)
    try sink.append("\(options.bold(caption))\n\n")
    if !report.passages.isEmpty {
      try PassageText(options).append(report.passages, into: &sink)
      return try appendRemarks(of: report, options, into: &sink)
    }
    let report = report.withKeptRows
    let layout = TableLayout(of: report, width: options.width)
    var lines = TableLines(layout: layout, options: options)
    lines.appendHeadings(to: &sink.buffer)
    lines.appendRule(to: &sink.buffer)
    for row in 0..<report.rowCount {
      lines.append(report.row(row), of: layout.shown, to: &sink.buffer)
      try sink.drainIfFull()
    }
    if report.rowCount == 0 { try sink.append("\(report.wordsWithoutRows)\n") }
    if let totals = report.totalsRow(for: layout.shown) {
      lines.appendRule(to: &sink.buffer)
      lines.append(totals, to: &sink.buffer)
    }
    for chart in options.charts ? report.charts : [] {
      let lines = ChartText(options).lines(of: chart)
      if !lines.isEmpty { try sink.append("\n\(lines.joined(separator: "\n"))\n") }
    }
    try appendRemarks(
      of: report, options, layout, hasRounded: lines.hasRounded, into: &sink)
  }

  private static func appendRemarks(
    of report: Report, _ options: RenderingOptions, _ layout: TableLayout? = nil,
    hasRounded: Bool = false, into sink: inout TextSink
  ) throws(SinkFailure) {
    func append(_ line: String) throws(SinkFailure) {
      try sink.append(TextWrap.paragraph(line.forOneLine, width: options.width) + "\n")
    }
    let other = report.otherTotals(besides: layout?.shown ?? [])
    if !other.isEmpty { try sink.append("\n") }
    for total in other { try append(total.tableLine) }
    var remarks = report.remarks
    if hasRounded || other.contains(where: \.isRounded) { remarks.append(TableField.roundingNote) }
    if let hidden = layout?.hidden, !hidden.isEmpty {
      let columns = hidden.reversed().joined(separator: ", ")
      remarks.append(
        "Not shown, the terminal is too narrow: \(columns). --format csv has every column.")
    }
    if !remarks.isEmpty { try sink.append("\n") }
    for remark in remarks { try append(remark) }
  }
}

extension Report {
  /// The same report with its rows in memory, unless there are many. A table measures its rows
  /// before it prints them.
  fileprivate var withKeptRows: Report {
    if rowCount > 10_000 { return self }
    var report = self
    report.row = { [rows = (0..<rowCount).map(row)] in rows[$0] }
    return report
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
  /// The further lines of texts in the current row, by column.
  private var wrapped: [Int: [String]] = [:]

  init(layout: TableLayout, options: RenderingOptions) {
    self.layout = layout
    self.options = options
  }

  mutating func appendHeadings(to bytes: inout [UInt8]) {
    for index in layout.extents.indices {
      field.set(words: layout.extents[index].column.heading)
      wrapField(in: index)
      appendField(in: index, isHeading: true, to: &bytes)
    }
    endLine(&bytes)
    appendWrapped(areHeadings: true, to: &bytes)
  }

  func appendRule(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: String(repeating: options.dash, count: layout.lineWidth).utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Prints a row of cells, one for each column of the layout.
  mutating func append(_ cells: [Report.Cell], of shown: [Int], to bytes: inout [UInt8]) {
    for index in shown.indices {
      field.set(cells.cell(shown[index]), layout.extents[index].style)
      if layout.extents[index].isLeftAligned { wrapField(in: index) }
      appendField(in: index, isHeading: false, to: &bytes)
    }
    endLine(&bytes)
    if !wrapped.isEmpty { appendWrapped(areHeadings: false, to: &bytes) }
  }

  /// Breaks the current text into lines if the column is too narrow for it. The field keeps the
  /// first line.
  private mutating func wrapField(in index: Int) {
    let room = layout.extents[index].width
    if field.width <= room { return }
    let lines = TextWrap.lines(of: field.text, width: room, indent: TableLayout.indent(of: index))
    field.set(words: lines.first ?? "")
    wrapped[index] = Array(lines.dropFirst())
  }

  /// Prints the further lines of the texts in a row.
  private mutating func appendWrapped(areHeadings: Bool, to bytes: inout [UInt8]) {
    for line in 0..<(wrapped.values.map(\.count).max() ?? 0) {
      for index in layout.extents.indices {
        let lines = wrapped[index] ?? []
        field.set(words: line < lines.count ? lines[line] : "")
        appendField(in: index, isHeading: areHeadings, to: &bytes)
      }
      endLine(&bytes)
    }
    wrapped.removeAll(keepingCapacity: true)
  }

  /// Prints the row of totals.
  mutating func append(_ totals: [Report.TotalCell], to bytes: inout [UInt8]) {
    for (index, total) in totals.enumerated() {
      field.set(total.cell, layout.extents[index].style, isPartial: total.isPartial)
      appendField(in: index, isHeading: false, to: &bytes)
    }
    endLine(&bytes)
  }

  /// Prints the current field in a column.
  private mutating func appendField(in index: Int, isHeading: Bool, to bytes: inout [UInt8]) {
    let isLeft = layout.extents[index].isLeftAligned
    let room = layout.extents[index].width
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
