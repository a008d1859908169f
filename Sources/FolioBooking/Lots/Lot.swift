/// The remaining units of one acquisition.
///
/// A short lot holds units that are owed: its cost is the proceeds of their sale.
public struct Lot: Sendable, UnitsAtCost {
  /// Remaining units, positive also in a short lot.
  public internal(set) var quantity: ExactDecimal
  /// Their cost in `currency`; for a short lot, the proceeds of their sale.
  public internal(set) var cost: ExactDecimal
  /// The cost in the base currency, at the rate of the acquisition; zero if `hasBase` is false.
  public internal(set) var costBase: ExactDecimal
  /// The day of the acquisition.
  public internal(set) var acquired: Day
  /// The first day of its holding period: the acquisition, or earlier if the lot replaced units
  /// whose loss was disallowed.
  public internal(set) var holdingFrom: Day
  /// The instrument.
  public internal(set) var instrument: InstrumentIndex
  /// The securities account it is in.
  public internal(set) var account: SecuritiesAccountIndex
  /// The group that opened it.
  public internal(set) var group: GroupIndex
  /// The position it belongs to.
  var position: PositionIndex
  /// The currency of its cost.
  public internal(set) var currency: CurrencyIndex
  /// Whether its cost in the base currency is known.
  public internal(set) var hasBase: Bool
  /// Whether its units are owed instead of held.
  public internal(set) var isShort: Bool
  /// Whether it replaces units whose loss was disallowed. A unit replaces once.
  var isReplacement = false
  /// Whether its units were inherited.
  var isInherited = false
  /// Whether it was recorded as one that may replace units sold at a loss.
  var isOffered = false
  /// The number of the lot, in order of opening.
  var number: UInt32 = 0
  /// Its place among the lots of its day, in the order of their acquisition: its number, or the
  /// place of the lot that it continues.
  var place = UInt32.missing
  /// How many events of its position it has taken over (`LotLog`).
  var eventCount: UInt32 = 0
  /// The first units and cost, by which lots are compared. The quotient of the remaining ones may
  /// differ in the 18th place.
  var openingQuantity: ExactDecimal
  var openingCost: ExactDecimal

  /// Reads each cache line of the lot.
  func touch() -> UInt32 {
    UInt32(truncatingIfNeeded: quantity.places ^ openingCost.places) ^ place
  }

  /// Takes all units out, with the whole cost.
  @inline(__always)
  mutating func takeAll(_ units: ExactDecimal, as index: LotSlot) -> Relief {
    let relief = Relief(index, self, units, cost: cost, costBase: costBase)
    (quantity, cost, costBase) = (.zero, .zero, .zero)
    return relief
  }

  /// Takes units out with their share of the cost, half-even at 18 places. The remaining units keep
  /// the rest, so that nothing is lost however often a lot is divided. In a pool they take no cost:
  /// it is known when the pool is spread over its lots.
  mutating func take(
    _ units: ExactDecimal, leaving rest: ExactDecimal, as index: LotSlot, isPooled: Bool
  ) throws(ArithmeticFault) -> Relief {
    let whole = quantity
    quantity = rest
    if isPooled { return Relief(index, self, units, cost: .zero, costBase: .zero) }
    let part = try cost.share(units, of: whole)
    let partBase = costBase == cost ? part : try costBase.share(units, of: whole)
    try cost.subtract(part)
    try costBase.subtract(partBase)
    return Relief(index, self, units, cost: part, costBase: partBase)
  }

  /// Takes a part out of the cost. Without its cost in base, that of the rest is unknown too.
  mutating func takeCost(
    _ part: ExactDecimal, inBase partBase: ExactDecimal?
  ) throws(ArithmeticFault) {
    try cost.subtract(part)
    if let partBase { try costBase.subtract(partBase) } else { hasBase = false }
  }

  /// Multiplies the units. From now on the lot is compared by the new units.
  /// - Parameter cost: the cost by which it is compared; nil for its own.
  mutating func multiply(
    by ratio: inout RunningRatios, comparedBy cost: ExactDecimal?
  ) throws(ArithmeticFault) {
    quantity = try ratio.next(quantity, in: account)
    compare(by: cost)
  }

  /// From now on compares the lot with others by this cost and these units; nil for its own.
  mutating func compare(by cost: ExactDecimal? = nil, for units: ExactDecimal? = nil) {
    (openingQuantity, openingCost) = (units ?? quantity, cost ?? self.cost)
  }

  /// Puts the lot in the place of the lot that it was divided from.
  mutating func follow(_ whole: Lot) {
    place = whole.place
  }

  /// Units that continue this lot elsewhere: they keep its days, its place among the lots of its
  /// day, and its group.
  /// - Parameter costOfOrder: the cost by which they are compared, if it is not `cost`.
  func continued(
    _ quantity: ExactDecimal, cost: ExactDecimal, costBase: ExactDecimal?,
    comparedBy costOfOrder: ExactDecimal?
  ) -> Lot {
    var lot = self
    (lot.quantity, lot.cost, lot.isOffered) = (quantity, cost, false)
    (lot.costBase, lot.hasBase) = costBase.flagged
    (lot.openingQuantity, lot.openingCost) = (quantity, costOfOrder ?? cost)
    return lot
  }

  /// The cost in base; nil if it is not known.
  var costInBase: ExactDecimal? { hasBase ? costBase : nil }

  /// Whether both were one lot until it was divided, and have the same cost per unit and the same
  /// holding period.
  func isPartOfSameLot(as other: Lot) -> Bool {
    (acquired, place, holdingFrom, isReplacement)
      == (other.acquired, other.place, other.holdingFrom, other.isReplacement)
      && LotOrder.costsMore(self, other) == nil
  }

  /// Whether it comes before another one by day, place and number.
  func isOlder(than other: Lot) -> Bool {
    (acquired, place, number) < (other.acquired, other.place, other.number)
  }
}

extension Lot {
  /// A new lot of units that a leg brings. `costBase` is nil if it is not known.
  init(
    _ leg: StockLeg, _ quantity: ExactDecimal, cost: ExactDecimal, costBase: ExactDecimal?,
    group: GroupIndex
  ) {
    let (costBase, hasBase) = costBase.flagged
    self.init(
      quantity: quantity, cost: cost, costBase: costBase, acquired: leg.tradeDay,
      holdingFrom: leg.tradeDay, instrument: leg.instrument, account: leg.account, group: group,
      position: 0, currency: leg.currency, hasBase: hasBase, isShort: false,
      openingQuantity: quantity, openingCost: cost)
  }
}

/// The units that a disposal takes out of one lot, or out of a pool.
struct Relief {
  var lot: LotSlot
  /// The account that the units leave.
  var account: SecuritiesAccountIndex
  var quantity: ExactDecimal
  var cost: ExactDecimal
  var costBase: ExactDecimal
  /// The day and the group of the acquisition; `missing` for units out of a pool.
  var acquired: Day
  /// The start of the holding period before the disposal. Deferring a loss may change that of the
  /// remaining lot.
  var holdingFrom: Day
  var openedBy: GroupIndex
  var currency: CurrencyIndex
  /// Whether `costBase` is known; under average cost, whether that of the whole pool is.
  var hasBase: Bool
  /// The rule that found it; nil for the method.
  var matching: MatchingRule?

  /// The cost in base; nil if it is not known.
  var costInBase: ExactDecimal? { hasBase ? costBase : nil }

  /// Whether its units have no day of acquisition of their own.
  var isPooled: Bool { matching == .section104 || matching == .adjustedCostBase }

  /// Some of a lot.
  @inline(__always)
  init(
    _ index: LotSlot, _ lot: Lot, _ quantity: ExactDecimal, cost: ExactDecimal = .zero,
    costBase: ExactDecimal = .zero
  ) {
    self.lot = index
    account = lot.account
    self.quantity = quantity
    self.cost = cost
    self.costBase = costBase
    acquired = lot.acquired
    holdingFrom = lot.holdingFrom
    openedBy = lot.group
    currency = lot.currency
    hasBase = lot.hasBase
  }
}
