// A conversion or an exchange offer turns a part of a position into units of another instrument.
// Cash paid in addition affects the cost of that part alone (Specs/decisions/corporate-actions.md).
extension Booker {
  mutating func bookPartialMerger(
    _ leg: StockLeg, into new: InstrumentIndex, _ ratio: Ratio
  ) throws {
    let position = try positionTurned(by: leg)
    try countChanged([position])
    try relieveAsNamed(position, by: leg)
    try changePlaces(for: leg.account)
    let made: MadeByAccount
    if leg.gross.isPositive {
      let apart = try setApart(leg.instrument, from: position)
      try bookCash(of: leg, [apart], ratio, cause: .merger)
      made = try exchange([apart], of: leg, for: new, ratio)
    } else {
      var running = RunningRatios(ratio)
      var all = MadeByAccount()
      try turnReliefs(into: new, &running, &all)
      made = all
    }
    try payForFractions(leg, new, made.all, rows.detail(of: leg)?.cashInLieu)
    postCharges(leg)
  }

  /// The position whose units the leg converts: held, or owed if nothing is paid.
  private mutating func positionTurned(by leg: StockLeg) throws -> PositionIndex {
    let owed = positions.find(leg.instrument, scope(leg.account), isShort: true)
    if owed != .missing, units(of: owed, openTo: leg.account) >= leg.quantity, !leg.gross.isPositive
    {
      return owed
    }
    return try positionHolding(leg)
  }

  /// Puts the units that were relieved into a position of their own, at their cost. No leg finds
  /// it, since no securities account has its number; the current leg empties it again.
  private mutating func setApart(
    _ instrument: InstrumentIndex, from source: PositionIndex
  ) throws -> PositionIndex {
    let method = positions[source].method
    var apart = positions.find(instrument, .missing, isShort: false)
    if apart == .missing {
      apart = positions.append(Position(method, in: .missing), of: instrument, isShort: false)
    } else if positions[apart].method != method {
      positions[apart].adopt(method, lots.all)
    }
    for relief in reliefs {
      let lot = relievedLot(relief)
      var part = lot.continued(
        relief.quantity, cost: relief.cost, costBase: relief.costInBase,
        comparedBy: try costOfOrder(lot, relief.quantity))
      part.position = apart
      let index = try insert(part)
      attach(try takeGift(relief), to: index)
      try addToPool(apart, index, by: nil)
      note(.opened, index, from: lot.number)
    }
    return apart
  }
}
