// The layout of the documents of all simple models: one key per table, one line per row.
extension JSONText {
  package mutating func startDocument() { open("{") }

  /// Writes a table and its rows.
  package mutating func table<Row>(
    _ key: String, _ rows: [Row], _ write: (Row, inout JSONText) -> Void
  ) {
    raw(bytes.last == UInt8(ascii: "{") ? "\n  " : ",\n  ")
    startOver()
    self.key(key.utf8)
    open("[")
    for (number, row) in rows.enumerated() {
      raw(number == 0 ? "\n    " : ",\n    ")
      open("{")
      write(row, &self)
      close("}")
    }
    if !rows.isEmpty { raw("\n  ") }
    close("]")
  }

  /// Writes a number as a JSON number.
  package mutating func digits(_ key: String, _ value: ExactDecimal) {
    json(key.utf8, value.description.utf8)
  }

  /// Writes a string, or `null`.
  package mutating func optionalText(_ key: String, _ value: String?) {
    if let value { text(key, value.utf8) } else { json(key.utf8, "null".utf8) }
  }

  /// Writes a timestamp. A timestamp that was given as a date is written as a date.
  package mutating func time(_ key: String, _ value: Timestamp) {
    text(key, value.form == .dateOnly ? value.day.description.utf8 : value.description.utf8)
  }
}
