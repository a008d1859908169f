// If the settings allow it, a trade that exceeds the position that it closes opens the opposite
// position with the rest: a sale opens a short lot, and a purchase first covers short lots.
extension Booker {
  /// Books a trade according to the units held or owed, whatever its trade type.
  mutating func bookCrossing(_ leg: StockLeg) throws {
    let open = oppositeUnits(of: leg)
    if open.isZero { return try bookOpening(leg, isShort: !leg.type.isPurchase) }
    if open >= leg.quantity { return try bookClosing(leg) }
    // The lots that the leg names are those that it ends.
    let chosen = rows.detail(of: leg)?.lots ?? []
    let sum = try chosen.sum(of: \.columns.quantity)
    if !chosen.isEmpty, sum != open { throw crossingLots(leg, sum, open) }
    let (closing, opening) = try split(leg, at: open)
    try bookClosing(closing)
    try bookOpening(opening, isShort: !leg.type.isPurchase)
  }

  /// Whether a leg that has not settled brings units that a sale which settles sooner may take.
  /// A leg that opens a position waits until the position before it has ended: the other leg of its
  /// group, or the other part of the trade, has not settled either.
  func bringsUnits(_ leg: StockLeg) -> Bool {
    guard leg.type.opensPosition || crossesZero && leg.type.isTrade else { return false }
    return oppositeUnits(of: leg).isZero
  }

  /// The units that a trade ends before it opens anything.
  private func oppositeUnits(of leg: StockLeg) -> ExactDecimal {
    held(leg.instrument, leg.account, isShort: leg.type.isPurchase)
  }

  private mutating func bookClosing(_ leg: StockLeg) throws {
    if leg.type.isPurchase { try bookCover(leg) } else { try bookSell(leg) }
  }

  /// Shares the amounts of a trade by units. The second part takes the rounding difference.
  private func split(
    _ leg: StockLeg, at units: ExactDecimal
  ) throws(ArithmeticFault) -> (closing: StockLeg, opening: StockLeg) {
    var (closing, opening) = (leg, leg)
    closing.quantity = units
    try opening.quantity.subtract(units)
    for amount in [\StockLeg.gross, \.fees, \.taxes] {
      closing[keyPath: amount] = try leg[keyPath: amount].share(units, of: leg.quantity)
      try opening[keyPath: amount].subtract(closing[keyPath: amount])
    }
    opening.detail = .missing
    return (closing, opening)
  }
}
