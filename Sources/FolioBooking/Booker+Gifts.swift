import FolioModel
import FolioNumbers

// Units that leave for nothing: given away, or paid as a fee.
extension Booker {
  /// Whether a gift is a disposal, the tax rules decide.
  mutating func bookGift(_ leg: StockLeg) throws {
    if traits.giftIsDisposal { try bookGiftAtValue(leg) } else { try bookGiftAtCost(leg) }
  }

  /// The lots leave the portfolio at their cost, and nothing is gained.
  private mutating func bookGiftAtCost(_ leg: StockLeg) throws {
    try relieve(try positionOfGiven(leg), for: leg)
    for relief in reliefs {
      post(.securities, leg.instrument, -relief.cost, relief.currency)
      post(outside, missingIndex, relief.cost, relief.currency)
    }
    if keepsPeriod {
      try keepLeaving(
        reliefs.map { relief in
          Leaving(
            lot: lots[relief.lot], quantity: relief.quantity, cost: relief.cost,
            costBase: relief.hasBase ? relief.costBase : nil)
        })
    }
    postCharges(leg)
  }

  /// The units are disposed of at what they are worth, and that is what the owner takes out.
  private mutating func bookGiftAtValue(_ leg: StockLeg) throws {
    guard leg.given.contains(.gross) else { throw BookingFault(.giftWithoutValue(leg, tables)) }
    try identifyGiven(leg)
    try dispose(leg, proceeds: leg.gross, cause: .gift)
    post(outside, missingIndex, leg.gross, leg.currency)
    postCharges(leg)
  }

  /// Units paid as a fee are disposed of at what they are worth, nothing where the leg does not
  /// say; that is the expense.
  mutating func bookUnitFee(_ leg: StockLeg) throws {
    try identifyGiven(leg)
    try dispose(leg, proceeds: leg.gross, cause: .unitFee)
    post(.fees, missingIndex, leg.gross, leg.currency)
    postCharges(leg)
  }

  private mutating func identifyGiven(_ leg: StockLeg) throws {
    let position = try positionOfGiven(leg)
    try identify(position, for: leg)
    positions[position].lastSold = leg.tradeDay
  }

  /// The position that the units leave; it holds them.
  private mutating func positionOfGiven(_ leg: StockLeg) throws -> PositionIndex {
    let held = held(leg.instrument, leg.account)
    if held < leg.quantity {
      throw BookingFault(.soldMoreThanHeld(leg, held, tables, inAccount: lotScope == .account))
    }
    return position(leg.instrument, leg.account)
  }
}
