/// Comma-separated values as RFC 4180 has them: CRLF, a header of keys, exact values.
///
/// `.null` is an empty field and an empty text is `""`, so that the two stay apart. Totals,
/// warnings and notes have no place in the format and are left out.
///
/// A text that a spreadsheet would take for a formula (one that starts with `=`, `+`, `-` or `@`)
/// is written as it is: a guard such as a leading apostrophe would alter the data for every other
/// reader. Who opens the ledgers of strangers in a spreadsheet imports the columns as text.
enum CSVRenderer {
  static func render(
    _ report: Report, options: RenderingOptions, into sink: inout TextSink
  ) throws(SinkFailure) {
    for (index, column) in report.columns.enumerated() {
      if index > 0 { sink.buffer.append(UInt8(ascii: ",")) }
      appendText(column.key, to: &sink.buffer)
    }
    try endLine(&sink)
    for index in 0..<report.rowCount {
      appendRow(report.row(index), columns: report.columns.count, to: &sink.buffer)
      try endLine(&sink)
    }
  }

  private static func endLine(_ sink: inout TextSink) throws(SinkFailure) {
    sink.buffer.append(UInt8(ascii: "\r"))
    sink.buffer.append(UInt8(ascii: "\n"))
    try sink.drainIfFull()
  }

  private static func appendRow(
    _ cells: [Report.Cell], columns: Int, to bytes: inout [UInt8]
  ) {
    for index in 0..<columns {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      guard index < cells.count else { continue }
      if case .text(let text) = cells[index] {
        appendText(text, to: &bytes)
      } else {
        CellText.append(cells[index], to: &bytes)
      }
    }
  }

  private static func appendText(_ text: String, to bytes: inout [UInt8]) {
    guard mustBeQuoted(text) else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Blanks at either end are quoted too, since many readers trim a bare field.
  private static func mustBeQuoted(_ text: String) -> Bool {
    let bytes = text.utf8
    let blank = UInt8(ascii: " ")
    if bytes.isEmpty || bytes.first == blank || bytes.last == blank { return true }
    return bytes.contains { byte in
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
      default: false
      }
    }
  }
}
