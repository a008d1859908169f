/// The time-weighted return: the linked returns of sub-periods, each from the value after a flow to
/// the value before the next.
///
/// (1 + r) is the product of end / start, so flows themselves have no return. The rule is that of
/// the GIPS standards, section 2.A, and of Portfolio Performance's "true time-weighted rate of
/// return". The product has 32 digits and takes constant memory.
///
/// A sub-period with equal start and end values has the return 0. If the start is zero or negative
/// and the end differs, the return is undefined, and so is that of the whole chain. The same
/// applies after a loss of more than 100%.
public struct ReturnChain: Sendable {
  /// Whether the return is undefined.
  public private(set) var hasGap = false
  private var product = DoubleDouble.one

  /// Creates a chain without sub-periods. Its return is 0.
  public init() {}

  /// The linked return of all sub-periods, or `nil` if that of one is undefined.
  public var totalReturn: Double? {
    hasGap ? nil : (product - .one).value
  }

  /// The growth of one unit of money: 1 + the return.
  public var growth: Double? {
    hasGap ? nil : product.value
  }

  /// Links a sub-period, given the value after the flow at its start and before the flow at its
  /// end.
  /// - Returns: The return of the sub-period, or `nil` if it is undefined.
  @discardableResult
  public mutating func append(start: ExactDecimal, end: ExactDecimal) -> Double? {
    if start == end { return 0 }
    guard start.isPositive, let factor = end.ratio(to: start) else {
      hasGap = true
      return nil
    }
    link(factor)
    return (factor - .one).value
  }

  /// Links a sub-period with a given return.
  public mutating func append(return subReturn: Double) {
    if subReturn != 0 { link(DoubleDouble(sumOf: 1, subReturn)) }
  }

  private mutating func link(_ factor: DoubleDouble) {
    if product.high < 0 { hasGap = true }
    product = product * factor
  }

  /// Returns the annual rate of a return: (1 + r)^(days of a year / days) - 1.
  ///
  /// Periods shorter than a year are extrapolated; the caller decides whether to show the result.
  /// `nil` for zero days, for a loss of more than 100%, and if the result exceeds the range of
  /// `Double`. The formula is that of Portfolio Performance's handbook, "Time-Weighted Rate of
  /// Return".
  public static func annualized(
    _ periodReturn: Double, days: Double, daysPerYear: Double = 365
  ) -> Double? {
    guard days > 0, periodReturn >= -1 else { return nil }
    guard days != daysPerYear else { return periodReturn }
    let annual = (periodReturn.logarithmOfOnePlus * (daysPerYear / days)).exponentialLessOne
    return annual.isFinite ? annual : nil
  }
}
