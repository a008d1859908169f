import FolioDiagnostics

/// What a column holds, for the faults of values of another kind.
enum WantedValue {
  case text, number, currency, ratio, day, timestamp, flag
  /// An array of objects.
  case rows
  /// An array of symbols.
  case symbols
  /// One of these words.
  case word([String])
}

// A value of another kind than its column holds.
extension Messages {
  static func wrongType(_ column: String, _ kind: ValueKind, wanted: WantedValue) -> Finding {
    Finding(
      .wrongType, "\(column) must be \(phrase(wanted)), and is \(name(kind))",
      help: help(wanted, kind))
  }

  private static func phrase(_ wanted: WantedValue) -> String {
    switch wanted {
    case .text: "a text"
    case .number: "a number such as 1802.50"
    case .currency: "a currency code such as USD"
    case .ratio: "a ratio such as 4:1"
    case .day: "a date such as 2024-03-01"
    case .timestamp: "a point in time such as 2024-03-01T14:30:00Z"
    case .flag: "true or false"
    case .rows: "an array of objects"
    case .symbols: "an array of symbols"
    case .word(let words): words.count > 3 ? "a word" : alternatives(words)
    }
  }

  private static func help(_ wanted: WantedValue, _ kind: ValueKind) -> String {
    switch wanted {
    case .text: kind == .number ? "Put it in double quotes." : "Write a text in double quotes."
    case .number: "Write digits with a point before the decimals, such as \"1802.50\"."
    case .currency: "Write its code in double quotes, such as \"USD\"."
    case .ratio: "Write new shares to old ones in double quotes, such as \"4:1\"."
    case .day: "Write it in double quotes, such as \"2024-03-01\"."
    case .timestamp: "Write it in double quotes, such as \"2024-03-01T14:30:00Z\"."
    case .flag: "Write true or false without quotes."
    case .rows: rowsHelp(kind)
    case .symbols: "Put them into brackets, such as [\"VTI\"]."
    case .word(let words): "Write \(choice(of: words)), in double quotes."
    }
  }

  /// What to write instead of rows that are not in an array.
  private static func rowsHelp(_ kind: ValueKind) -> String {
    kind == .object ? "Put it into brackets: [{...}]." : "Write [{...}], or leave the key out."
  }

  /// A row of a table, a leg of a group or an entry of `lots` that is no object.
  static func notARow(
    _ row: String, _ kind: ValueKind, example: String = "{\"column\": value}"
  ) -> Finding {
    Finding(
      .wrongType, "\(row) must be an object, and is \(name(kind))",
      help: "Write it as an object: \(example).")
  }

  static func notATable(_ key: String, _ kind: ValueKind) -> Finding {
    if TopLevelKey(rawValue: key) == .settings {
      return Finding(
        .wrongType, "\(key) must be an object, and is \(name(kind))",
        help: "Write an object, such as {\"base_currency\": \"USD\"}, or leave the key out.")
    }
    return Finding(
      .wrongType, "\(key) must be an array of rows, and is \(name(kind))",
      help: rowsHelp(kind))
  }

  static func notALedger(_ kind: ValueKind) -> Finding {
    let help =
      kind == .array
      ? "Put the groups into an object: {\"transaction_groups\": [...]}."
      : "Write an object: {\"transaction_groups\": [...]}."
    return Finding(
      .notALedger, "a ledger must be an object, and this is \(name(kind))",
      help: help)
  }
}
