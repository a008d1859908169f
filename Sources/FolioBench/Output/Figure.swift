import FolioNumbers

/// One row of the table.
struct Figure: Sendable {
  /// What was measured.
  var title: String
  /// Groups, or sales.
  var count: Int
  /// The median of the whole, in nanoseconds.
  var nanoseconds: Int?
  /// Bytes of the document, for what reads one.
  var bytes: Int?
  /// The figure that has a unit of its own.
  var value: ExactDecimal?
  /// The unit of `value`.
  var unit: String?
  /// What `value` should be.
  var target: Target?
}

/// What a figure should be.
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
