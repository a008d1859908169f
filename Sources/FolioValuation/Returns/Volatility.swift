/// How much the returns of equal periods vary: their standard deviation, in one pass and constant
/// memory.
///
/// The deviation is that of a sample (divided by n - 1), and is annualized by the square root of
/// the periods in a year (252 trading days, 365 days, 12 months), as is usual in the field; see
/// W. F. Sharpe, "The Sharpe Ratio", Journal of Portfolio Management 21 (1994). The sums are those
/// of B. P. Welford, Technometrics 4 (1962), which don't cancel.
public struct Volatility: Sendable, Hashable {
  /// How many returns were appended.
  public private(set) var count = 0
  /// The mean of the returns; 0 without any.
  public private(set) var mean = 0.0
  private var squares = 0.0

  /// Without returns.
  public init() {}

  /// Takes the return of a further period.
  public mutating func append(_ periodReturn: Double) {
    count += 1
    let distance = periodReturn - mean
    mean += distance / Double(count)
    squares += distance * (periodReturn - mean)
  }

  /// The standard deviation of the returns; nil for fewer than two.
  public var standardDeviation: Double? {
    count < 2 ? nil : (squares / Double(count - 1)).squareRoot()
  }

  /// The standard deviation of a year; nil for fewer than two returns.
  public func annualized(periodsPerYear: Double) -> Double? {
    standardDeviation.map { $0 * periodsPerYear.squareRoot() }
  }
}
