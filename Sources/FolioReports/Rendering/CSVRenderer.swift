/// Renders comma-separated values (RFC 4180): CRLF line ends, a header of keys, exact values.
///
/// `.null` is an empty field and an empty text is `""`, so that the two can be distinguished.
/// Totals, warnings and notes are omitted.
///
/// Texts that a spreadsheet could take for a formula (beginning with `=`, `+`, `-` or `@`) are
/// written unchanged. A guard such as a leading apostrophe would alter the data for every other
/// reader. To open untrusted ledgers in a spreadsheet, import the columns as text.
enum CSVRenderer {
  static func render(_ report: Report, into sink: inout TextSink) throws(SinkFailure) {
    for (index, column) in report.columns.enumerated() {
      if index > 0 { sink.buffer.append(UInt8(ascii: ",")) }
      appendText(column.key, to: &sink.buffer)
    }
    try endLine(&sink)
    for index in 0..<report.rowCount {
      let cells = report.row(index)
      for column in report.columns.indices {
        if column > 0 { sink.buffer.append(UInt8(ascii: ",")) }
        if case .text(let text) = cells.cell(column) {
          appendText(text, to: &sink.buffer)
        } else {
          CellText.append(cells.cell(column), to: &sink.buffer)
        }
      }
      try endLine(&sink)
    }
  }

  private static func endLine(_ sink: inout TextSink) throws(SinkFailure) {
    sink.buffer.append(UInt8(ascii: "\r"))
    sink.buffer.append(UInt8(ascii: "\n"))
    try sink.drainIfFull()
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

  /// Whether a field must be quoted. Fields that begin or end with a space are, because many
  /// readers trim unquoted fields.
  private static func mustBeQuoted(_ text: String) -> Bool {
    let (bytes, blank) = (text.utf8, UInt8(ascii: " "))
    return bytes.isEmpty || bytes.first == blank || bytes.last == blank
      || bytes.contains(where: special.contains)
  }

  private static let special = Array(",\"\r\n".utf8)
}
