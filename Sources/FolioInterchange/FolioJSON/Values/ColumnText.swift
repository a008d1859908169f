/// Parses the texts of columns, for every file format.
enum ColumnText {
  static func day(_ text: Span<UInt8>, _ column: String) throws(Finding) -> Day {
    try parsed(text, column, Day.parse, Messages.day)
  }

  static func timestamp(_ text: Span<UInt8>, _ column: String) throws(Finding) -> Timestamp {
    try parsed(text, column, Timestamp.parse, Messages.timestamp)
  }

  static func currency(_ text: Span<UInt8>, _ column: String) throws(Finding) -> Currency {
    try parsed(text, column, Currency.init(read:), Messages.currency)
  }

  static func number(_ text: Span<UInt8>, _ column: String) throws(Finding) -> ExactDecimal {
    try parsed(text, column, ExactDecimal.parse) { Messages.number($0, $1, Messages.quoted($2)) }
  }

  private static func parsed<Value, Fault: Error>(
    _ text: Span<UInt8>, _ column: String, _ parse: (Span<UInt8>) throws(Fault) -> Value,
    _ finding: (Fault, String, [UInt8]) -> Finding
  ) throws(Finding) -> Value {
    do throws(Fault) {
      return try parse(text)
    } catch {
      throw finding(error, column, text.copy)
    }
  }
}
