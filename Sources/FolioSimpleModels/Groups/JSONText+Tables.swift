import FolioInterchange
import FolioNumbers

// The layout that all documents of simple models share: a table a key, a row a line.
extension JSONText {
  package mutating func startDocument() { open("{") }

  /// A table with its rows.
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

  /// A number as a JSON number.
  package mutating func digits(_ key: String, _ value: ExactDecimal) {
    json(key.utf8, value.description.utf8)
  }

  /// A text, or `null`.
  package mutating func optionalText(_ key: String, _ value: String?) {
    if let value { text(key, value.utf8) } else { json(key.utf8, "null".utf8) }
  }

  /// A point in time; a date that was written alone stays alone.
  package mutating func time(_ key: String, _ value: Timestamp) {
    text(key, value.form == .dateOnly ? value.day.description.utf8 : value.description.utf8)
  }
}
