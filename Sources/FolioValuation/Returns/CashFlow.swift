import FolioNumbers

/// Money that moves on a day.
///
/// Its sign is that of the calculation that takes it: for ``InternalRate`` that of the investor's
/// pocket (what is paid in is below zero, what comes back above), for ``ModifiedDietz`` and
/// ``ReturnWindow`` that of the portfolio (a contribution is above zero, a withdrawal below).
public struct CashFlow: Sendable, Hashable {
  /// The day, at whose close the money moves.
  public var day: Day
  /// The amount, in one currency for all flows of a calculation.
  public var amount: ExactDecimal

  /// A flow of an amount on a day.
  public init(_ day: Day, _ amount: ExactDecimal) {
    self.day = day
    self.amount = amount
  }
}
