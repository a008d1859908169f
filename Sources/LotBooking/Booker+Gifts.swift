import ExactNumbers
import LedgerModel

// Units that leave for nothing: given away, or paid as a fee.
extension Booker {
  /// Whether the tax rules hold a gift to be a disposal at market value.
  var giftIsDisposal: Bool { false }

  mutating func bookGift(_ leg: StockLeg) throws {
    if giftIsDisposal { try bookGiftAtValue(leg) } else { try bookGiftAtCost(leg) }
  }

  /// The lots leave the portfolio at their cost, and nothing is gained.
  private mutating func bookGiftAtCost(_ leg: StockLeg) throws {
    try relieveGiven(leg)
    for relief in reliefs {
      let currency = lots[Int(relief.lot)].currency
      post(.securities, leg.instrument, -relief.cost, currency)
      post(outside, missingIndex, relief.cost, currency)
    }
    postCharges(leg)
  }

  /// The units are disposed of at what they are worth, and that is what the owner takes out.
  mutating func bookGiftAtValue(_ leg: StockLeg) throws {
    guard leg.given.contains(.gross) else { throw BookingFault(.giftWithoutValue(leg, tables)) }
    try relieveGiven(leg)
    try dispose(leg, proceeds: leg.gross, cause: .gift)
    post(outside, missingIndex, leg.gross, leg.currency)
    postCharges(leg)
  }

  /// Units paid as a fee are disposed of at what they are worth, nothing where the leg does not
  /// say; that is the expense.
  mutating func bookUnitFee(_ leg: StockLeg) throws {
    try relieveGiven(leg)
    try dispose(leg, proceeds: leg.gross, cause: .unitFee)
    post(.fees, missingIndex, leg.gross, leg.currency)
    postCharges(leg)
  }

  private mutating func relieveGiven(_ leg: StockLeg) throws {
    let held = held(leg.instrument, leg.account)
    if held < leg.quantity {
      throw BookingFault(.soldMoreThanHeld(leg, held, tables, inAccount: lotScope == .account))
    }
    try relieve(position(leg.instrument, leg.account), for: leg)
  }
}
