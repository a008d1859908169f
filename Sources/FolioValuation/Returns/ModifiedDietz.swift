/// The return of a period by the Modified Dietz method: the gain divided by the average capital. It
/// needs no values within the period.
///
/// `gain = end - start - Σ flows`, `average capital = start + Σ flow · (D - d) / D`. D is the
/// number of days from the opening day to the closing day, and d from the opening day to the flow.
/// A flow takes place at the end of its day. The formula is that of P. O. Dietz,
/// "Pension Funds: Measuring Investment Performance" (1966), as in the GIPS standards and in
/// Wikipedia, "Modified Dietz method".
///
/// All amounts are exact and in one currency. Only the ratio is binary.
public struct ModifiedDietz: Sendable, Hashable {
  /// The gain: end value - start value - net flows.
  public let gain: ExactDecimal
  /// The number of days from the opening day to the closing day.
  public let days: Int
  /// The sum of the capital of each day: start · D + Σ flow · (D - d). In a period of zero days,
  /// the start value.
  public let capitalDays: ExactDecimal

  /// Creates the figures of a period, from the close of the opening day to the close of the closing
  /// day.
  ///
  /// Contributions are positive and withdrawals negative. Flows before the opening day count from
  /// that day, and flows after the closing day at its end.
  /// - Throws: `ArithmeticFault` if a sum exceeds the precision of `ExactDecimal`.
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

  /// The return of the period: 0 without a gain, and `nil` for a gain on an average capital of zero
  /// or less.
  public var periodReturn: Double? {
    guard !gain.isZero else { return 0 }
    guard capitalDays.isPositive, let ratio = gain.ratio(to: capitalDays) else { return nil }
    return (ratio * Double(max(1, days))).value
  }
}
