/// The standard deviation of the returns of equal periods, in one pass and constant memory.
///
/// It is the deviation of a sample (divided by n - 1). It is annualized by the square root of the
/// number of periods in a year (252 trading days, 365 days, 12 months); see W. F. Sharpe, "The
/// Sharpe Ratio", Journal of Portfolio Management 21 (1994). The sums are those of B. P. Welford,
/// Technometrics 4 (1962), which avoid cancellation.
public struct Volatility: Sendable, Hashable {
  /// The number of returns.
  public private(set) var count = 0
  /// The mean of the returns, or 0 if there are none.
  public private(set) var mean = 0.0
  private var squares = 0.0

  /// Creates an empty series.
  public init() {}

  /// Appends the return of the next period.
  public mutating func append(_ periodReturn: Double) {
    count += 1
    let distance = periodReturn - mean
    mean += distance / Double(count)
    squares += distance * (periodReturn - mean)
  }

  /// The standard deviation of the returns, or `nil` for fewer than two.
  public var standardDeviation: Double? {
    count < 2 ? nil : (squares / Double(count - 1)).squareRoot()
  }

  /// Returns the annualized standard deviation, or `nil` for fewer than two returns.
  public func annualized(periodsPerYear: Double) -> Double? {
    standardDeviation.map { $0 * periodsPerYear.squareRoot() }
  }
}
