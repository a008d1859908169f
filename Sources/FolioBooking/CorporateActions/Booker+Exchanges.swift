import FolioModel
import FolioNumbers

// Events that turn units of one instrument into units of another: spin-offs, mergers, changes of
// symbol. Lots keep their days and the groups that opened them.
extension Booker {
  /// A share of each lot's cost moves to a lot of the new instrument, acquired on the same day.
  mutating func bookSpinOff(_ leg: StockLeg) throws {
    let affected = positionsAffected(by: leg)
    guard let detail = rows.detail(of: leg), let ratio = detail.ratio,
      let fraction = detail.basisFraction, !affected.isEmpty
    else { throw BookingFault(.nothingHeld(leg, tables)) }
    let open = affected.reduce(0) { $0 + positions[$1].openLots }
    try countSpunOff(open, at: leg.position)
    var made = MadeByPosition()
    var running = RunningRatio(ratio)
    for position in affected {
      try spinOff(position, detail.newInstrument, &running, fraction, &made)
    }
    try payForFractions(leg, detail.newInstrument, made.all, detail.cashInLieu)
    postCharges(leg)
  }

  private mutating func spinOff(
    _ position: PositionIndex, _ new: InstrumentIndex, _ ratio: inout RunningRatio,
    _ fraction: ExactDecimal, _ made: inout MadeByPosition
  ) throws {
    try spreadPool(position)
    for index in lotsInOrder(of: position) {
      let lot = lots[index]
      let quantity = try ratio.next(lot.quantity)
      let cost = try lot.cost.multiplied(
        by: fraction, places: Self.places, rounding: .halfEven)
      let costBase = try lot.costBase.multiplied(
        by: fraction, places: Self.places, rounding: .halfEven)
      try lots[index].cost.subtract(cost)
      try lots[index].costBase.subtract(costBase)
      let (kept, moved) = try costsOfOrder(lot, fraction)
      lots[index].openingCost = kept ?? lots[index].cost
      lots[index].openingQuantity = lots[index].quantity
      keepCost(.moved, lot, lot.hasBase ? -costBase : nil)
      note(.costMoved, index)
      post(.securities, lot.instrument, -cost, lot.currency)
      post(.securities, new, cost, lot.currency)
      let opened = try open(
        new, lot.account, acquired: lot.acquired, quantity: quantity, cost: cost,
        costBase: lot.hasBase ? costBase : nil, currency: lot.currency, continuing: lot,
        from: lot.number, as: .moved, comparedBy: moved)
      try made.add(quantity, in: self.position(new, lot.account), lot: opened)
    }
    try gatherPool(position)
    notePool(.costMoved, position)
    positions[position].reorder(lots.all)
  }

  /// The costs by which both parts of a lot are compared after a share of it has moved, in a period
  /// that restated them.
  private func costsOfOrder(
    _ lot: Lot, _ fraction: ExactDecimal
  ) throws(ArithmeticFault) -> (kept: ExactDecimal?, moved: ExactDecimal?) {
    guard let whole = try costOfOrder(lot, lot.quantity) else { return (nil, nil) }
    let moved = try whole.multiplied(by: fraction, places: Self.places, rounding: .halfEven)
    return (try whole.subtracting(moved), moved)
  }

  mutating func bookSymbolChange(_ leg: StockLeg) throws {
    let affected = positionsAffected(by: leg) + positionsAffected(by: leg, isShort: true)
    guard let new = rows.detail(of: leg)?.newInstrument, !affected.isEmpty else {
      throw BookingFault(.nothingHeld(leg, tables))
    }
    let made = try exchange(affected, for: new, Ratio(new: .one, old: .one))
    for lot in made.all.flatMap(\.lots) { try applyRules { try $0.carried(lot, &$1) } }
    try applyRules { try $0.renamed(leg.instrument, new, &$1) }
    postCharges(leg)
  }

  /// For shares, the lots carry over; for cash, all is sold for it; for both, the rules decide
  /// (Specs/decisions/0009).
  mutating func bookMerger(_ leg: StockLeg) throws {
    let detail = rows.detail(of: leg)
    let affected = positionsAffected(by: leg)
    let owed = positionsAffected(by: leg, isShort: true)
    if affected.isEmpty && owed.isEmpty { throw BookingFault(.nothingHeld(leg, tables)) }
    guard let ratio = detail?.ratio, let new = detail?.newInstrument, new != .missing else {
      let lieu = detail?.cashInLieu ?? .zero
      let proceeds = try self.proceeds(of: leg).adding(lieu)
      try disposeOfAll(leg, proceeds: proceeds, cause: .merger)
      return postExpenses(leg)
    }
    if leg.gross.isPositive && affected.isEmpty { throw BookingFault(.nothingHeld(leg, tables)) }
    if leg.gross.isPositive { try bookMergerCash(leg, affected, ratio) }
    let made = try exchange(affected, for: new, ratio)
    _ = try exchange(owed, for: new, ratio)
    try payForFractions(leg, new, made.all, detail?.cashInLieu)
    postCharges(leg)
  }

  /// Turns every lot of some positions into a lot of another instrument.
  /// - Returns: the units that came of it.
  private mutating func exchange(
    _ affected: [PositionIndex], for new: InstrumentIndex, _ ratio: Ratio
  ) throws -> MadeByPosition {
    try countChanged(affected, at: context.position)
    var made = MadeByPosition()
    var running = RunningRatio(ratio)
    for position in affected {
      try relieve(position, positions[position].quantity)
      for relief in reliefs {
        let lot = lots[relief.lot]
        let quantity = try running.next(relief.quantity)
        let cost = lot.isShort ? -relief.cost : relief.cost
        post(.securities, lot.instrument, -cost, lot.currency)
        post(.securities, new, cost, lot.currency)
        keepCost(.moved, lot, relief.hasBase ? -relief.costBase : nil)
        let opened = try open(
          new, lot.account, acquired: lot.acquired, quantity: quantity, cost: relief.cost,
          costBase: relief.hasBase ? relief.costBase : nil, currency: lot.currency,
          continuing: lot, from: lot.number, isShort: lot.isShort, as: .moved,
          comparedBy: try costOfOrder(lot, relief.quantity))
        let target = self.position(new, lot.account, isShort: lot.isShort)
        try made.add(quantity, in: target, lot: opened)
      }
    }
    return made
  }

  /// Makes the pool of an averaged position what its lots cost together.
  mutating func gatherPool(_ position: PositionIndex) throws(ArithmeticFault) {
    guard var pool = positions[position].pool else { return }
    pool.cost = pool.costAhead.cost
    pool.costBase = pool.costAhead.costBase
    pool.costAhead = (.zero, .zero)
    pool.hasBase = true
    for lot in lotsInOrder(of: position) {
      try pool.cost.add(lots[lot].cost)
      try pool.costBase.add(lots[lot].costBase)
      pool.hasBase = pool.hasBase && lots[lot].hasBase
    }
    positions[position].pool = pool
  }
}

/// The units that an event made, by position in order of their opening.
private struct MadeByPosition {
  private(set) var all: [MadeUnits] = []
  private var places: [PositionIndex: Int] = [:]

  mutating func add(
    _ units: ExactDecimal, in position: PositionIndex, lot: LotSlot
  ) throws(ArithmeticFault) {
    let isLast = all.last?.position == position
    let index = isLast ? all.count - 1 : places[position] ?? all.count
    if index == all.count {
      places[position] = index
      all.append(MadeUnits(position: position, units: .zero))
    }
    try all[index].units.add(units)
    all[index].lots.append(lot)
  }
}
