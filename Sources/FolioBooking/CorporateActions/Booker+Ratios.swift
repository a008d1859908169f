import FolioModel
import FolioNumbers

// Events that change how many units the lots hold: splits, stock dividends, and the fractions
// that they leave.
extension Booker {
  /// `new` units for each `old` ones, in every lot, held or owed. Costs and days stay as they are.
  mutating func bookSplit(_ leg: StockLeg) throws {
    let affected = positionsAffected(by: leg)
    let owed = positionsAffected(by: leg, isShort: true)
    guard let detail = rows.detail(of: leg), let ratio = detail.ratio,
      !affected.isEmpty || !owed.isEmpty || wasSoldLately(leg)
        || ignoresTaxRules
    else { throw nothingHeld(leg) }
    try multiply(affected, owed, by: ratio, leg)
    try payForFractions(leg, leg.instrument, whole(affected), detail.cashInLieu)
    postCharges(leg)
  }

  /// Whether a purchase after a split may still bear on a sale before it.
  private func wasSoldLately(_ leg: StockLeg) -> Bool {
    traits.window > 0
      && positions.all(leg.instrument, isShort: false).contains {
        let sold = positions[$0].lastSold
        return leg.tradeDay.daysSince1970 - sold.daysSince1970 <= traits.window
      }
  }

  /// Untaxed, the new units are spread over the lots and cost nothing; taxed as income
  /// (`gross_amount`), they are a lot of their own at that value.
  mutating func bookStockDividend(_ leg: StockLeg) throws {
    let affected = positionsAffected(by: leg)
    if affected.isEmpty { throw nothingHeld(leg) }
    let held = try units(in: affected)
    let added = try unitsAdded(leg, held)
    if leg.given.contains(.gross) && leg.gross.isPositive {
      try bookTaxedStockDividend(leg, added)
    } else {
      let ratio = Ratio(new: try held.adding(added), old: held)
      try multiply(affected, [], by: ratio, leg)
    }
    try payForFractions(
      leg, leg.instrument, whole(affected), rows.detail(of: leg)?.cashInLieu)
    postCharges(leg)
  }

  /// Positions whose every unit an event changed.
  private func whole(_ affected: [PositionIndex]) -> [MadeUnits] {
    affected.map { MadeUnits(position: $0, units: positions[$0].quantity) }
  }

  private func unitsAdded(
    _ leg: StockLeg, _ held: ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    if leg.given.contains(.quantity) { return leg.quantity }
    guard let ratio = rows.detail(of: leg)?.ratio else { return .zero }
    return try RunningRatio.scale(held, ratio)
  }

  private mutating func bookTaxedStockDividend(
    _ leg: StockLeg, _ quantity: ExactDecimal
  ) throws {
    recordIncome(leg, leg.gross, withheld: leg.taxes, .stockDividend)
    let costBase = try rates.convert(leg.gross, of: leg, on: leg.tradeDay)
    let lot = try open(
      Lot(leg, quantity, cost: leg.gross, costBase: costBase, group: context.group))
    try applyRules { try $0.acquired(lot, leg, &$1) }
    post(.securities, leg.instrument, leg.gross, leg.currency)
    post(.dividends, leg.instrument, -leg.gross, leg.currency)
  }

  /// Multiplies the units of each lot of some positions, held and owed.
  private mutating func multiply(
    _ held: [PositionIndex], _ owed: [PositionIndex], by ratio: Ratio, _ leg: StockLeg
  ) throws {
    for positions in [held, owed] where try !multiplyLater(positions, by: ratio) {
      try countChanged(positions)
      var running = RunningRatio(ratio)
      for position in positions { try multiply(position, by: &running) }
    }
    try applyRules { try $0.rescaled(leg.instrument, ratio, leg, &$1) }
    for position in held + owed { notePool(.multiplied, position) }
  }

  private mutating func multiply(_ position: PositionIndex, by ratio: inout RunningRatio) throws {
    try bringUp(lotsOf: position)
    var units = ExactDecimal.zero
    var least: ExactDecimal?
    for lot in lotsInOrder(of: position) {
      let before = try costOfOrder(lots[lot], lots[lot].quantity)
      try lots[lot].multiply(by: &ratio, comparedBy: before)
      try units.add(lots[lot].quantity)
      least = min(least ?? lots[lot].quantity, lots[lot].quantity)
      if !gifts.isEmpty { gifts[lots[lot].number]?.quantity = lots[lot].quantity }
      note(.multiplied, lot)
    }
    positions[position].multiplied(to: units, lots.all)
    beginLog(of: position, least: least)
  }

  /// The open lots of a position, oldest first.
  func lotsInOrder(of position: PositionIndex) -> [LotSlot] {
    positions[position].order.candidates.filter { !lots[$0].quantity.isZero }
      .sorted { lots[$0].isOlder(than: lots[$1]) }
  }

  /// Sells the fraction of a unit that an event leaves in each position for the cash that was
  /// paid for it.
  mutating func payForFractions(
    _ leg: StockLeg, _ instrument: InstrumentIndex, _ made: [MadeUnits], _ cash: ExactDecimal?
  ) throws {
    guard let cash, cash.isPositive else { return }
    var sale = leg
    sale.instrument = instrument
    var fractions: [(made: MadeUnits, units: ExactDecimal)] = []
    var units = ExactDecimal.zero
    for part in made {
      let fraction = try part.units.subtracting(part.units.rounded(toPlaces: 0, .down))
      if fraction.isPositive { fractions.append((part, fraction)) }
      try units.add(fraction)
    }
    if units.isZero { throw noFraction(sale) }
    var shares = Shares(cash, by: units)
    for fraction in fractions {
      adoptMethod(of: fraction.made.position)
      try relieve(fraction.made, fraction.units)
      try dispose(sale, for: shares.next(fraction.units), cause: .cashInLieu)
    }
  }

  /// Takes a fraction out of the units that an event made: out of the lots that it opened, oldest
  /// first, or where it only changed lots, out of the position in the order of the method.
  private mutating func relieve(_ made: MadeUnits, _ quantity: ExactDecimal) throws {
    if made.lots.isEmpty { return try relieve(made.position, quantity) }
    clearReliefs()
    var left = quantity
    for lot in made.lots where left.isPositive {
      let taken = min(left, lots[lot].quantity)
      try take(taken, from: lot)
      try left.subtract(taken)
    }
    try settle(made.position, quantity)
  }
}

/// The units that an event made in one position, and the lots that it opened for them; no lots
/// where it changed those that were there.
struct MadeUnits {
  var position: PositionIndex
  var units: ExactDecimal
  var lots: [LotSlot] = []
}
