/// A cash flow on a day.
///
/// The sign depends on the calculation. For ``InternalRate``, money paid in by the investor is
/// negative and money received is positive. For ``ModifiedDietz``, a contribution to the portfolio
/// is positive and a withdrawal is negative.
public struct CashFlow: Sendable, Hashable {
  /// The day. The money moves at its close.
  public var day: Day
  /// The amount. All flows of a calculation have the same currency.
  public var amount: ExactDecimal

  /// Creates a flow.
  public init(_ day: Day, _ amount: ExactDecimal) {
    self.day = day
    self.amount = amount
  }
}
