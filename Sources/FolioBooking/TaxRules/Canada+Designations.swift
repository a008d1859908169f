// Shares that an employee received, and options that were written.
extension Booker {
  private static let daysOfDesignation: Int32 = 30

  /// A lot, if a sale designates it: it came in no more than 30 days before, and the sale takes no
  /// more than its units.
  func designatedLot(_ position: PositionIndex, _ leg: StockLeg, _ number: UInt32) -> LotSlot? {
    guard let choices = rows.detail(of: leg)?.lots, choices.count == 1,
      let choice = choices.first
    else { return nil }
    return lotsInOrder(of: position).first { slot in
      let lot = lots[slot]
      return lot.number == number && lot.quantity >= leg.quantity
        && (choice.groupID.isNone || choice.group == lot.group)
        && (choice.acquired ?? lot.acquired) == lot.acquired
        && leg.tradeDay.daysSince1970 - lot.acquired.daysSince1970 <= Self.daysOfDesignation
    }
  }

  /// Takes units out of a lot at its own cost, and that cost out of the pool.
  mutating func relieveDesignated(_ slot: LotSlot, _ leg: StockLeg) throws {
    clearReliefs()
    try bringUp(slot)
    let lot = lots[slot]
    // In a pool a lot keeps the cost of all its units.
    let cost = try lot.cost.share(leg.quantity, of: lot.openingQuantity)
    let costBase = try lot.costBase.share(leg.quantity, of: lot.openingQuantity)
    try positions[lot.position].takeUnits(leg.quantity, from: slot, &lots)
    try positions[lot.position].take(leg.quantity)
    try positions[lot.position].pool?.raiseCost(by: -cost, inBase: -costBase)
    var relief = Relief(slot, lot, leg.quantity, cost: cost, costBase: costBase)
    relief.matching = .specific
    reliefs.append(relief)
    notePool(.taken, lot.position)
  }

  /// The premium of a written option is a gain of the day of the grant (Income Tax Act s.49(1)). If
  /// it ends in a later year, it counts there with what closing it costs alone (IT-479R,
  /// paragraphs 23 to 32).
  mutating func countPremium(ofRow row: Int, _ slot: LotSlot, _ leg: StockLeg) throws {
    let disposal = booked.disposals[row]
    let granted = lots[slot].acquired
    guard disposal.cause.endsShort, tables.instruments[Int(disposal.instrument)].isOption,
      granted.year < disposal.disposed.year
    else { return }
    booked.countOnOpening(row, granted, endedOn: granted, disposal.matching)
    if disposal.cause == .shortExpiry { return }
    let closing = try booked.divideAtGrant(row, disposal)
    booked.disposals.append(closing)
    note(.disposed, slot, row: booked.disposals.endIndex - 1)
  }
}

extension BookedLedger {
  /// Leaves the premium of a written option in a row.
  /// - Returns: the row of what closing it costs.
  fileprivate mutating func divideAtGrant(
    _ row: Int, _ whole: Disposal
  ) throws(ArithmeticFault) -> Disposal {
    var closing = whole
    (closing.proceeds, closing.proceedsBase) = (.zero, .zero)
    closing.priceEffectBase = -whole.costBase
    disposals[row].cost = .zero
    disposals[row].costBase = .zero
    disposals[row].priceEffectBase = try whole.priceEffectBase.adding(whole.costBase)
    return closing
  }
}
