import FolioNumbers
import Testing

// Numbers, days, currencies and instants written as texts, so that tests read like ledgers. A
// text that is none is an issue of the test that wrote it.

extension ExactDecimal: ExpressibleByUnicodeScalarLiteral {}
extension ExactDecimal: ExpressibleByExtendedGraphemeClusterLiteral {}
extension ExactDecimal: ExpressibleByStringLiteral {
  /// A number as it is written.
  public init(stringLiteral value: String) {
    self = attempt(or: .zero) { try ExactDecimal(value) }
  }
}

extension Day: ExpressibleByUnicodeScalarLiteral {}
extension Day: ExpressibleByExtendedGraphemeClusterLiteral {}
extension Day: ExpressibleByStringLiteral {
  /// A day as year, month and day.
  public init(stringLiteral value: String) {
    self = attempt(or: .first) { try Day(value) }
  }
}

extension Currency: ExpressibleByUnicodeScalarLiteral {}
extension Currency: ExpressibleByExtendedGraphemeClusterLiteral {}
extension Currency: ExpressibleByStringLiteral {
  /// A currency by its code.
  public init(stringLiteral value: String) {
    self = attempt(or: noCurrency) { try Currency(value) }
  }
}

extension Timestamp: ExpressibleByUnicodeScalarLiteral {}
extension Timestamp: ExpressibleByExtendedGraphemeClusterLiteral {}
extension Timestamp: ExpressibleByStringLiteral {
  /// An instant as it is written.
  public init(stringLiteral value: String) {
    self = attempt(or: beginningOfTime) { try Timestamp(value) }
  }
}

private let noCurrency: Currency = {
  guard let currency = try? Currency("XXX" as String) else {
    preconditionFailure("XXX is a currency code")
  }
  return currency
}()

private let beginningOfTime: Timestamp = {
  guard let instant = try? Timestamp(day: .first) else {
    preconditionFailure("midnight is a time of day")
  }
  return instant
}()

/// The value, or a recorded issue and something to go on with.
func attempt<Value>(or fallback: @autoclosure () -> Value, _ body: () throws -> Value) -> Value {
  do {
    return try body()
  } catch {
    Issue.record(error)
    return fallback()
  }
}

/// An exact sum; a number too long is an issue.
func + (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
  attempt(or: .zero) { try left.adding(right) }
}

/// An exact difference; a number too long is an issue.
func - (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
  attempt(or: .zero) { try left.subtracting(right) }
}

extension Sequence<ExactDecimal> {
  /// The exact sum of all.
  func total() -> ExactDecimal { reduce(.zero, +) }
}
