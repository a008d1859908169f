/// Why a lot was disposed of. New minor versions may add cases.
public enum DisposalCause: String, Sendable, CaseIterable {
  case sale, cover
  case cashInLieu = "cash_in_lieu"
  case merger
  case returnOfCapital = "return_of_capital"
  case costAdjustment = "cost_adjustment"
  case deemedDisposition = "deemed_disposition"
  case writeOff = "write_off"
  /// An option that was bought expired.
  case expiry
  /// An option that was sold short expired.
  case shortExpiry = "short_expiry"
  case gift
  case unitFee = "unit_fee"

  /// Whether units that were owed are owed no longer.
  public var endsShort: Bool { self == .cover || self == .shortExpiry }
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
  init(_ method: CostBasisMethod) { self = MatchingRule(rawValue: method.rawValue) ?? .fifo }
}

/// How a rule sets the cost or the proceeds of a disposal, where they are not what was paid. New
/// minor versions may add cases.
public enum BasisRule: String, Sendable, CaseIterable {
  /// The proceeds are the cost, so that nothing is gained: a gift to a spouse (TCGA 1992 s.58,
  /// Income Tax Act s.73(1)).
  case noGain = "no_gain"
  /// The cost is the giver's: units received as a gift and sold for no less, or worth no less on
  /// the day of the gift (26 U.S.C. 1015(a)).
  case giver
  /// The cost is the market value on the day of the gift: they were sold for less.
  case fairValue = "fair_value"
  /// The cost is the value on the day of the death: the units were inherited, and count as held for
  /// more than a year (26 U.S.C. 1014(a), 1223(9)).
  case inherited
  /// The cost is the proceeds: they were sold for less than the giver's cost, and for no less than
  /// that value.
  case proceeds
  /// The gain is not taxed: the units were in a sheltered account.
  case sheltered
}

/// Whether a capital asset was held for more than one year (26 U.S.C. 1222).
public enum HoldingTerm: String, Sendable, CaseIterable {
  case short, long
  /// A section 1256 contract: 60 % of the gain is long term and 40 % short term, however long it
  /// was held (26 U.S.C. 1256(a)(3)).
  case mixed = "60_40"
}

/// A loss, or a part of one, that a tax rule disallows for now. It is part of the cost of the units
/// that replaced the sold ones.
public struct DeferredLoss: Sendable, Hashable {
  /// The replaced units of the disposal.
  public internal(set) var quantity: ExactDecimal
  /// The loss in the base currency, a positive amount.
  public internal(set) var amountBase: ExactDecimal
  /// The index of the disposal in `BookedLedger.disposals`.
  public internal(set) var disposal: Int
  /// The group that acquired the replacement; `missing` for a pool.
  public internal(set) var replacement: GroupIndex
  /// The group that was booked when the loss was deferred.
  public internal(set) var group: GroupIndex
  /// The part of the loss that no cost takes over, in the base currency: a sheltered account
  /// acquired the units.
  public internal(set) var lostBase = ExactDecimal.zero
  /// The index in `deferredLosses` of the previous part; nil for the first.
  var before: Int?
}

/// A gain or a loss realized on one lot. Amounts are in `currency` unless they say base.
///
/// A streamed ledger keeps one for each sale, so its size decides how much memory `gains` takes:
/// the properties are in order of their alignment.
public struct Disposal: Sendable {
  /// Units disposed of.
  public internal(set) var quantity: ExactDecimal
  /// Proceeds, net of fees and taxes of the sale unless these are expensed.
  public internal(set) var proceeds: ExactDecimal
  /// Cost.
  public internal(set) var cost: ExactDecimal
  /// Proceeds in the base currency, at the rate of the disposal; for a short sale, of its opening.
  public internal(set) var proceedsBase = ExactDecimal.zero
  /// Cost in the base currency, at the rate of the acquisition; for a short sale, of the cover.
  public internal(set) var costBase = ExactDecimal.zero
  /// The gain at the rate of the day on which it was realized: the effect of prices. The rest of
  /// the gain in base is the effect of currencies.
  public internal(set) var priceEffectBase = ExactDecimal.zero
  /// The part of a loss that a tax rule defers, in the base currency; at least zero.
  public internal(set) var disallowedBase = ExactDecimal.zero
  /// The group that realized the gain.
  public internal(set) var group: GroupIndex
  /// The group that opened the lot; `missing` for units out of a pool.
  public internal(set) var openedBy: GroupIndex
  /// The instrument.
  public internal(set) var instrument: InstrumentIndex
  /// The account of the disposal.
  public internal(set) var account: SecuritiesAccountIndex
  /// The day on which the gain was realized.
  public internal(set) var disposed: Day
  /// The day on which the lot was acquired or the short sale opened; nil for units out of a pool.
  public internal(set) var acquired: Day?
  /// Whether the base amounts are known.
  public internal(set) var hasBase = false
  /// The currency of the amounts.
  public internal(set) var currency: CurrencyIndex
  /// Why it was disposed of.
  public internal(set) var cause: DisposalCause
  /// The method or rule that found its lot.
  public internal(set) var matching: MatchingRule
  /// Whether it was held for more than a year; nil unless tax rules need it.
  public internal(set) var term: HoldingTerm?
  /// The rule that sets the cost or the proceeds; nil if they are what was paid.
  public internal(set) var basis: BasisRule?

  /// Sets the cost of the lot in base; for a short lot, the proceeds of its sale.
  mutating func setBase(ofOpening amount: ExactDecimal, isShort: Bool) {
    if isShort { proceedsBase = amount } else { costBase = amount }
  }

  /// Whether the United States may defer its loss (26 U.S.C. 1091).
  var mayBeWashSale: Bool {
    switch cause {
    case .sale, .cover, .cashInLieu, .unitFee, .merger: hasBase
    case .returnOfCapital, .costAdjustment, .deemedDisposition, .writeOff, .expiry, .shortExpiry,
      .gift:
      false
    }
  }
}

extension Disposal {
  /// The premium of a written option that is open, as a gain of the day of the grant.
  package init(ofGrant lot: Lot) {
    self.init(
      quantity: lot.quantity, proceeds: lot.cost, cost: .zero, group: lot.group,
      openedBy: lot.group, instrument: lot.instrument, account: lot.account,
      disposed: lot.acquired, acquired: lot.acquired, currency: lot.currency, cause: .cover,
      matching: .fifo)
    (proceedsBase, hasBase) = (lot.costBase, lot.hasBase)
    priceEffectBase = lot.costBase
  }
}
