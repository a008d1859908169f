/// Renders a complete HTML page with the columns of the terminal table. `PageStyle` has its look.
///
/// Numbers are rounded as in the table, with thousands separators. A rounded number has its exact
/// value as its title, and shows it on a click. Numbers and dates stay on one line, texts wrap, and
/// a table that is wider than the window scrolls. All text is escaped, and a content security
/// policy keeps the page from loading anything.
enum HTMLRenderer {
  private static let roundingNote =
    "Amounts are rounded to the minor unit; totals sum the exact ones. Point at a number, or "
    + "click it, for its exact value."

  static func render(_ report: Report, into sink: inout TextSink) throws(SinkFailure) {
    let shown = report.tableColumns
    try appendHead(of: report, into: &sink)
    var table = HTMLTable(of: report, columns: shown) { _ in nil }
    table.appendHead(to: &sink.buffer)
    try sink.append("<tbody>\n")
    for index in 0..<report.rowCount {
      table.appendRow(index, to: &sink.buffer)
      try sink.drainIfFull()
    }
    try sink.append("</tbody>\n")
    table.appendTotals(to: &sink.buffer)
    try sink.append("</table>\n</div>\n")
    try appendLines(of: report, besides: shown, hasRounded: table.hasRounded, into: &sink)
    try sink.append("</main>\n</body>\n</html>\n")
  }

  private static func appendHead(
    of report: Report, into sink: inout TextSink
  ) throws(SinkFailure) {
    try sink.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    try sink.append("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n")
    try sink.append("<meta name=\"viewport\" content=\"width=device-width\">\n")
    try append(report.caption, in: "<title>", "</title>\n", into: &sink)
    try sink.append("<style>\n\(PageStyle.common)\(PageStyle.landscape)</style>\n</head>\n")
    try append(report.caption, in: "<body>\n<main>\n<h1>", "</h1>\n", into: &sink)
    try sink.append("<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Table\">\n")
    try sink.append("<table>\n")
  }

  /// The page loads and runs nothing.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

  private static func appendLines(
    of report: Report, besides shown: [Int], hasRounded: Bool, into sink: inout TextSink
  ) throws(SinkFailure) {
    let totals = report.otherTotals(besides: shown)
    for total in totals { try append(total.tableLine, in: "<p>", "</p>\n", into: &sink) }
    for line in report.warningLines {
      try append("Warning: \(line)", in: "<p class=\"warning\">", "</p>\n", into: &sink)
    }
    var notes = report.notesWithMissing
    if hasRounded || totals.contains(where: \.isRounded) { notes.append(roundingNote) }
    for note in notes { try append(note, in: "<p>", "</p>\n", into: &sink) }
  }

  private static func append(
    _ text: String, in start: String, _ end: String, into sink: inout TextSink
  ) throws(SinkFailure) {
    try sink.append(start)
    HTMLText.appendEscaped(text, to: &sink.buffer)
    try sink.append(end)
  }
}
