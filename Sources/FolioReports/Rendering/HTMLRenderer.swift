/// Renders a complete HTML page for light and dark mode. It has the columns of the terminal table,
/// exact amounts, right-aligned numbers and red negative numbers. All text is escaped.
enum HTMLRenderer {
  static func render(_ report: Report, into sink: inout TextSink) throws(SinkFailure) {
    let shown = report.tableColumns
    try appendHead(of: report, columns: shown.map { report.columns[$0] }, into: &sink)
    for index in 0..<report.rowCount {
      let cells = report.row(index)
      sink.buffer.append(contentsOf: "<tr>".utf8)
      for column in shown {
        append(cells.cell(column), in: report.columns[column], to: &sink.buffer)
      }
      try sink.append("</tr>\n")
    }
    try sink.append("</tbody>\n")
    if let totals = report.totalsRow(for: shown) {
      try sink.append("<tfoot>\n<tr>")
      for (cell, column) in zip(totals, shown) {
        append(cell, in: report.columns[column], to: &sink.buffer)
      }
      try sink.append("</tr>\n</tfoot>\n")
    }
    try sink.append("</table>\n")
    try appendLines(of: report, besides: shown, into: &sink)
    try sink.append("</body>\n</html>\n")
  }

  private static let style = """
    <style>
    :root { color-scheme: light dark; }
    body { font: 16px/1.4 system-ui, sans-serif; margin: 2rem; }
    h1 { font-size: 1.3rem; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { padding: .25rem .75rem; text-align: left; vertical-align: top; }
    td { border-top: 1px solid #8884; white-space: pre-line; }
    thead th { border-bottom: 2px solid #8888; }
    tfoot td { border-top: 2px solid #8888; font-weight: bold; }
    .n { text-align: right; white-space: nowrap; }
    .neg { color: #b00020; }
    .warning { color: #8a5a00; }
    @media (prefers-color-scheme: dark) {
    .neg { color: #ff8a80; }
    .warning { color: #ffcc66; }
    }
    </style>

    """

  private static func appendHead(
    of report: Report, columns: [Report.Column], into sink: inout TextSink
  ) throws(SinkFailure) {
    try sink.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    try sink.append("<meta name=\"viewport\" content=\"width=device-width\">\n")
    try append(report.caption, in: "<title>", "</title>\n", into: &sink)
    try append(report.caption, in: "\(style)</head>\n<body>\n<h1>", "</h1>\n", into: &sink)
    try sink.append("<table>\n<thead>\n<tr>")
    for column in columns {
      let alignment = column.kind.isLeftAligned ? "" : " class=\"n\""
      try append(column.heading, in: "<th scope=\"col\"\(alignment)>", "</th>", into: &sink)
    }
    try sink.append("</tr>\n</thead>\n<tbody>\n")
  }

  private static func append(
    _ cell: Report.Cell, in column: Report.Column, to bytes: inout [UInt8]
  ) {
    switch (column.kind.isLeftAligned, cell.isNegative) {
    case (true, _): bytes.append(contentsOf: "<td>".utf8)
    case (false, false): bytes.append(contentsOf: "<td class=\"n\">".utf8)
    case (false, true): bytes.append(contentsOf: "<td class=\"n neg\">".utf8)
    }
    if case .text(let text) = cell {
      appendEscaped(text, to: &bytes)
    } else {
      CellText.appendForPage(cell, column.style, to: &bytes)
    }
    bytes.append(contentsOf: "</td>".utf8)
  }

  private static func appendLines(
    of report: Report, besides shown: [Int], into sink: inout TextSink
  ) throws(SinkFailure) {
    for total in report.otherTotals(besides: shown) {
      try append(total.pageLine, in: "<p>", "</p>\n", into: &sink)
    }
    for warning in report.warnings {
      try append(warning.line, in: "<p class=\"warning\">", "</p>\n", into: &sink)
    }
    for note in report.notes { try append(note, in: "<p>", "</p>\n", into: &sink) }
  }

  private static func append(
    _ text: String, in start: String, _ end: String, into sink: inout TextSink
  ) throws(SinkFailure) {
    try sink.append(start)
    appendEscaped(text, to: &sink.buffer)
    try sink.append(end)
  }

  /// Escapes HTML markup, and replaces control characters that HTML forbids with U+FFFD.
  private static func appendEscaped(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "'"): bytes.append(contentsOf: "&#39;".utf8)
      case 0x09, 0x0A, 0x0D, 0x20..<0x7F, 0x80...: bytes.append(byte)
      default: bytes.append(contentsOf: "\u{FFFD}".utf8)
      }
    }
  }
}
