// Events that turn units of one instrument into units of another: spin-offs, mergers, changes of
// symbol. Lots keep their days and the groups that opened them.
extension Booker {
  /// A share of the cost of each lot moves to a lot of the new instrument, acquired on that day.
  mutating func bookSpinOff(_ leg: StockLeg) throws {
    let affected = positionsAffected(by: leg)
    guard let detail = rows.detail(of: leg), let ratio = detail.ratio,
      let fraction = detail.basisFraction, !affected.isEmpty
    else { throw nothingHeld(leg) }
    try countSpunOff(affected.reduce(0) { $0 + positions[$1].openLots })
    var made = MadeByAccount()
    var running = RunningRatios(ratio)
    for position in affected {
      try spinOff(leg, position, detail.newInstrument, &running, fraction, &made)
    }
    try payForFractions(leg, detail.newInstrument, made.all, detail.cashInLieu)
    postCharges(leg)
  }

  private mutating func spinOff(
    _ leg: StockLeg, _ position: PositionIndex, _ new: InstrumentIndex,
    _ ratio: inout RunningRatios, _ fraction: ExactDecimal, _ made: inout MadeByAccount
  ) throws {
    try spreadPool(position)
    let parts = try partsOfPool(position, leg, new, fraction)
    for index in lots(of: position, affectedBy: leg) {
      let lot = lots[index]
      let cost = try parts.share(of: lot.cost, fraction)
      let costBase = try parts.share(of: lot.costBase, fraction)
      try lots[index].takeCost(cost, inBase: costBase)
      let compared = try costOfOrder(lot, lot.quantity)
      let moved = try compared?.multiplied(by: fraction, places: Self.places)
      let kept = try moved.flatMap { try compared?.subtracting($0) }
      lots[index].compare(by: kept)
      note(.costMoved, index)
      let part = lot.continued(
        try ratio.next(lot.quantity, in: lot.account), cost: cost,
        costBase: lot.hasBase ? costBase : nil,
        comparedBy: moved)
      let gift = try gifts[lot.number]?.split(off: part.quantity, share: fraction)
      try move(part, from: lot, to: new, gift, replacing: nil, &made)
    }
    try gatherPool(position)
    positions[position].log?.forgetCosts()
    notePool(.costMoved, position)
    positions[position].reorder(lots.all)
  }

  /// Brokers book the same spin-off on their own. The first lowers the cost of a pool for all of
  /// its units, so that the share of the next is of more than what it shows.
  private mutating func partsOfPool(
    _ position: PositionIndex, _ leg: StockLeg, _ new: InstrumentIndex, _ fraction: ExactDecimal
  ) throws(ArithmeticFault) -> PartsOfPool {
    guard let pool = positions[position].pool, isPart(leg, of: position) else {
      return PartsOfPool()
    }
    let all = try positions[position].quantity.adding(max(.zero, pool.ahead))
    var booked = ExactDecimal.zero
    if let last = positions[position].lastSpinOff, last.new == new,
      leg.tradeDay.daysSince1970 - last.day.daysSince1970 <= Self.daysOfOneSplit
    {
      booked = last.units
    }
    let own = positions[position].units(in: leg.account)
    positions[position].lastSpinOff = (new, leg.tradeDay, try booked.adding(own))
    if booked.isZero { return PartsOfPool() }
    let moved = try booked.multiplied(by: fraction, places: Self.places)
    return PartsOfPool(all: all, left: try all.subtracting(moved))
  }

  /// Opens a lot of another instrument that continues an old lot.
  private mutating func move(
    _ part: Lot, from old: Lot, to new: InstrumentIndex, _ gift: GiftBasis?,
    replacing units: ExactDecimal?, _ made: inout MadeByAccount
  ) throws {
    let cost = part.isShort ? -part.cost : part.cost
    post(.securities, old.instrument, -cost, old.currency)
    post(.securities, new, cost, old.currency)
    keepCost(.moved, old, part.costInBase.map { -$0 })
    var part = part
    part.instrument = new
    let opened = try open(part, from: old.number, as: .moved)
    try keepRevaluation(part, from: PeriodPlace(old), to: PeriodPlace(part), replacing: units)
    attach(gift, to: opened)
    try made.add(lots[opened], in: opened)
  }

  /// For shares, the lots carry over. For cash, all is sold for it. For both, the rules decide
  /// (Specs/decisions/corporate-actions.md).
  mutating func bookMerger(_ leg: StockLeg) throws {
    let detail = rows.detail(of: leg)
    let affected = positionsAffected(by: leg)
    let owed = positionsAffected(by: leg, isShort: true)
    if affected.isEmpty && owed.isEmpty { throw nothingHeld(leg) }
    guard let ratio = detail?.ratio, let new = detail?.newInstrument, new != .missing else {
      let proceeds = try ExactDecimal.sum(
        ofGiven: self.proceeds(of: leg), detail?.cashInLieu)
      try disposeOfAll(leg, proceeds: proceeds, cause: .merger)
      return postExpenses(leg)
    }
    if leg.gross.isPositive && affected.isEmpty { throw nothingHeld(leg) }
    if leg.given.contains(.quantity),
      try leg.quantity != units(in: affected.isEmpty ? owed : affected, affectedBy: leg)
    {
      return try bookPartialMerger(leg, into: new, ratio)
    }
    if leg.gross.isPositive { try bookCash(of: leg, affected, ratio, cause: .merger) }
    let made = try exchange(affected, of: leg, for: new, ratio)
    _ = try exchange(owed, of: leg, for: new, ratio)
    try payForFractions(leg, new, made.all, detail?.cashInLieu)
    postCharges(leg)
  }

  /// Turns every lot of some positions that a leg affects into a lot of another instrument.
  mutating func exchange(
    _ affected: [PositionIndex], of leg: StockLeg, for new: InstrumentIndex, _ ratio: Ratio
  ) throws -> MadeByAccount {
    try countChanged(affected)
    var made = MadeByAccount()
    var running = RunningRatios(ratio)
    for position in affected {
      try relieveAll(of: position, affectedBy: leg)
      try turnReliefs(into: new, &running, &made)
    }
    return made
  }

  /// Turns the units that were relieved into lots of another instrument.
  mutating func turnReliefs(
    into new: InstrumentIndex, _ ratio: inout RunningRatios, _ made: inout MadeByAccount
  ) throws {
    for relief in reliefs {
      let lot = relievedLot(relief)
      let part = lot.continued(
        try ratio.next(relief.quantity, in: relief.account), cost: relief.cost,
        costBase: relief.costInBase,
        comparedBy: try costOfOrder(lot, relief.quantity))
      try move(part, from: lot, to: new, takeGift(relief), replacing: relief.quantity, &made)
    }
  }

  /// Makes the cost of a pool the sum of the costs of its lots.
  mutating func gatherPool(_ position: PositionIndex) throws(ArithmeticFault) {
    guard var pool = positions[position].pool else { return }
    let open = lotsInOrder(of: position)
    pool.cost = try pool.costAhead.cost.adding(open.sum { lots[$0].cost })
    pool.costBase = try pool.costAhead.costBase.adding(open.sum { lots[$0].costBase })
    pool.costAhead = (.zero, .zero)
    pool.hasBase = open.allSatisfy { lots[$0].hasBase }
    positions[position].pool = pool
  }
}

/// The units that an event made, by account in order of their opening.
struct MadeByAccount {
  private(set) var all: [MadeUnits] = []
  private var places: [Place: Int] = [:]

  private struct Place: Hashable {
    var position: PositionIndex
    var account: SecuritiesAccountIndex
  }

  mutating func add(_ lot: Lot, in slot: LotSlot) throws(ArithmeticFault) {
    let place = Place(position: lot.position, account: lot.account)
    let index = places[place] ?? all.count
    if index == all.count {
      places[place] = index
      all.append(MadeUnits(position: lot.position, account: lot.account, units: .zero))
    }
    try all[index].units.add(lot.quantity)
    all[index].lots.append(slot)
  }
}

/// The units of a pool, and for how many of them its cost is, after a spin-off of some accounts.
private struct PartsOfPool {
  var all = ExactDecimal.one
  var left = ExactDecimal.one

  /// The part of a cost that goes to the new units.
  func share(
    of cost: ExactDecimal, _ fraction: ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    let part = try cost.multiplied(by: fraction, places: ExchangeRate.places)
    return try left == all ? part : part.share(all, of: left)
  }
}
