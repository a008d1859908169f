/// Renders a complete HTML page for light and dark mode, and for printing. It has the columns of
/// the terminal table, right-aligned numbers and red negative numbers.
///
/// Numbers are rounded as in the table, with thousands separators. The title of a rounded number is
/// its exact value. Numbers and dates stay on one line, texts wrap, and a table that is wider than
/// the window scrolls. All text is escaped.
enum HTMLRenderer {
  private static let roundingNote =
    "Amounts are rounded to the minor unit; totals sum the exact ones. Point at a number for its "
    + "exact value."

  static func render(_ report: Report, into sink: inout TextSink) throws(SinkFailure) {
    let shown = report.tableColumns
    try appendHead(of: report, columns: shown.map { report.columns[$0] }, into: &sink)
    var hasRounded = false
    for index in 0..<report.rowCount {
      let cells = report.row(index)
      sink.buffer.append(contentsOf: "<tr>".utf8)
      for column in shown {
        let isRounded = append(cells.cell(column), in: report.columns[column], to: &sink.buffer)
        hasRounded = hasRounded || isRounded
      }
      try sink.append("</tr>\n")
    }
    try sink.append("</tbody>\n")
    if let totals = report.totalsRow(for: shown) {
      try sink.append("<tfoot>\n<tr>")
      for (total, column) in zip(totals, shown) {
        let mark = total.isPartial ? "*" : ""
        let isRounded = append(
          total.cell, in: report.columns[column], mark: mark, to: &sink.buffer)
        hasRounded = hasRounded || isRounded
      }
      try sink.append("</tr>\n</tfoot>\n")
    }
    try sink.append("</table>\n</div>\n")
    try appendLines(of: report, besides: shown, hasRounded: hasRounded, into: &sink)
    try sink.append("</body>\n</html>\n")
  }

  private static let style = """
    <style>
    :root { color-scheme: light dark; }
    body { font: 16px/1.4 system-ui, sans-serif; margin: 2rem; }
    .wide { overflow-x: auto; }
    h1 { font-size: 1.3rem; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { padding: .25rem .75rem; text-align: left; vertical-align: top; }
    td { border-top: 1px solid #8884; white-space: pre-line; }
    thead th { border-bottom: 2px solid #8888; }
    tfoot td { border-top: 2px solid #8888; font-weight: bold; }
    .n { text-align: right; }
    .n, .d { white-space: nowrap; }
    thead .n { white-space: normal; vertical-align: bottom; }
    .neg { color: #b00020; }
    .warning { color: #8a5a00; }
    @media (prefers-color-scheme: dark) {
    .neg { color: #ff8a80; }
    .warning { color: #ffcc66; }
    }
    @media print {
    @page { size: landscape; margin: 10mm; }
    :root { color-scheme: light; }
    body { font-size: 8pt; margin: 0; }
    .wide { overflow-x: visible; }
    table { width: 100%; }
    th, td { padding: .1rem .3rem; overflow-wrap: anywhere; }
    thead { display: table-header-group; }
    tfoot { display: table-row-group; }
    tr { break-inside: avoid; }
    .neg { color: #b00020; }
    .warning { color: #8a5a00; }
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
    try sink.append("<div class=\"wide\">\n<table>\n<thead>\n<tr>")
    for column in columns {
      let alignment = column.kind.isLeftAligned ? "" : " class=\"n\""
      try append(column.heading, in: "<th scope=\"col\"\(alignment)>", "</th>", into: &sink)
    }
    try sink.append("</tr>\n</thead>\n<tbody>\n")
  }

  /// Appends a cell.
  /// - Returns: whether its amount is rounded.
  private static func append(
    _ cell: Report.Cell, in column: Report.Column, mark: String = "", to bytes: inout [UInt8]
  ) -> Bool {
    let field = TableField(cell, in: column)
    let classes =
      switch (column.kind, field.isNegative) {
      case (.day, _): " class=\"d\""
      case (.text, _), (.keyword, _): ""
      case (_, false): " class=\"n\""
      case (_, true): " class=\"n neg\""
      }
    bytes.append(contentsOf: "<td\(classes)\(title(of: cell, shownAs: field))>".utf8)
    if case .text(let text) = cell {
      appendEscaped(column.kind.words(text), to: &bytes)
    } else {
      field.append(to: &bytes)
    }
    bytes.append(contentsOf: "\(mark)</td>".utf8)
    return field.hasRounded
  }

  /// The exact value of a rounded amount or number, as the title of its cell.
  private static func title(of cell: Report.Cell, shownAs field: TableField) -> String {
    guard field.isRounded else { return "" }
    var exact: [UInt8] = []
    CellText.append(cell, to: &exact)
    return " title=\"\(String(decoding: exact, as: UTF8.self))\""
  }

  private static func appendLines(
    of report: Report, besides shown: [Int], hasRounded: Bool, into sink: inout TextSink
  ) throws(SinkFailure) {
    let totals = report.otherTotals(besides: shown)
    for total in totals { try append(total.tableLine, in: "<p>", "</p>\n", into: &sink) }
    for warning in report.warnings {
      try append(warning.line, in: "<p class=\"warning\">", "</p>\n", into: &sink)
    }
    var notes = report.notesWithMissing
    if hasRounded || totals.contains(where: \.isRounded) { notes.append(roundingNote) }
    for note in notes { try append(note, in: "<p>", "</p>\n", into: &sink) }
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
