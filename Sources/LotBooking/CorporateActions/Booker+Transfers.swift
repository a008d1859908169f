import ExactNumbers
import LedgerModel

/// A lot, or a part of one, between leaving an account and coming into another.
struct MovedLot {
  var lot: Lot
  var isClaimed = false
}

// Units move between accounts with their days and costs; or they come from outside and bring
// their own, or leave for good.
extension Booker {
  mutating func bookTransferOut(_ leg: StockLeg) throws {
    let held = held(leg.instrument, leg.account)
    if held < leg.quantity {
      throw BookingFault(.soldMoreThanHeld(leg, held, tables, inAccount: lotScope == .account))
    }
    let position = position(leg.instrument, leg.account)
    if lotScope == .portfolio && method != .average {
      try relieve(position, inAccountOf: leg)
    } else {
      try relieve(position, for: leg)
    }
    for relief in reliefs {
      var lot = lots[Int(relief.lot)]
      lot.quantity = relief.quantity
      lot.cost = relief.cost
      lot.costBase = relief.costBase
      lot.hasBase = relief.hasBase
      transfers.append(MovedLot(lot: lot))
      keepCost(.moved, lot, lot.hasBase ? -lot.costBase : nil)
    }
    postCharges(leg)
  }

  /// In a portfolio-wide scope the lots of the account go first, in the order of the method, then
  /// any others.
  private mutating func relieve(_ position: UInt32, inAccountOf leg: StockLeg) throws {
    let isChosen = !(rows.detail(of: leg)?.lots ?? []).isEmpty
    if isChosen || leg.account == 0 { return try relieve(position, for: leg) }
    if positions[Int(position)].accountOrders == nil { buildAccountOrders(position) }
    clearReliefs()
    var left = leg.quantity
    while left.isPositive,
      let lot = positions[Int(position)].accountOrders?[leg.account]?.first(lots)
        ?? positions[Int(position)].first(lots, &givenAway)
    {
      let taken = min(left, lots[Int(lot)].quantity)
      try take(taken, from: lot)
      try left.subtract(taken)
    }
    try positions[Int(position)].quantity.subtract(leg.quantity)
  }

  private mutating func buildAccountOrders(_ position: UInt32) {
    var orders: [SecuritiesAccountIndex: LotOrder] = [:]
    for lot in lotsInOrder(of: position) {
      orders[lots[Int(lot)].account, default: LotOrder(method)].insert(lot, lots)
    }
    positions[Int(position)].accountOrders = orders
  }

  mutating func bookTransferIn(_ leg: StockLeg) throws {
    let moved = transfers.indices.filter {
      transfers[$0].lot.instrument == leg.instrument && !transfers[$0].isClaimed
    }
    postCharges(leg)
    if moved.isEmpty { return try bookTransferFromOutside(leg) }
    var left = leg.quantity
    for index in moved where left.isPositive {
      let part = try claim(index, upTo: left)
      try left.subtract(part.quantity)
      let opened = try open(
        leg.instrument, leg.account, acquired: part.acquired, quantity: part.quantity,
        cost: part.cost, costBase: part.hasBase ? part.costBase : nil, currency: part.currency,
        continuing: part, from: part.number, as: .moved,
        comparedBy: try costOfOrder(part, part.quantity))
      try keepRevaluation(part, into: leg.account, on: leg.tradeDay)
      try Rules.carried(opened, &self)
    }
    if left.isPositive { throw BookingFault(.lotsFromOutsideMissing(leg, tables)) }
  }

  /// Takes a moved lot, or the part of it that is wanted.
  private mutating func claim(
    _ index: Int, upTo wanted: ExactDecimal
  ) throws(ArithmeticFault) -> Lot {
    var part = transfers[index].lot
    if part.quantity <= wanted {
      transfers[index].isClaimed = true
      return part
    }
    part.cost = try Self.share(part.cost, wanted, part.quantity)
    part.costBase = try Self.share(part.costBase, wanted, part.quantity)
    part.quantity = wanted
    try transfers[index].lot.quantity.subtract(wanted)
    try transfers[index].lot.cost.subtract(part.cost)
    try transfers[index].lot.costBase.subtract(part.costBase)
    return part
  }

  private mutating func bookTransferFromOutside(_ leg: StockLeg) throws {
    let brought = rows.detail(of: leg)?.lots ?? []
    if brought.isEmpty { throw BookingFault(.lotsFromOutsideMissing(leg, tables)) }
    var sum = ExactDecimal.zero
    for lot in brought { try sum.add(lot.quantity) }
    if sum != leg.quantity { throw BookingFault(.lotQuantities(leg, sum, tables)) }
    var opened: [UInt32] = []
    for lot in brought { opened.append(try bring(lot, leg)) }
    compareAsBefore(brought, opened)
    for lot in opened { try Rules.carried(lot, &self) }
  }

  /// Lots that were divided elsewhere are compared by what they were before.
  private mutating func compareAsBefore(_ brought: [LotChoice], _ opened: [UInt32]) {
    var changed: Set<UInt32> = []
    var previous: Int?
    for (choice, slot) in zip(brought, opened) {
      let index = Int(slot)
      if choice.isRestOfPrevious, let previous {
        lots[index].place = lots[previous].place
        changed.insert(lots[index].position)
      }
      previous = index
      guard let quantity = choice.openingQuantity, let cost = choice.openingCost else { continue }
      lots[index].openingQuantity = quantity
      lots[index].openingCost = cost
      changed.insert(lots[index].position)
    }
    for position in changed { positions[Int(position)].reorder(lots) }
  }

  private mutating func bring(_ lot: LotChoice, _ leg: StockLeg) throws -> UInt32 {
    guard let acquired = lot.acquired, let cost = lot.costBasis else {
      throw BookingFault(.lotsFromOutsideMissing(leg, tables))
    }
    let worth = try broughtIn(leg, lot.quantity, cost)
    var costBase = worth?.costBase
    if worth == nil, !lot.isBaseUnknown {
      costBase = try lot.costBasisBase ?? rates.rate(of: leg, on: acquired)?.convert(cost)
    }
    let before = Lot(
      quantity: lot.quantity, cost: cost, costBase: .zero, acquired: acquired,
      holdingFrom: lot.holdingFrom ?? acquired, instrument: leg.instrument, account: leg.account,
      group: opener(lot.groupID), position: 0, currency: leg.currency, hasBase: false,
      isShort: lot.isShort, isReplacement: !lot.mayReplace, openingQuantity: lot.quantity,
      openingCost: cost)
    let opened = try open(
      leg.instrument, leg.account, acquired: acquired, quantity: lot.quantity,
      cost: worth?.cost ?? cost, costBase: costBase,
      currency: leg.currency, continuing: before, isShort: lot.isShort, as: .contribution,
      comparedBy: cost)
    let value = lot.isShort ? -cost : cost
    post(.securities, leg.instrument, value, leg.currency)
    post(outside, missingIndex, -value, leg.currency)
    return opened
  }

  /// The group that an entry says opened the lot, if the ledger has it; else the one that is being
  /// booked.
  private mutating func opener(_ id: Identifier) -> GroupIndex {
    if id.isNone { return group }
    if openers == nil {
      openers = IdentifierIndex(capacity: rows.groups.count)
      for (index, record) in rows.groups.enumerated() {
        _ = openers?.insert(record.id, UInt32(truncatingIfNeeded: index))
      }
    }
    // No default after `??`: one that looks at `self` copies the booker.
    if let found = openers?[id] { return found }
    return group
  }

  /// What units from outside are worth on the day on which they come, in a period that asks for it:
  /// without a price what they cost, at the rate of that day.
  private mutating func broughtIn(
    _ leg: StockLeg, _ quantity: ExactDecimal, _ cost: ExactDecimal
  ) throws(ArithmeticFault) -> (cost: ExactDecimal, costBase: ExactDecimal?)? {
    guard keepsPeriod, period?.period.marketValue != nil else { return nil }
    let day = leg.tradeDay
    if let value = marketValue(leg.instrument, quantity, on: day),
      let own = try inCurrency(value, leg.currency, on: day)
    {
      return (own, try inBase(value, on: day))
    }
    return (cost, try rates.known(leg.currency, on: day)?.convert(cost))
  }

  /// What left an account and came into no other has left the portfolio, at its cost.
  mutating func leaveUnclaimedTransfers() throws {
    for moved in transfers where !moved.isClaimed {
      post(.securities, moved.lot.instrument, -moved.lot.cost, moved.lot.currency)
      post(outside, missingIndex, moved.lot.cost, moved.lot.currency)
      if keepsPeriod {
        let costBase = moved.lot.hasBase ? moved.lot.costBase : nil
        keepCost(.moved, moved.lot, costBase)
        try keepLeaving(moved.lot, moved.lot.quantity, cost: moved.lot.cost, costBase: costBase)
      }
    }
    transfers.removeAll(keepingCapacity: true)
  }

  /// Where units that come from nowhere in the ledger, or leave it, are held against.
  var outside: JournalAccountKind {
    groupType == .openingBalance ? .opening : .contributions
  }
}
