/// Renders a GitHub Markdown table with the columns and the numbers of the terminal table: rounded,
/// right-aligned, with thousands separators. Totals are bold. Other totals, warnings and notes
/// follow as a list.
enum MarkdownRenderer {
  static func render(_ report: Report, into sink: inout TextSink) throws(SinkFailure) {
    let shown = report.tableColumns
    try append(report.caption, after: "## ", before: "\n", into: &sink)
    if !report.passages.isEmpty {
      for passage in report.passages { try append(passage, into: &sink) }
      return try appendList(of: report, besides: shown, into: &sink)
    }
    var field = TableField()
    appendHead(shown.map { report.columns[$0] }, to: &sink.buffer)
    for index in 0..<report.rowCount {
      let cells = report.row(index)
      for column in shown {
        append(cells.cell(column), in: report.columns[column], by: &field, to: &sink.buffer)
      }
      try sink.append("|\n")
    }
    if let totals = report.totalsRow(for: shown) {
      for (total, column) in zip(totals, shown) {
        let end = total.cell == .text("") ? "" : total.isPartial ? "\\***" : "**"
        append(total.cell, in: report.columns[column], bold: end, by: &field, to: &sink.buffer)
      }
      try sink.append("|\n")
    }
    try appendList(of: report, besides: shown, hasRounded: field.hasRounded, into: &sink)
  }

  private static func append(
    _ passage: Report.Passage, into sink: inout TextSink
  ) throws(SinkFailure) {
    try append(passage.heading, after: "### ", into: &sink)
    try sink.append("\n")
    for (number, step) in passage.steps.enumerated() {
      try append(step.lead, after: "\(number + 1). **", before: "**", into: &sink)
      for text in step.paragraphs { try append(text, after: "   - ", into: &sink) }
    }
    if !passage.steps.isEmpty { try sink.append("\n") }
    for text in passage.closing { try append(text, after: "- ", into: &sink) }
    if !passage.closing.isEmpty { try sink.append("\n") }
  }

  private static func append(
    _ text: String, after start: String, before end: String = "", into sink: inout TextSink
  ) throws(SinkFailure) {
    sink.buffer.append(contentsOf: start.utf8)
    appendEscaped(text, to: &sink.buffer)
    try sink.append(end + "\n")
  }

  private static func appendHead(_ columns: [Report.Column], to bytes: inout [UInt8]) {
    var field = TableField()
    for column in columns {
      append(.text(column.heading), in: column, by: &field, to: &bytes)
    }
    bytes.append(contentsOf: "|\n".utf8)
    for column in columns {
      bytes.append(contentsOf: (column.kind.isLeftAligned ? "| --- " : "| ---: ").utf8)
    }
    bytes.append(contentsOf: "|\n".utf8)
  }

  private static func append(
    _ cell: Report.Cell, in column: Report.Column, bold end: String = "",
    by field: inout TableField, to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: (end.isEmpty ? "| " : "| **").utf8)
    if case .text(let text) = cell {
      appendEscaped(column.kind.words(text), to: &bytes)
    } else {
      field.set(cell, column.style)
      field.append(to: &bytes)
    }
    bytes.append(contentsOf: "\(end) ".utf8)
  }

  private static func appendList(
    of report: Report, besides shown: [Int], hasRounded: Bool = false, into sink: inout TextSink
  ) throws(SinkFailure) {
    let totals = report.otherTotals(besides: shown)
    var lines = totals.map(\.tableLine) + report.remarks
    if hasRounded || totals.contains(where: \.isRounded) { lines.append(TableField.roundingNote) }
    if !lines.isEmpty { try sink.append("\n") }
    for line in lines { try append(line, after: "- ", into: &sink) }
  }

  /// Escapes Markdown and HTML markup. A line break becomes `<br>`.
  private static func appendEscaped(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\n"): bytes.append(contentsOf: "<br>".utf8)
      case UInt8(ascii: "\r"), UInt8(ascii: "\t"): bytes.append(UInt8(ascii: " "))
      default:
        if markup.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(byte)
      }
    }
  }

  private static let markup = Array("|\\`*_[]~".utf8)
}
