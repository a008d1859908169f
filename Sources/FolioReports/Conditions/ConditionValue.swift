/// A value in a condition or in a cell.
enum ConditionValue: Sendable {
  case text(String)
  case number(ExactDecimal)
  case day(Day)

  /// The kinds of values. Only values of one kind are compared.
  enum Kind: String, Sendable {
    case text, number, day

    /// An example of such a value, as written in a condition.
    var example: String {
      switch self {
      case .text: "'AAPL'"
      case .number: "12.50"
      case .day: "2024-12-31"
      }
    }
  }

  var kind: Kind {
    switch self {
    case .text: .text
    case .number: .number
    case .day: .day
    }
  }

  /// The value of a cell; nil for null.
  init?(_ cell: Report.Cell) {
    switch cell {
    case .text(let text): self = .text(text)
    case .day(let day): self = .day(day)
    case .number(let number, _), .money(let number, _): self = .number(number)
    case .integer(let count):
      guard let number = try? ExactDecimal(coefficient: Int128(count), places: 0) else {
        return nil
      }
      self = .number(number)
    case .null: return nil
    }
  }

  /// The order of two values: below, equal to or above zero. Nil if their kinds differ.
  func order(_ other: ConditionValue) -> Int? {
    switch (self, other) {
    case (.text(let one), .text(let two)): Self.order(one, two)
    case (.number(let one), .number(let two)): Self.order(one, two)
    case (.day(let one), .day(let two)): Self.order(one, two)
    case (.text, _), (.number, _), (.day, _): nil
    }
  }

  private static func order<Value: Comparable>(_ one: Value, _ two: Value) -> Int {
    one < two ? -1 : one == two ? 0 : 1
  }

  /// The text that `like` and `contains` search; nil for a number.
  var searched: String? {
    switch self {
    case .text(let text): text.lowercased()
    case .day(let day): "\(day)"
    case .number: nil
    }
  }
}

extension ConditionNode.Comparison {
  func holds(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}

extension Report.Column.Kind {
  /// The kind of values that a condition finds in the column.
  var conditionKind: ConditionValue.Kind {
    switch self {
    case .text, .keyword: .text
    case .day: .day
    case .quantity, .amount, .rate, .percent, .integer: .number
    }
  }
}
