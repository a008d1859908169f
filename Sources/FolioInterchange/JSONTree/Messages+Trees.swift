// Faults of rows in documents of other programs.
extension Messages {
  static func outOfBounds(
    _ column: String, _ number: ExactDecimal, _ limits: DecimalLimits
  ) -> Finding {
    Finding(
      .numberOutOfRange,
      "\(column) is \(number), which has no room in "
        + "DECIMAL(\(limits.wholeDigits + limits.places),\(limits.places))",
      help: "It has at most \(limits.wholeDigits) digits before the point and \(limits.places) "
        + "after it.")
  }

  static func notSecondsSince2001(_ column: String, _ digits: [UInt8]) -> Finding {
    Finding(
      .badTimestamp,
      "\(column) is \(shortened(digits)), which is not a number of seconds since 2001",
      help: "Write it like \"2024-03-01T14:30:00Z\".")
  }

  static func droppedKey(_ key: String, in row: String) -> Finding {
    Finding(
      .unknownKey, "the \(row) has the unknown key \(quoted(key.utf8))",
      help: "It is not kept. If it should have an effect, correct its spelling.")
  }
}
