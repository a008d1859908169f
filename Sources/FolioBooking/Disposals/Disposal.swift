import FolioModel
import FolioNumbers

/// Why a lot was disposed of. New minor versions may add cases.
public enum DisposalCause: String, Sendable, CaseIterable {
  case sale, cover
  case cashInLieu = "cash_in_lieu"
  case merger
  case returnOfCapital = "return_of_capital"
  case writeOff = "write_off"
  case gift
  case unitFee = "unit_fee"
}

/// How the lot of a disposal was found: by a method, or by the rule of a country. New minor
/// versions may add cases.
public enum MatchingRule: String, Sendable, CaseIterable {
  case fifo, lifo, hifo, lofo, average, specific
  /// Acquired on the day of the disposal (TCGA 1992 s.105).
  case sameDay = "same_day"
  /// Acquired in the 30 days after the disposal (TCGA 1992 s.106A).
  case thirtyDays = "30_day"
  /// From the pool (TCGA 1992 s.104).
  case section104 = "s104"
  /// At the adjusted cost base of identical properties (Income Tax Act s.47).
  case adjustedCostBase = "acb"

  /// The rule that is a method.
  init(_ method: CostBasisMethod) {
    self =
      switch method {
      case .fifo: .fifo
      case .lifo: .lifo
      case .hifo: .hifo
      case .lofo: .lofo
      case .average: .average
      case .specific: .specific
      }
  }
}

/// Whether a capital asset was held for more than one year (26 U.S.C. 1222).
public enum HoldingTerm: String, Sendable, CaseIterable {
  case short, long
}

/// A loss, or a part of one, that a tax rule does not allow now: it is in the cost of what
/// replaced the units that were sold.
public struct DeferredLoss: Sendable, Hashable {
  /// Units of the disposal that were replaced.
  public internal(set) var quantity: ExactDecimal
  /// The loss, above zero, in the base currency.
  public internal(set) var amountBase: ExactDecimal
  /// The disposal, as its place in `BookedLedger.disposals`.
  public internal(set) var disposal: Int
  /// The group that acquired the replacement; `missing` where it is the pool.
  public internal(set) var replacement: GroupIndex
  /// The group in whose booking the loss was deferred.
  public internal(set) var group: GroupIndex
  /// The index in `deferredLosses` of the part that was deferred before it; nil for the first.
  var before: Int?
}

/// A gain or a loss realized on one lot. Amounts are in `currency` unless they say base.
///
/// A streamed ledger keeps one for each sale, so its size decides how much memory `gains` takes:
/// the properties are in order of their alignment.
public struct Disposal: Sendable {
  /// Units disposed of.
  public internal(set) var quantity: ExactDecimal
  /// What they brought, net of fees and taxes of the sale unless these are expensed.
  public internal(set) var proceeds: ExactDecimal
  /// What they had cost.
  public internal(set) var cost: ExactDecimal
  /// Proceeds in the base currency, at the rate of the disposal; of a short sale, of its opening.
  public internal(set) var proceedsBase = ExactDecimal.zero
  /// Cost in the base currency, at the rate of the acquisition; of a short sale, of the cover.
  public internal(set) var costBase = ExactDecimal.zero
  /// The gain at the rate of the day on which it was realized: what prices did. The rest of the
  /// gain in base is what currencies did.
  public internal(set) var priceEffectBase = ExactDecimal.zero
  /// Of a loss, what a tax rule defers: at least zero, in the base currency.
  public internal(set) var disallowedBase = ExactDecimal.zero
  /// The group that realized the gain.
  public internal(set) var group: GroupIndex
  /// The group that opened the lot; `missing` where units came out of a pool.
  public internal(set) var openedBy: GroupIndex
  /// What was disposed of.
  public internal(set) var instrument: InstrumentIndex
  /// The account of the disposal.
  public internal(set) var account: SecuritiesAccountIndex
  /// When the gain was realized.
  public internal(set) var disposed: Day
  /// When the lot was acquired; of a short sale, when it was opened; nil out of a pool.
  public internal(set) var acquired: Day?
  /// Whether the base amounts are known.
  public internal(set) var hasBase = false
  /// The currency of the amounts.
  public internal(set) var currency: CurrencyIndex
  /// Why it was disposed of.
  public internal(set) var cause: DisposalCause
  /// By which method or rule its lot was found.
  public internal(set) var matching: MatchingRule
  /// Whether it was held for more than a year, where tax rules ask; nil where none do.
  public internal(set) var term: HoldingTerm?

  /// Sets what the lot cost in base; of a short lot, what its sale brought.
  mutating func setBase(ofOpening amount: ExactDecimal, isShort: Bool) {
    if isShort { proceedsBase = amount } else { costBase = amount }
  }

  /// Whether the United States may defer its loss (26 U.S.C. 1091).
  var mayBeWashSale: Bool {
    switch cause {
    case .sale, .cover, .cashInLieu, .unitFee, .merger: hasBase
    case .returnOfCapital, .writeOff, .gift: false
    }
  }
}
