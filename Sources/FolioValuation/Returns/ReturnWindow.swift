import FolioNumbers

/// A stretch between two valuations, with flows inside of it whose values are not known.
///
/// Its return is the internal rate of return of the stretch; the returns of stretches are linked as
/// time-weighted ones are. This is how `hledger roi` computes its column TWR where the
/// investment is not valued at each flow, and how the "linked internal rate of return" of the
/// Bank Administration Institute (1968) is defined. Folio's own reports value at every flow and
/// fall back to ``ModifiedDietz``; this one is here for comparison.
public struct ReturnWindow: Sendable, Hashable {
  /// The day at whose close the start value is taken.
  public var opening: Day
  /// The value at the start.
  public var startValue: ExactDecimal
  /// Contributions above zero and withdrawals below, from the opening day to the closing day.
  public var flows: [CashFlow]
  /// The day at whose close the end value is taken.
  public var closing: Day
  /// The value at the end.
  public var endValue: ExactDecimal

  /// A window of values and flows.
  public init(
    opening: Day, startValue: ExactDecimal, flows: [CashFlow] = [],
    closing: Day, endValue: ExactDecimal
  ) {
    self.opening = opening
    self.startValue = startValue
    self.flows = flows
    self.closing = closing
    self.endValue = endValue
  }

  /// The rate r of the whole window: end = start · (1 + r) + Σ flow · (1 + r)^(days left / days).
  public var internalRate: InternalRate {
    let invested =
      [CashFlow(opening, -startValue)] + flows.map { CashFlow($0.day, -$0.amount) }
    return InternalRate.find(
      in: invested + [CashFlow(closing, endValue)],
      daysPerYear: Double(opening.days(until: closing)))
  }

  /// The returns of windows one after the other, linked; nil where one has no single rate. A
  /// window without flows whose value stays has the return 0.
  ///
  /// hledger annualizes the result with 365.25 days a year:
  /// ``ReturnChain/annualized(_:days:daysPerYear:)``.
  public static func linkedReturn(of windows: [ReturnWindow]) -> Double? {
    var chain = ReturnChain()
    for window in windows {
      if window.flows.isEmpty {
        chain.append(start: window.startValue, end: window.endValue)
      } else {
        guard let rate = window.internalRate.value else { return nil }
        chain.append(return: rate)
      }
    }
    return chain.totalReturn
  }
}
