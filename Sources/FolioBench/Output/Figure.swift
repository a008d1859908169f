/// One row of the table.
struct Figure: Sendable {
  /// The name of the measurement.
  var title: String
  /// Groups, or sales.
  var count: Int
  /// The median of the whole, in nanoseconds.
  var nanoseconds: Int?
  /// The bytes of the document, if the measured stage reads one.
  var bytes: Int?
  /// The figure that has a unit of its own.
  var value: ExactDecimal?
  /// The unit of `value`.
  var unit: String?
  /// The target of `value`.
  var target: Target?
}

/// The target of a figure.
enum Target: Sendable {
  case atLeast(ExactDecimal)
  case atMost(ExactDecimal)

  func isMet(by value: ExactDecimal) -> Bool {
    switch self {
    case .atLeast(let limit): value >= limit
    case .atMost(let limit): value <= limit
    }
  }

  /// The target as the table shows it.
  var text: String {
    switch self {
    case .atLeast(let limit): ">= \(limit.normalized())"
    case .atMost(let limit): "<= \(limit.normalized())"
    }
  }
}
