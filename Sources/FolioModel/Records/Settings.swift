import FolioDiagnostics
import FolioNumbers

/// The settings of a portfolio. The options of a report override them.
public struct LedgerSettings: Sendable, Hashable {
  /// The base currency of the portfolio.
  public var baseCurrency: Currency?
  /// Which lots a disposal relieves; FIFO if it is left out.
  public var costBasisMethod: CostBasisMethod?
  /// The same as a list, by day and instrument; empty if it is one word.
  public var methodEntries: [MethodEntry] = []
  /// The position of the settings with that list.
  public var methodsPosition = SourcePosition.none
  /// Which foreign cash is spent first; FIFO if it is left out.
  public var cashMethod: CashMethod?
  /// Whether a trade may end one position and open its opposite; refused if it is left out.
  public var crossingZero: CrossingZero?
  /// The scope in which lots are relieved; the whole portfolio if it is left out.
  public var lotScope: LotScope?
  /// The treatment of fees; capitalized if it is left out.
  public var feeTreatment: FeeTreatment?
  /// The country whose tax rules apply; none if it is left out.
  public var taxRules: TaxRules?
  /// The last day of closed books: stores reject changes of figures up to it.
  public var closedUntil: Day?
  /// The position of the settings.
  public var position = SourcePosition.none

  /// Settings that leave everything out.
  public init() {}
}
