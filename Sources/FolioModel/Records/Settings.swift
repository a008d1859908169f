import FolioDiagnostics
import FolioNumbers

/// What a portfolio's owner has settled once for all of it; a report's arguments override it.
public struct LedgerSettings: Sendable, Hashable {
  /// The currency in which the whole is summed up.
  public var baseCurrency: Currency?
  /// Which lots a disposal relieves; FIFO where it is left out.
  public var costBasisMethod: CostBasisMethod?
  /// The same as a list, by day and instrument; empty where it is one word.
  public var methodEntries: [MethodEntry] = []
  /// Where the settings with that list stood.
  public var methodsPosition = SourcePosition.none
  /// Which foreign cash is spent first; FIFO where it is left out.
  public var cashMethod: CashMethod?
  /// Whether a trade may end one position and open its opposite; refused where it is left out.
  public var crossingZero: CrossingZero?
  /// Where lots are looked for; the whole portfolio where it is left out.
  public var lotScope: LotScope?
  /// What becomes of fees; capitalized where it is left out.
  public var feeTreatment: FeeTreatment?
  /// Whose tax rules count; none where it is left out.
  public var taxRules: TaxRules?
  /// Where the settings stood.
  public var position = SourcePosition.none

  /// Settings that leave everything out.
  public init() {}
}
