import FolioModel
import FolioNumbers

/// Of what, for when and how finely returns are asked for.
public struct PerformanceQuestion: Sendable {
  /// The first day; the day of the first group where it is left out.
  public var from: Day?
  /// The last day; the day of the books where it is left out.
  public var to: Day?
  /// How the period is cut; one period where it is left out.
  public var step: PeriodStep?
  /// Into which parts the portfolio is taken apart.
  public var scope = ReturnScope.portfolio
  /// Only these instruments; all where it is left out.
  public var instruments: Set<InstrumentIndex>?
  /// Only these accounts; all where it is left out.
  public var accounts: Set<Identifier>?
  /// What the flows are put into for comparison.
  public var benchmark: InstrumentIndex?

  /// Everything, as one period.
  public init() {}
}
