import ExactNumbers
import LedgerModel

/// Why a lot was disposed of.
public enum DisposalCause: String, Sendable, CaseIterable {
  case sale, cover
  case cashInLieu = "cash_in_lieu"
  case merger
  case returnOfCapital = "return_of_capital"
  case writeOff = "write_off"
}

/// A gain or a loss realized on one lot. Amounts are in `currency` unless they say base.
public struct Disposal: Sendable {
  /// Units disposed of.
  public internal(set) var quantity: ExactDecimal
  /// What they brought, net of fees and taxes of the sale unless these are expensed.
  public internal(set) var proceeds: ExactDecimal
  /// What they had cost.
  public internal(set) var cost: ExactDecimal
  /// Proceeds in the base currency, at the rate of the disposal; of a short sale, of its opening.
  public internal(set) var proceedsBase: ExactDecimal
  /// Cost in the base currency, at the rate of the acquisition; of a short sale, of the cover.
  public internal(set) var costBase: ExactDecimal
  /// The gain at the rate of the day on which it was realized: what prices did. The rest of the
  /// gain in base is what currencies did.
  public internal(set) var priceEffectBase: ExactDecimal
  /// The group that realized the gain.
  public internal(set) var group: GroupIndex
  /// The group that opened the lot.
  public internal(set) var openedBy: GroupIndex
  /// What was disposed of.
  public internal(set) var instrument: InstrumentIndex
  /// The account of the disposal.
  public internal(set) var account: SecuritiesAccountIndex
  /// When the lot was acquired; of a short sale, when it was opened.
  public internal(set) var acquired: Day
  /// When the gain was realized.
  public internal(set) var disposed: Day
  /// The currency of the amounts.
  public internal(set) var currency: CurrencyIndex
  /// Whether the base amounts are known.
  public internal(set) var hasBase: Bool
  /// Why it was disposed of.
  public internal(set) var cause: DisposalCause
  /// By which method its lot was found.
  public internal(set) var method: CostBasisMethod
}
