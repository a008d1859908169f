import FolioModel
import FolioNumbers

// Where the settings allow it, a trade that goes beyond the position it ends opens the opposite
// one with the rest: a sale opens a short lot, a purchase first covers what is owed.
extension Booker {
  /// Books a trade by what is held or owed, not by what it is called.
  mutating func bookCrossing(_ leg: StockLeg) throws {
    let open = oppositeUnits(of: leg)
    if open.isZero { return try bookOpening(leg, isShort: !leg.type.isPurchase) }
    if open >= leg.quantity { return try bookClosing(leg) }
    try checkLots(of: leg, ending: open)
    let (closing, opening) = try split(leg, at: open)
    try bookClosing(closing)
    try bookOpening(opening, isShort: !leg.type.isPurchase)
  }

  /// Whether a leg that has not settled brings units that a sale which settles sooner may take.
  /// What opens a position waits as long as the one before it has not ended: the other leg of its
  /// group, or the other part of the trade, has not settled either.
  func bringsUnits(_ leg: StockLeg) -> Bool {
    guard leg.type.opensPosition || crossesZero && leg.type.isTrade else {
      return false
    }
    return oppositeUnits(of: leg).isZero
  }

  /// The units that a trade ends before it opens anything.
  private func oppositeUnits(of leg: StockLeg) -> ExactDecimal {
    held(leg.instrument, leg.account, isShort: leg.type.isPurchase)
  }

  /// The lots that a leg names are all of those that it ends, and no more.
  private func checkLots(of leg: StockLeg, ending open: ExactDecimal) throws {
    guard let chosen = rows.detail(of: leg)?.lots, !chosen.isEmpty else { return }
    var sum = ExactDecimal.zero
    for choice in chosen { try sum.add(choice.quantity) }
    if sum != open { throw BookingFault(.crossingLots(leg, sum, open, tables)) }
  }

  private mutating func bookClosing(_ leg: StockLeg) throws {
    if leg.type.isPurchase { try bookCover(leg) } else { try bookSell(leg) }
  }

  /// Shares a trade's amounts by units; the second part takes what rounding leaves. The lots that
  /// the leg names are those that it ends.
  private func split(
    _ leg: StockLeg, at units: ExactDecimal
  ) throws(ArithmeticFault) -> (closing: StockLeg, opening: StockLeg) {
    var (closing, opening) = (leg, leg)
    closing.quantity = units
    closing.gross = try leg.gross.share(units, of: leg.quantity)
    closing.fees = try leg.fees.share(units, of: leg.quantity)
    closing.taxes = try leg.taxes.share(units, of: leg.quantity)
    try opening.quantity.subtract(closing.quantity)
    try opening.gross.subtract(closing.gross)
    try opening.fees.subtract(closing.fees)
    try opening.taxes.subtract(closing.taxes)
    opening.detail = .missing
    return (closing, opening)
  }
}
