import FolioNumbers

/// The time-weighted return: the returns of sub-periods linked, each from the value after a flow
/// to the value before the next.
///
/// (1 + r) is the product of end / start, so that flows on their own earn and cost nothing; the
/// rule is that of the GIPS standards, section 2.A, and of Portfolio Performance's "true
/// time-weighted rate of return". The product is kept to 32 digits, in constant memory.
///
/// A sub-period that starts and ends at the same value has the return 0, whatever the value.
/// One that starts at zero or below and gains or loses has none, and neither has the chain from
/// there on, nor after a loss of more than everything: what is linked to that has no meaning.
public struct ReturnChain: Sendable {
  /// Whether there is no return.
  public private(set) var hasGap = false
  private var product = DoubleDouble.one

  /// A chain without sub-periods: its return is 0.
  public init() {}

  /// The return of all sub-periods linked; nil where one of them has none.
  public var totalReturn: Double? {
    hasGap ? nil : (product - .one).value
  }

  /// 1 + the return: what one unit of money at the start has become.
  public var growth: Double? {
    hasGap ? nil : product.value
  }

  /// Links a sub-period by the values at its start, after the flow, and at its end, before the
  /// next one. Gives the sub-period's own return, nil where it has none.
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

  /// Links a sub-period whose return is known otherwise.
  public mutating func append(return subReturn: Double) {
    if subReturn != 0 { link(DoubleDouble(sumOf: 1, subReturn)) }
  }

  private mutating func link(_ factor: DoubleDouble) {
    if product.high < 0 { hasGap = true }
    product = product * factor
  }

  /// A return of some days as that of a year: (1 + r)^(days of a year / days) - 1.
  ///
  /// Shorter periods than a year are blown up like longer ones are shrunk; whether to show that is
  /// the caller's choice. Nil without days, for a loss of more than everything, and where the
  /// result is beyond the range of `Double`. The formula is that of Portfolio Performance's
  /// handbook, "Time-Weighted Rate of Return".
  public static func annualized(
    _ periodReturn: Double, days: Double, daysPerYear: Double = 365
  ) -> Double? {
    guard days > 0, periodReturn >= -1 else { return nil }
    guard days != daysPerYear else { return periodReturn }
    let annual = (periodReturn.logarithmOfOnePlus * (daysPerYear / days)).exponentialLessOne
    return annual.isFinite ? annual : nil
  }
}
