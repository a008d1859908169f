// Options that are exercised or assigned. Their units leave without a gain, and their premium goes
// into the cost or the proceeds of the trade of their group (Specs/decisions/options.md).
extension Booker {
  /// Ends the position, and keeps its premium for the trade, which is booked after it.
  mutating func bookOption(_ leg: StockLeg) throws {
    let isShort = leg.type == .assignment
    try relieve(option: leg, from: positionEnding(leg, isShort: isShort))
    guard let trade = tradeOfGroup() else { return }
    var premium = premiums.popLast() ?? Premium()
    if tables.instruments[Int(leg.instrument)].areRights { premium.isOfRights = true }
    for relief in reliefs { try premium.add(takePremium(relief, leg, trade, isShort: isShort)) }
    if expensesFees {
      postCharges(leg)
    } else {
      try premium.add(takeCharges(of: leg, trade))
    }
    premiums = [premium]
  }

  /// The premium of a group that has not settled, while its options stay.
  mutating func lookAheadForPremium(_ legs: Range<Int>) throws {
    guard legs.contains(where: { rows.stockLegs[$0].type.givesPremium }) else { return }
    var trial = self
    for index in legs where rows.stockLegs[index].type.givesPremium {
      try trial.bookOption(rows.stockLegs[index])
    }
    premiums = trial.premiums
  }

  /// The only trade of the group that is booked.
  private mutating func tradeOfGroup() -> StockLeg? {
    if tradeOfOptions?.group != context.group {
      let legs = rows.groups[context.row].stockLegs
      tradeOfOptions = (context.group, legs.first { rows.stockLegs[$0].type.isTrade })
    }
    return tradeOfOptions?.leg.map { rows.stockLegs[$0] }
  }

  /// The position that a leg ends, which has as many units open.
  mutating func positionEnding(_ leg: StockLeg, isShort: Bool) throws -> PositionIndex {
    let position = positions.find(leg.instrument, scope(leg.account), isShort: isShort)
    let open = position == .missing ? .zero : units(of: position, openTo: leg.account)
    if position != .missing, open >= leg.quantity {
      try gatherUnits(of: position, for: leg)
      return position
    }
    let opposite = held(leg.instrument, leg.account, isShort: !isShort)
    if leg.type.givesPremium, open.isZero, opposite.isPositive { throw wrongSide(leg, opposite) }
    throw isShort ? coveredMoreThanShort(leg, open) : soldMoreThanHeld(leg, open)
  }

  /// Takes the units out as a sale or a cover does. The exercise is no disposal, so that no rule
  /// matches it with a purchase; a pool gives its proportionate cost (TCGA 1992 s.144(3)).
  private mutating func relieve(option leg: StockLeg, from position: PositionIndex) throws {
    if traits.poolRule == nil || leg.type == .assignment {
      try relieve(position, for: leg)
      return try changePlaces(for: leg.account)
    }
    if try !hasCostOfItsOwn(position, leg.quantity) { throw soldOnTheDay(leg) }
    try relieveForDisposal(position, leg.quantity, in: leg.account)
  }

  /// The cost of some options, or their proceeds, to be added to the trade.
  private mutating func takePremium(
    _ relief: Relief, _ leg: StockLeg, _ trade: StockLeg, isShort: Bool
  ) throws -> Premium {
    let lot = lots[relief.lot]
    if keepsPeriod {
      let part = relievedLot(relief)
      keepCost(.moved, part, part.costInBase.map { -$0 })
      try keepRevaluation(part, from: PeriodPlace(part), to: PeriodPlace(trade))
    }
    let cost = Cost(amount: relief.cost, inBase: relief.costInBase, currency: relief.currency)
    var premium = try self.premium(of: cost, leg, trade)
    if !gifts.isEmpty, let gift = try takeGift(relief) {
      premium.gift = try secondCost(gift, relief.currency, leg, trade)
    }
    if let before = try costOfOrder(lot, relief.quantity) {
      let cost = Cost(amount: before, inBase: nil, currency: lot.currency)
      premium.amountOfOrder = try inCurrency(of: trade, cost, leg) ?? premium.amount
    }
    post(.securities, leg.instrument, isShort ? relief.cost : -relief.cost, relief.currency)
    if isShort { premium = -premium }
    postConversion(of: isShort ? -relief.cost : relief.cost, relief.currency, premium, trade)
    return premium
  }

  /// By how much options that came as a gift cost less for a loss; nil if they don't. What takes it
  /// over is acquired by the trade, so that the day of the gift is of no account.
  private mutating func secondCost(
    _ gift: GiftBasis, _ currency: CurrencyIndex, _ leg: StockLeg, _ trade: StockLeg
  ) throws -> GiftBasis? {
    guard gift.cost.isPositive || gift.costBase.isPositive else { return nil }
    var second = gift
    let costBase = max(.zero, gift.costBase)
    let cost = Cost(
      amount: max(.zero, gift.cost), inBase: gift.hasBase ? costBase : nil, currency: currency)
    guard let inTrade = try inCurrency(of: trade, cost, leg) else {
      throw premiumInOtherCurrency(leg, currency, trade)
    }
    second.cost = inTrade
    (second.costBase, second.received) = (costBase, trade.tradeDay)
    return second
  }

  /// The fees and taxes of an option leg.
  private mutating func takeCharges(of leg: StockLeg, _ trade: StockLeg) throws -> Premium {
    let charges = try leg.fees.adding(leg.taxes)
    if charges.isZero { return Premium() }
    let inBase = try rates.convert(charges, of: leg, on: leg.tradeDay)
    let cost = Cost(amount: charges, inBase: inBase, currency: leg.currency)
    let premium = try self.premium(of: cost, leg, trade)
    postConversion(of: charges, leg.currency, premium, trade)
    return premium
  }

  private mutating func premium(
    of cost: Cost, _ leg: StockLeg, _ trade: StockLeg
  ) throws -> Premium {
    guard let amount = try inCurrency(of: trade, cost, leg) else {
      throw premiumInOtherCurrency(leg, cost.currency, trade)
    }
    return Premium(amount: amount, amountBase: cost.inBase, amountOfOrder: amount)
  }

  /// A cost in the currency of the trade: at the rate of either leg, or by way of base
  /// (Specs/decisions/exchange-rates.md).
  private mutating func inCurrency(
    of trade: StockLeg, _ cost: Cost, _ leg: StockLeg
  ) throws(ArithmeticFault) -> ExactDecimal? {
    if let amount = try rates.convert(cost, to: trade.currency, on: leg.tradeDay, by: leg) {
      return amount
    }
    let rate = rates.rate(of: trade, on: trade.tradeDay)
    if let rate, let inBase = cost.inBase { return try rate.inverse.convert(inBase) }
    return try rates.rate(givenBy: trade, to: cost.currency)?.inverse.convert(cost.amount)
  }

  /// Passes an amount from its own currency to that of the trade in the journal.
  private mutating func postConversion(
    of amount: ExactDecimal, _ currency: CurrencyIndex, _ premium: Premium, _ trade: StockLeg
  ) {
    if currency == trade.currency { return }
    post(.conversions, amount, currency)
    post(.conversions, -premium.amount, trade.currency)
  }
}
