// The cost of units that are held changes, while no units and no money move. It is no acquisition:
// tax rules that match purchases with sales do not see it, and holding periods stay
// (Specs/decisions/corporate-actions.md).
extension Booker {
  mutating func bookCostAdjustment(_ leg: StockLeg) throws {
    let change = rows.costChange(of: leg)
    var affected = try positionsAffected(by: leg).filter { try hasCostOfItsOwn($0) }
    var chosen: [ChosenLot]?
    if namesLots(leg) {
      let own = positions.find(leg.instrument, scope(leg.account), isShort: false)
      affected = affected.filter { $0 == own }
      if !affected.isEmpty { chosen = try lotsNamed(by: leg, in: own) }
    }
    var rest = leg
    if !change.isNegative { rest.gross = try leg.gross.subtracting(try costTaken(by: leg)) }
    // A first booking for tax rules does not know what was taken.
    if affected.isEmpty, rest.gross != leg.gross {
      // What units of the account that were sold did not take is for those that are held elsewhere.
      rest.account = 0
      affected = try positionsAffected(by: rest).filter { try hasCostOfItsOwn($0) }
    }
    if affected.isEmpty, !traits.isTrial, !rest.gross.isZero { throw nothingHeld(leg) }
    try countChanged(affected)
    recordIncome(leg, change, withheld: .zero, .costAdjustment)
    if affected.isEmpty || rest.gross.isZero { return postCharges(leg) }
    let posted = change.isNegative ? -rest.gross : rest.gross
    post(.costAdjustments, leg.instrument, -posted, leg.currency)
    try shareCash(of: rest, among: affected, chosen: chosen) { booker, lot, amount, rate throws in
      if change.isNegative {
        try booker.lowerCost(of: lot, by: amount, leg, rate, .costAdjustment)
      } else {
        try booker.addCost(amount, to: lot, leg, rate)
      }
      booker.note(.costAdjusted, lot)
    }
    for position in affected { notePool(.costAdjusted, position) }
    postCharges(leg)
  }

  private mutating func costTaken(by leg: StockLeg) throws -> ExactDecimal {
    var taken = ExactDecimal.zero
    try applyRules { taken = try $0.costTaken(by: leg, &$1) }
    return taken
  }

  /// Whether the units of a position have a cost to adjust.
  /// - Parameter units: how many of them; nil if any will do.
  func hasCostOfItsOwn(
    _ position: PositionIndex, _ units: ExactDecimal? = nil
  ) throws(ArithmeticFault) -> Bool {
    let own = try unitsOfItsOwn(position)
    return units.map { own >= $0 } ?? own.isPositive
  }

  /// The units that an event affects and that have a cost of their own.
  func unitsOfItsOwn(
    _ position: PositionIndex, affectedBy leg: StockLeg
  ) throws(ArithmeticFault) -> ExactDecimal {
    min(try unitsOfItsOwn(position), units(of: position, affectedBy: leg))
  }

  /// The units of a position that have a cost of their own. Under rules that match a sale with
  /// purchases of its day, units that will be sold that day are held, but not in the pool.
  func unitsOfItsOwn(_ position: PositionIndex) throws(ArithmeticFault) -> ExactDecimal {
    let held = positions[position].quantity
    guard let pool = positions[position].pool, pool.ahead.isNegative else { return held }
    return try held.adding(pool.ahead)
  }

  /// A lot that cost another currency is raised by what the amount is worth in its own.
  private mutating func addCost(
    _ added: ExactDecimal, to index: LotSlot, _ leg: StockLeg, _ rate: ExchangeRate?
  ) throws {
    let amount = try self.amount(added, by: leg, in: index, rate)
    let lot = lots[index]
    if lot.currency != leg.currency {
      post(.conversions, added, leg.currency)
      post(.conversions, -amount, lot.currency)
    }
    let baseRate = try self.baseRate(of: lot, leg, paid: added, amount: amount, rate)
    try lots[index].cost.add(amount)
    let before = try costOfOrder(lot, lot.quantity)
    lots[index].openingCost = try before?.adding(amount) ?? lots[index].cost
    lots[index].openingQuantity = lot.quantity
    post(.securities, leg.instrument, amount, lot.currency)
    guard let baseRate, lot.hasBase else {
      lots[index].hasBase = false
      return keepCost(.flow, lot, nil)
    }
    let addedBase = try baseRate.convert(amount)
    keepCost(.flow, lot, addedBase)
    try lots[index].costBase.add(addedBase)
  }
}
