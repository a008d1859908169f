// Money paid back to the holders. It lowers the cost of the lots in proportion to their units; the
// excess over a lot's cost is a gain.
extension Booker {
  mutating func bookReturnOfCapital(_ leg: StockLeg) throws {
    let affected = positionsAffected(by: leg)
    if affected.isEmpty { throw nothingHeld(leg) }
    try bookCash(of: leg, affected, nil, cause: .returnOfCapital)
    postCharges(leg)
  }

  mutating func returnCapital(
    _ leg: StockLeg, _ affected: [PositionIndex], cause: DisposalCause
  ) throws {
    if try returnCapitalLater(leg, affected) { return }
    try countChanged(affected)
    try shareCash(of: leg, among: affected) { booker, lot, paid, rate throws in
      try booker.lowerCost(of: lot, by: paid, leg, rate, cause)
      booker.note(.costLowered, lot)
    }
    for position in affected { notePool(.costLowered, position) }
  }

  /// Shares the amount of a leg by units among lots, and changes the cost of each lot.
  /// - Parameter chosen: lots of the positions, and units of each; all lots if it is nil.
  mutating func shareCash(
    of leg: StockLeg, among affected: [PositionIndex], chosen: [ChosenLot]? = nil,
    _ change: (inout Booker, LotSlot, _ cash: ExactDecimal, _ rate: ExchangeRate?) throws -> Void
  ) throws {
    let rate = rates.rate(of: leg, on: leg.tradeDay)
    for position in affected {
      let one = Cost(amount: .one, inBase: try rate?.convert(.one), currency: leg.currency)
      try bringUp(lotsOf: position)
      try preparePool(position, of: leg.instrument, for: one, on: leg.tradeDay, by: leg)
      try spreadPool(position)
    }
    let parts =
      chosen
      ?? affected.flatMap { lots(of: $0, affectedBy: leg) }.map { ($0, lots[$0].quantity) }
    var shares = Shares(leg.gross, by: try parts.sum(of: \.quantity))
    for (lot, units) in parts { try change(&self, lot, shares.next(units), rate) }
    for position in affected {
      try gatherPool(position)
      positions[position].log?.forgetCosts()
      positions[position].reorder(lots.all)
    }
  }

  /// If a lot has its cost in another currency than the payment, the payment is converted to the
  /// currency of the lot.
  mutating func lowerCost(
    of index: LotSlot, by paid: ExactDecimal, _ leg: StockLeg, _ rate: ExchangeRate?,
    _ cause: DisposalCause
  ) throws {
    let amount = try self.amount(paid, by: leg, in: index, rate)
    let lot = lots[index]
    if lot.currency != leg.currency {
      post(.conversions, -paid, leg.currency)
      post(.conversions, amount, lot.currency)
    }
    let baseRate = try self.baseRate(of: lot, leg, paid: paid, amount: amount, rate)
    let used = min(amount, lot.cost)
    let excess = try amount.subtracting(used)
    try lots[index].cost.subtract(used)
    defer { limitGift(of: index) }
    let before = try costOfOrder(lot, lot.quantity)
    lots[index].openingCost =
      try before.map { cost throws(ArithmeticFault) in max(.zero, try cost.subtracting(used)) }
      ?? lots[index].cost
    lots[index].openingQuantity = lot.quantity
    post(.securities, leg.instrument, -used, lot.currency)
    post(.gains, leg.instrument, -excess, lot.currency)
    guard let rate = baseRate, lot.hasBase else {
      lots[index].hasBase = false
      keepCost(.flow, lot, nil)
      if excess.isPositive { try recordExcess(excess, nil, .zero, index, leg, cause) }
      return
    }
    let usedBase = try rate.convert(used)
    keepCost(.flow, lot, -usedBase)
    let leftBase = try lot.costBase.subtracting(usedBase)
    lots[index].costBase = excess.isPositive ? .zero : max(.zero, leftBase)
    if excess.isPositive {
      try recordExcess(excess, try rate.convert(excess), leftBase, index, leg, cause)
    } else if leftBase.isNegative {
      // The currency rose: in base the cost is used up first, and a cost is never below zero.
      try recordExcess(.zero, .zero, leftBase, index, leg, cause)
    }
  }

  /// The rate of a lot's currency to base at which a payment lowers its cost: in base, the cost is
  /// lowered by the value of the payment in base.
  mutating func baseRate(
    of lot: Lot, _ leg: StockLeg, paid: ExactDecimal, amount: ExactDecimal, _ rate: ExchangeRate?
  ) throws(ArithmeticFault) -> ExchangeRate? {
    if lot.currency == leg.currency { return rate }
    guard let rate, !amount.isZero else {
      return rates.rateToBase(lot.currency, on: leg.tradeDay, at: leg.position)
    }
    return ExchangeRate(multiplier: try rate.convert(paid), divisor: amount)
  }

  /// A gain without a disposal: no units leave. Base cost that is left over when the cost in
  /// trade currency is used up counts against it.
  private mutating func recordExcess(
    _ excess: ExactDecimal, _ excessBase: ExactDecimal?, _ leftBase: ExactDecimal,
    _ index: LotSlot, _ leg: StockLeg, _ cause: DisposalCause
  ) throws {
    guard keepsRows else { return }
    let lot = lots[index]
    var row = Disposal(
      quantity: .zero, proceeds: excess, cost: .zero, group: context.group, openedBy: lot.group,
      instrument: leg.instrument, account: lot.account, disposed: day(of: leg),
      acquired: lot.acquired, currency: lot.currency, cause: cause, matching: matching)
    if let excessBase {
      (row.proceedsBase, row.costBase) = (excessBase, leftBase)
      (row.priceEffectBase, row.hasBase) = (excessBase, true)
    }
    try record(row, of: index, heldFrom: lot.holdingFrom, leg)
  }
}
