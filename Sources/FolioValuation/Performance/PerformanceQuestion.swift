/// The period, the parts and the steps of returns.
public struct PerformanceQuestion: Sendable, Equatable {
  /// The first day, or `nil` for the day of the first group.
  public var from: Day?
  /// The last day, or `nil` for the last day of the books.
  public var to: Day?
  /// The length of the periods, or `nil` for a single period.
  public var step: PeriodStep?
  /// The parts of the portfolio with separate returns.
  public var scope = ReturnScope.portfolio
  /// The instruments to include, or `nil` for all.
  public var instruments: Set<InstrumentIndex>?
  /// The ids of the accounts to include, or `nil` for all.
  public var accounts: Set<Identifier>?
  /// The instrument that receives the same cash flows, for comparison.
  public var benchmark: InstrumentIndex?

  /// Creates a question about the whole portfolio in a single period.
  public init() {}
}
