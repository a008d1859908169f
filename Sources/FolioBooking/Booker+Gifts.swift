// Units that leave without proceeds: given away, or paid as a fee.
extension Booker {
  /// Whether a gift is a disposal, the tax rules decide.
  mutating func bookGift(_ leg: StockLeg) throws {
    if !traits.giftIsDisposal {
      try bookGiftAtCost(leg)
    } else if rows.isForSpouse(leg) {
      try bookGiftWithoutGain(leg)
    } else {
      try bookGiftAtValue(leg)
    }
  }

  /// The lots leave the portfolio at their cost, and nothing is gained.
  private mutating func bookGiftAtCost(_ leg: StockLeg) throws {
    try relieve(positionHolding(leg), for: leg)
    try changePlaces(for: leg.account)
    for relief in reliefs {
      post(.securities, leg.instrument, -relief.cost, relief.currency)
      post(outside, relief.cost, relief.currency)
    }
    try dropGifts()
    if keepsPeriod { try keepLeaving(reliefs.map(relievedLot)) }
    postCharges(leg)
  }

  /// The units are disposed of at their market value, less the costs as in a sale. The owner
  /// withdraws that value.
  private mutating func bookGiftAtValue(_ leg: StockLeg) throws {
    guard leg.given.contains(.gross) else { throw giftWithoutValue(leg) }
    try identify(positionHolding(leg), for: leg)
    try dispose(leg, for: proceeds(of: leg), cause: .gift)
    post(outside, leg.gross, leg.currency)
    try keepWithdrawal(rates.convert(leg.gross, of: leg, on: leg.tradeDay), of: PeriodPlace(leg))
    postExpenses(leg)
  }

  /// The units are disposed of for what they cost, whatever they are worth
  /// (Specs/decisions/gifts.md). The owner withdraws the cost, and what is paid for the gift if
  /// that is part of what the units cost the spouse.
  private mutating func bookGiftWithoutGain(_ leg: StockLeg) throws {
    try identify(positionHolding(leg), for: leg)
    try disposeWithoutGain(leg, cause: .gift)
    if !keepsChargesOfGift(leg) { return postCharges(leg) }
    let charges = try leg.fees.adding(leg.taxes)
    post(outside, charges, leg.currency)
    try keepWithdrawal(rates.convert(charges, of: leg, on: leg.tradeDay), of: PeriodPlace(leg))
  }

  /// Whether the fees and taxes of a gift are no expenses: they lower its proceeds, or are part of
  /// what the units cost the spouse.
  func keepsChargesOfGift(_ leg: StockLeg) -> Bool {
    leg.type == .gift && traits.giftIsDisposal && !expensesFees
      && (!rows.isForSpouse(leg) || traits.spouseTakesCosts)
  }

  /// Units that pay a fee which belongs to no trade are disposed of at their value, or at zero if
  /// the leg gives none. The same amount is the expense.
  mutating func bookUnitFee(_ leg: StockLeg) throws {
    try identify(positionHolding(leg), for: leg)
    try dispose(leg, for: leg.gross, cause: .unitFee)
    post(.fees, leg.gross, leg.currency)
    postCharges(leg)
  }
}
