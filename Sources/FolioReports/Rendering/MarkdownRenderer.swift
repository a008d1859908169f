/// A table in GitHub's Markdown: the columns of the terminal's table, numbers right-aligned,
/// amounts exact, totals in bold, then the other totals, warnings and notes as a list.
enum MarkdownRenderer {
  static func render(
    _ report: Report, options: RenderingOptions, into sink: inout TextSink
  ) throws(SinkFailure) {
    let shown = report.tableColumns
    sink.buffer.append(contentsOf: "## ".utf8)
    appendEscaped(report.caption, to: &sink.buffer)
    sink.buffer.append(contentsOf: "\n\n".utf8)
    if !report.passages.isEmpty {
      for passage in report.passages { try append(passage, into: &sink) }
      return try appendList(of: report, besides: shown, into: &sink)
    }
    appendHead(shown.map { report.columns[$0] }, to: &sink.buffer)
    for index in 0..<report.rowCount {
      let cells = report.row(index)
      for column in shown {
        let cell = column < cells.count ? cells[column] : .null
        append(cell, in: report.columns[column], isBold: false, to: &sink.buffer)
      }
      try endRow(&sink)
    }
    try appendTotals(of: report, under: shown, into: &sink)
    try appendList(of: report, besides: shown, into: &sink)
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
    for column in columns {
      append(.text(column.heading), in: column, isBold: false, to: &bytes)
    }
    bytes.append(contentsOf: "|\n".utf8)
    for column in columns {
      bytes.append(contentsOf: (column.kind.isLeftAligned ? "| --- " : "| ---: ").utf8)
    }
    bytes.append(contentsOf: "|\n".utf8)
  }

  private static func endRow(_ sink: inout TextSink) throws(SinkFailure) {
    sink.buffer.append(contentsOf: "|\n".utf8)
    try sink.drainIfFull()
  }

  private static func append(
    _ cell: Report.Cell, in column: Report.Column, isBold: Bool, to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: (isBold ? "| **" : "| ").utf8)
    if case .text(let text) = cell {
      appendEscaped(text, to: &bytes)
    } else {
      CellText.appendForPage(cell, column.style, to: &bytes)
    }
    bytes.append(contentsOf: (isBold ? "** " : " ").utf8)
  }

  private static func appendTotals(
    of report: Report, under shown: [Int], into sink: inout TextSink
  ) throws(SinkFailure) {
    guard let totals = report.totalsRow(for: shown) else { return }
    for (cell, column) in zip(totals, shown) {
      let isBold = cell != .text("")
      append(cell, in: report.columns[column], isBold: isBold, to: &sink.buffer)
    }
    try endRow(&sink)
  }

  private static func appendList(
    of report: Report, besides shown: [Int], into sink: inout TextSink
  ) throws(SinkFailure) {
    var lines = report.otherTotals(besides: shown).map(\.pageLine)
    lines += report.warnings.map(\.line) + report.notes
    if !lines.isEmpty { sink.buffer.append(UInt8(ascii: "\n")) }
    for line in lines {
      sink.buffer.append(contentsOf: "- ".utf8)
      appendEscaped(line, to: &sink.buffer)
      sink.buffer.append(UInt8(ascii: "\n"))
      try sink.drainIfFull()
    }
  }

  /// Escapes what Markdown would read as markup, HTML included; a line break becomes `<br>`.
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
