// Units move between accounts and keep their days and costs, or they come from outside with their
// own days and costs, or they leave the portfolio.
extension Booker {
  mutating func bookTransferOut(_ leg: StockLeg) throws {
    let position = try positionHolding(leg)
    try relieve(position, inAccountOf: leg)
    for relief in reliefs {
      let lot = relievedLot(relief)
      transfers.append(lot, try takeGift(relief))
      keepCost(.moved, lot, lot.costInBase.map { -$0 })
    }
    postCharges(leg)
  }

  /// Takes the lots of the account, in the order of the method, or those that the leg names.
  private mutating func relieve(_ position: PositionIndex, inAccountOf leg: StockLeg) throws {
    let isChosen = rows.detail(of: leg)?.lots.isEmpty == false
    if isChosen || lotScope == .account {
      try relieve(position, for: leg)
      return try changePlaces(for: leg.account)
    }
    clearReliefs()
    var left = leg.quantity
    while left.isPositive, let lot = firstLot(of: position, in: leg.account) {
      try bringUp(lot)
      let taken = min(left, lots[lot].quantity)
      try take(taken, from: lot)
      try left.subtract(taken)
    }
    try settle(position, leg.quantity)
  }

  mutating func bookTransferIn(_ leg: StockLeg) throws {
    postCharges(leg)
    if !transfers.has(leg.instrument) { return try bookTransferFromOutside(leg) }
    var left = leg.quantity
    while left.isPositive,
      let (part, gift) = try transfers.claim(leg.instrument, upTo: left)
    {
      try left.subtract(part.quantity)
      if holders.number(of: part.account) != holders.number(of: leg.account) {
        throw transferToOtherHolder(leg, from: part.account)
      }
      var lot = part.continued(
        part.quantity, cost: part.cost, costBase: part.costInBase,
        comparedBy: try costOfOrder(part, part.quantity))
      lot.account = leg.account
      let opened = try open(lot, from: part.number, as: .moved)
      attach(gift, to: opened)
      try keepRevaluation(lot, from: PeriodPlace(part), to: PeriodPlace(lot))
      try applyRules { try $0.carried(opened, &$1) }
    }
    if left.isPositive { throw lotsFromOutsideMissing(leg) }
  }

  private mutating func bookTransferFromOutside(_ leg: StockLeg) throws {
    let brought = rows.detail(of: leg)?.lots ?? []
    if brought.isEmpty { throw lotsFromOutsideMissing(leg) }
    if let entry = brought.firstIndex(where: { !$0.account.isNone }) {
      throw accountOfLotFromOutside(leg, entry)
    }
    let sum = try brought.sum(of: \.columns.quantity)
    if sum != leg.quantity { throw lotQuantities(leg, sum) }
    var opened: [LotSlot] = []
    var worth = try broughtIn(leg)
    for lot in brought { opened.append(try bring(lot, leg, worth: worth?.take(lot.quantity))) }
    compareAsBefore(brought, opened)
    for lot in opened {
      let isAcquired = isAcquisition(lots[lot], leg)
      try applyRules {
        if isAcquired { try $0.acquired(lot, leg, &$1) } else { try $0.carried(lot, &$1) }
      }
    }
  }

  /// Whether a lot from outside is an acquisition of the day of its leg for the tax rules. Opening
  /// balances repeat what was acquired before.
  private func isAcquisition(_ lot: Lot, _ leg: StockLeg) -> Bool {
    traits.receiptIsAcquisition && lot.acquired == leg.tradeDay
      && context.groupType != .openingBalance
  }

  /// Lots that were divided elsewhere are compared by their cost per unit before the division.
  private mutating func compareAsBefore(_ brought: [LotChoice], _ opened: [LotSlot]) {
    var changed: Set<PositionIndex> = []
    var previous: LotSlot?
    for (choice, index) in zip(brought, opened) {
      if choice.isRestOfPrevious, let previous {
        lots[index].follow(lots[previous])
        changed.insert(lots[index].position)
      }
      previous = index
      guard let quantity = choice.openingQuantity, let cost = choice.openingCost else { continue }
      lots[index].compare(by: cost, for: quantity)
      changed.insert(lots[index].position)
    }
    for position in changed { positions[position].reorder(lots.all) }
  }

  private mutating func bring(
    _ lot: LotChoice, _ leg: StockLeg, worth known: UnitsWorth?
  ) throws -> LotSlot {
    guard let acquired = lot.acquired, let cost = lot.costBasis else {
      throw lotsFromOutsideMissing(leg)
    }
    let worth = try known ?? worthAtCost(leg, cost)
    var costBase = worth?.inBase
    if worth == nil, !lot.isBaseUnknown {
      costBase = try lot.costBasisBase ?? rates.rate(of: leg, on: acquired)?.convert(cost)
    }
    // Its group is the one that its entry names, if the ledger has that.
    var new = Lot(
      leg, lot.quantity, cost: worth?.amount ?? cost, costBase: costBase,
      group: lot.group == .missing ? context.group : lot.group)
    new.acquired = acquired
    new.holdingFrom = lot.holdingFrom ?? acquired
    new.isShort = lot.isShort
    // A gift or an inheritance is no purchase, so it replaces nothing (26 U.S.C. 1091(a)). Units
    // into which options went that had come as a gift were acquired on the day of which their
    // second cost is.
    new.isReplacement =
      !lot.mayReplace || lot.isInherited || lot.isGift && lot.received != lot.acquired
    new.isInherited = lot.isInherited
    new.place = lot.dayOrder ?? .missing
    new.openingCost = cost
    let gift = try giftBasis(of: lot, leg, new)
    var own = cost
    if let gift, method(of: leg.instrument, in: scope(leg.account)) == .average {
      try own.subtract(lowerForPool(&new, gift))
    }
    let opened = try open(new, as: .contribution)
    attach(gift, to: opened)
    let value = lot.isShort ? -own : own
    post(.securities, leg.instrument, value, leg.currency)
    post(outside, -value, leg.currency)
    return opened
  }

  /// The market value of the units that a leg brings from outside, on the day of the leg; nil
  /// without a price, or if the period does not need it.
  private mutating func broughtIn(_ leg: StockLeg) throws -> SharesOfWorth? {
    let day = leg.tradeDay
    guard let value = recorder.marketValue(leg.instrument, leg.quantity, on: day) else {
      return nil
    }
    let worth = try inBase(value, on: day)
    var own = try inCurrency(value, leg.currency, on: day)
    if own == nil, let worth, let rate = rates.known(of: leg, on: day) {
      own = try rate.inverse.convert(worth)
    }
    guard let own else { return nil }
    return SharesOfWorth(
      amount: Shares(own, by: leg.quantity), inBase: worth.map { Shares($0, by: leg.quantity) })
  }

  /// Units from outside without a price have their cost as their value, at the rate of that day.
  private mutating func worthAtCost(
    _ leg: StockLeg, _ cost: ExactDecimal
  ) throws(ArithmeticFault) -> UnitsWorth? {
    guard keepsPeriod, recorder.period?.marketValue != nil else { return nil }
    let rate = rates.known(leg.currency, on: leg.tradeDay) ?? rates.known(of: leg, on: leg.tradeDay)
    return (cost, try rate?.convert(cost))
  }

  /// Lots that left an account and came into no other have left the portfolio, at their cost.
  mutating func leaveUnclaimedTransfers() throws {
    let unclaimed = transfers.unclaimed
    for lot in unclaimed {
      post(.securities, lot.instrument, -lot.cost, lot.currency)
      post(outside, lot.cost, lot.currency)
    }
    if keepsPeriod {
      for lot in unclaimed { keepCost(.moved, lot, lot.costInBase) }
      for (_, parts) in Dictionary(grouping: unclaimed, by: \.instrument).sorted(by: {
        $0.key < $1.key
      }) {
        try keepLeaving(parts)
      }
    }
    transfers = MovedLots()
  }

  /// The contra account of units that come into the portfolio or leave it.
  var outside: JournalAccountKind {
    context.groupType == .openingBalance ? .opening : .contributions
  }
}

/// The value of units, in the currency of their leg and in base.
private typealias UnitsWorth = (amount: ExactDecimal, inBase: ExactDecimal?)

/// The value of all units of a leg, to be shared out by units.
private struct SharesOfWorth {
  var amount: Shares
  var inBase: Shares?

  mutating func take(_ units: ExactDecimal) throws(ArithmeticFault) -> UnitsWorth {
    try (amount.next(units), inBase?.next(units))
  }
}
