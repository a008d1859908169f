import FolioNumbers

/// The return of a period by the Modified Dietz method: the gain over the average capital, for
/// periods inside of which the value is not known.
///
/// `gain = end - start - Σ flows`, `average capital = start + Σ flow · (D - d) / D`, with D the
/// days from the opening day to the closing day and d those from the opening day to the flow: a
/// flow comes at the end of its day and works from the next. The formula is that of P. O. Dietz,
/// "Pension Funds: Measuring Investment Performance" (1966), as in the GIPS standards and in
/// Wikipedia, "Modified Dietz method".
///
/// All amounts are exact, in one currency; only the ratio is binary.
public struct ModifiedDietz: Sendable, Hashable {
  /// What was gained beyond what was put in: end value - start value - net flows.
  public let gain: ExactDecimal
  /// Days from the opening day to the closing day.
  public let days: Int
  /// The capital of each day added up: start · D + Σ flow · (D - d), exactly. In a period
  /// without days, the start value.
  public let capitalDays: ExactDecimal

  /// The parts of a period, from the close of the opening day to the close of the closing day.
  ///
  /// Flows are contributions above zero and withdrawals below. One dated before the opening day
  /// counts from there, one after the closing day at its end. Throws where a sum has more than 36
  /// digits.
  public init(
    startValue: ExactDecimal, flows: [CashFlow], endValue: ExactDecimal,
    opening: Day, closing: Day
  ) throws(ArithmeticFault) {
    days = max(0, opening.days(until: closing))
    var netFlows = ExactDecimal.zero
    var capitalDays = try startValue.multiplied(by: ExactDecimal(max(1, days)))
    for flow in flows {
      let remaining = min(max(0, flow.day.days(until: closing)), days)
      try netFlows.add(flow.amount)
      try capitalDays.add(flow.amount.multiplied(by: ExactDecimal(remaining)))
    }
    self.capitalDays = capitalDays
    gain = try endValue.subtracting(startValue).subtracting(netFlows)
  }

  /// The return of the period; nil where there is a gain on an average capital of zero or less,
  /// and 0 where there is none.
  public var periodReturn: Double? {
    guard !gain.isZero else { return 0 }
    guard capitalDays.isPositive, let ratio = gain.ratio(to: capitalDays) else { return nil }
    return (ratio * Double(max(1, days))).value
  }
}
