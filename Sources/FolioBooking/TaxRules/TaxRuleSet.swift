/// The tax rules of a country, to the extent that they change booking.
///
/// The defaults are plain booking. Booking without rules calls none of these functions. See
/// `TaxRegime` for how to add a country.
protocol TaxRuleSet: Sendable {
  /// The constants of the rules.
  var traits: TaxRuleTraits { get }

  /// Called after a purchase opened a lot.
  mutating func acquired(_ lot: LotSlot, _ leg: StockLeg, _ booker: inout Booker) throws
  /// Called after a lot that was bought earlier came in: from another account, from outside, or
  /// under another symbol.
  mutating func carried(_ lot: LotSlot, _ booker: inout Booker) throws
  /// Chooses the units that a sale relieves, and leaves them in `booker.reliefs`.
  mutating func identify(_ position: PositionIndex, _ leg: StockLeg, _ booker: inout Booker) throws
  /// Called after a disposal was recorded.
  /// - Parameters:
  ///   - row: its index in `BookedLedger.disposals`.
  ///   - lot: the lot that its units came from.
  ///   - heldFrom: the start of their holding period.
  mutating func disposed(
    _ row: Int, _ lot: LotSlot, _ heldFrom: Day, _ leg: StockLeg, _ booker: inout Booker
  ) throws
  /// Called after a split multiplied the units of an instrument.
  mutating func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker) throws
  /// Called after an instrument changed its symbol.
  mutating func renamed(
    _ old: InstrumentIndex, _ new: InstrumentIndex, _ leg: StockLeg, _ booker: inout Booker) throws
  /// The amount of a cost adjustment that units disposed of before it took.
  mutating func costTaken(by leg: StockLeg, _ booker: inout Booker) throws -> ExactDecimal
  /// Called after money was paid in place of a dividend of an instrument.
  mutating func paidInLieu(_ leg: CashLeg, _ booker: inout Booker) throws
  /// Called after a leg was booked.
  mutating func booked(_ leg: StockLeg, _ booker: inout Booker) throws
}

extension TaxRuleSet {
  mutating func acquired(_ lot: LotSlot, _ leg: StockLeg, _ booker: inout Booker) {}
  mutating func carried(_ lot: LotSlot, _ booker: inout Booker) {}
  mutating func identify(_ position: PositionIndex, _ leg: StockLeg, _ booker: inout Booker) throws
  {
    if traits.poolRule != nil {
      return try booker.relieveForDisposal(position, leg.quantity, in: leg.account)
    }
    try booker.relieve(position, for: leg)
  }
  mutating func disposed(
    _ row: Int, _ lot: LotSlot, _ heldFrom: Day, _ leg: StockLeg, _ booker: inout Booker
  ) {}
  mutating func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker
  ) {}
  mutating func renamed(
    _ old: InstrumentIndex, _ new: InstrumentIndex, _ leg: StockLeg, _ booker: inout Booker
  ) {}
  mutating func costTaken(by leg: StockLeg, _ booker: inout Booker) -> ExactDecimal { .zero }
  mutating func paidInLieu(_ leg: CashLeg, _ booker: inout Booker) {}
  mutating func booked(_ leg: StockLeg, _ booker: inout Booker) {}
}

/// The constants of a country's tax rules. The defaults are plain booking.
struct TaxRuleTraits {
  /// The method that the rules prescribe; nil if the user chooses.
  var method: CostBasisMethod?
  /// The rule of a disposal where the rules know one pool instead of lots.
  var poolRule: MatchingRule?
  /// The method for units that are owed, where it is not `method`.
  var shortMethod: CostBasisMethod?
  /// The lot scope that the rules prescribe; nil if the user chooses.
  var lotScope: LotScope?
  /// Whether the rules change disposals after they were recorded.
  var changesDisposals = false
  /// Whether a disposal counts on its settlement date.
  var countsBySettlement = false
  /// How cash is treated that a merger pays beside new units. `partDisposal` applies to returns of
  /// capital too.
  var mergerCash = MergerCash.lowersCost
  /// For how many days after a disposal a purchase may still affect it. During that time a split
  /// is booked although nothing is held.
  var window: Int32 = 0
  /// Whether giving units away is a disposal at market value.
  var giftIsDisposal = false
  /// Whether the costs of a gift to the spouse are part of what the units cost the spouse.
  var spouseTakesCosts = false
  /// Whether units received as a gift have a lower cost for losses.
  var hasGiftBasis = false
  /// Whether units that come from outside, and were acquired on that day, are an acquisition of the
  /// day: a gift received.
  var receiptIsAcquisition = false
  /// Whether the rules look ahead in the ledger, so that its groups have to be known.
  var looksAhead = false
  /// Whether the ledger is booked only to look ahead.
  var isTrial = false
}

/// How cash is treated that a merger pays beside new units.
enum MergerCash {
  /// It lowers the cost; the excess over the cost is a gain.
  case lowersCost
  /// The gain is taxed up to the cash; a loss is not recognized.
  case gainUpToCash
  /// A part of the holding is sold for it, unless it is small.
  case partDisposal
}

extension Booker {
  /// Calls the tax rules, if there are any. Meanwhile the booker has none, so that the rules can
  /// change it.
  @inline(__always)
  mutating func applyRules(
    _ call: (inout any TaxRuleSet, inout Booker) throws -> Void
  ) rethrows {
    guard hasRules, var current = rules.take() else { return }
    defer { rules = current }
    try call(&current, &self)
  }

  /// Warns of choices that the tax rules override. The books follow those of the settings.
  mutating func warnOfOverriddenChoices(_ asked: BookingOptions) {
    if let method = asked.method, let own = traits.method, method != own {
      booked.warnings.append(methodOfTaxRules("the method \(method.rawValue)"))
    }
    if let scope = asked.lotScope, let own = traits.lotScope, scope != own {
      booked.warnings.append(methodOfTaxRules("the lot scope \(scope.rawValue)"))
    }
  }

  /// Warns of accounts whose names say that the law taxes them in another way, if the settings do
  /// not say how; and of accounts in the settings that no leg names.
  mutating func warnOfShelteredAccounts(_ regime: TaxRegime) {
    let known = tables.settings.accountCapacities
    for account in tables.securitiesAccounts.all.indices {
      let index = SecuritiesAccountIndex(account)
      if known.contains(where: { $0.account == index }) { continue }
      let name = tables.securitiesAccount(index)
      let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
      if let word = words.first(where: { regime.shelters.contains(String($0)) }) {
        let leg = rows.stockLegs.first { $0.account == index }
        booked.warnings.append(shelteredAccount(name, String(word), at: leg?.position ?? .none))
      }
    }
    if known.isEmpty { return }
    let used = Set(rows.stockLegs.map(\.account))
    for entry in known where !used.contains(entry.account) {
      booked.warnings.append(capacityOfUnknownAccount(tables.securitiesAccount(entry.account)))
    }
  }
}
