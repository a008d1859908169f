/// The kind of value that a column needs.
enum WantedValue {
  case text, number, currency, ratio, day, timestamp, flag
  /// An array of objects.
  case rows
  /// An array of symbols.
  case symbols
  /// One of these words.
  case word([String])
}

// Values of the wrong kind.
extension Messages {
  static func wrongType(_ column: String, _ kind: ValueKind, wanted: WantedValue) -> Finding {
    let (phrase, help) = text(of: wanted, insteadOf: kind)
    return Finding(
      .wrongType, "\(column) must be \(phrase), and is \(name(kind))", help: help)
  }

  private static func text(
    of wanted: WantedValue, insteadOf kind: ValueKind
  ) -> (phrase: String, help: String) {
    let quotes = "in double quotes"
    return switch wanted {
    case .text:
      ("a text", kind == .number ? "Put it \(quotes)." : "Write a text \(quotes).")
    case .number:
      (
        "a number such as 1802.50",
        "Write digits with a point before the decimals, such as \"1802.50\"."
      )
    case .currency:
      ("a currency code such as USD", "Write its code \(quotes), such as \"USD\".")
    case .ratio:
      ("a ratio such as 4:1", "Write new shares to old ones \(quotes), such as \"4:1\".")
    case .day:
      ("a date such as 2024-03-01", "Write it \(quotes), such as \"2024-03-01\".")
    case .timestamp:
      (
        "a point in time such as 2024-03-01T14:30:00Z",
        "Write it \(quotes), such as \"2024-03-01T14:30:00Z\"."
      )
    case .flag: ("true or false", "Write true or false without quotes.")
    case .rows: ("an array of objects", rowsHelp(kind))
    case .symbols: ("an array of symbols", "Put them into brackets, such as [\"VTI\"].")
    case .word(let words):
      (
        words.count > 3 ? "a word" : alternatives(words),
        "Write \(choice(of: words)), \(quotes)."
      )
    }
  }

  /// The help for rows that are not in an array.
  private static func rowsHelp(_ kind: ValueKind) -> String {
    kind == .object ? "Put it into brackets: [{...}]." : "Write [{...}], or leave the key out."
  }

  /// A row of a table, a leg of a group or an entry of a list that is not an object.
  static func notARow(
    _ row: String, _ kind: ValueKind, example: String = "{\"column\": value}"
  ) -> Finding {
    Finding(
      .wrongType, "\(row) must be an object, and is \(name(kind))",
      help: "Write it as an object: \(example).")
  }

  static func notATable(_ key: String, _ kind: ValueKind) -> Finding {
    if key == LedgerTable.settings.rawValue {
      return Finding(
        .wrongType, "\(key) must be an object, and is \(name(kind))",
        help: "Write an object, such as {\"base_currency\": \"USD\"}, or leave the key out.")
    }
    return Finding(
      .wrongType, "\(key) must be an array of rows, and is \(name(kind))",
      help: rowsHelp(kind))
  }

  /// The advice on a file that is probably that of a broker or another program.
  static let importAdvice =
    "If it is the file of a broker or another program, convert it with 'folio import'."

  static func notALedger(_ kind: ValueKind) -> Finding {
    let advice = kind == .array ? "Put the groups into an object" : "Write an object"
    return Finding(
      .notALedger, "a ledger must be an object, and this is \(name(kind))",
      help: "\(advice): {\"transaction_groups\": [...]}. \(importAdvice)")
  }
}
