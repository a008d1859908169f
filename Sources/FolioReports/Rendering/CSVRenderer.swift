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
    endLine(&sink.buffer)
    if let rows = report.renderedRows { return try sink.append(rows) }
    for index in 0..<report.rowCount {
      append(report.row(index), in: report.columns.indices, to: &sink.buffer)
      try sink.drainIfFull()
    }
  }

  /// Renders the rows alone.
  static func rows(of report: Report) -> [UInt8] {
    var bytes = report.roomForRows
    for index in 0..<report.rowCount {
      append(report.row(index), in: report.columns.indices, to: &bytes)
    }
    return bytes
  }

  private static func append(
    _ cells: [Report.Cell], in columns: Range<Int>, to bytes: inout [UInt8]
  ) {
    for column in columns {
      if column > 0 { bytes.append(UInt8(ascii: ",")) }
      if case .text(let text) = cells.cell(column) {
        appendText(text, to: &bytes)
      } else {
        CellText.append(cells.cell(column), to: &bytes)
      }
    }
    endLine(&bytes)
  }

  private static func endLine(_ bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\r"))
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func appendText(_ text: String, to bytes: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    text.withUTF8Span { text in
      guard mustBeQuoted(text) else { return bytes.append(text) }
      bytes.append(quote)
      if text.containsWord(where: { $0.bytes(equalTo: quote) != 0 }) {
        for index in text.indices {
          if text[index] == quote { bytes.append(quote) }
          bytes.append(text[index])
        }
      } else {
        bytes.append(text)
      }
      bytes.append(quote)
    }
  }

  /// Whether a field must be quoted. Fields that begin or end with a space are, because many
  /// readers trim unquoted fields.
  private static func mustBeQuoted(_ text: Span<UInt8>) -> Bool {
    let blank = UInt8(ascii: " ")
    return text.isEmpty || text[0] == blank || text[text.count - 1] == blank
      || text.containsWord { word in
        word.bytes(equalTo: UInt8(ascii: ",")) | word.bytes(equalTo: UInt8(ascii: "\""))
          | word.bytes(equalTo: UInt8(ascii: "\r")) | word.bytes(equalTo: UInt8(ascii: "\n")) != 0
      }
  }
}
