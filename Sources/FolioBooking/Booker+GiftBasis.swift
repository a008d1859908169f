// Lots that were received as a gift have two costs, one for gains and one for losses, if the rules
// know them (Specs/decisions/gifts.md).
extension Booker {
  /// The second cost of a lot from outside; nil if the ledger gives none.
  mutating func giftBasis(
    of choice: LotChoice, _ leg: StockLeg, _ lot: Lot
  ) throws(ArithmeticFault) -> GiftBasis? {
    // Rules that know one cost do not keep another.
    guard let value = choice.fairValue, !choice.isShort,
      recorder.period?.marketValue == nil || !keepsPeriod,
      traits.hasGiftBasis || !hasRules
    else { return nil }
    let received = choice.received ?? leg.tradeDay
    var valueBase = choice.fairValueBase
    if valueBase == nil { valueBase = try rates.rate(of: leg, on: received)?.convert(value) }
    var known: ExactDecimal?
    if lot.hasBase, let valueBase { known = try lot.costBase.subtracting(valueBase) }
    let (costBase, hasBase) = known.flagged
    return GiftBasis(
      quantity: lot.quantity, cost: try lot.cost.subtracting(value), costBase: costBase,
      hasBase: hasBase, received: received)
  }

  /// Lowers the cost of a lot to that for losses, which is the only one in a pool: averaging takes
  /// the consent to it (26 CFR 1.1012-1(e)(7), Publication 550).
  /// - Returns: by how much.
  func lowerForPool(_ lot: inout Lot, _ gift: GiftBasis) throws(ArithmeticFault) -> ExactDecimal {
    guard traits.hasGiftBasis else { return .zero }
    let lower = max(.zero, gift.cost)
    try lot.cost.subtract(lower)
    if gift.hasBase {
      try lot.costBase.subtract(max(.zero, gift.costBase))
    } else {
      lot.hasBase = false
    }
    return lower
  }

  /// Takes the part of the second cost that goes with the units of a relief.
  mutating func takeGift(_ relief: Relief) throws(ArithmeticFault) -> GiftBasis? {
    if gifts.isEmpty || !relief.quantity.isPositive { return nil }
    let number = lots[relief.lot].number
    guard var gift = gifts[number] else { return nil }
    let part = try gift.split(off: relief.quantity)
    gifts[number] = gift.quantity.isZero ? nil : gift
    return part
  }

  /// Takes the parts of all reliefs, of units that leave without proceeds.
  mutating func dropGifts() throws(ArithmeticFault) {
    if gifts.isEmpty { return }
    for relief in reliefs { _ = try takeGift(relief) }
  }

  /// Limits the second cost of a lot after its cost was lowered.
  mutating func limitGift(of index: LotSlot) {
    if !gifts.isEmpty { gifts[lots[index].number]?.limit(to: lots[index]) }
  }

  /// Gives a lot its second cost, for as many units as it has; none in a pool.
  mutating func attach(_ gift: GiftBasis?, to index: LotSlot) {
    guard var gift, positions[lots[index].position].pool == nil else { return }
    gift.quantity = lots[index].quantity
    gifts[lots[index].number] = gift
  }
}
