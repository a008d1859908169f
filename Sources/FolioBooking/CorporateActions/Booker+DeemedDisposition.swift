// Units count as sold at their fair value, and as bought again at it on the same day, while no
// units and no money move. No rule matches either side with another trade
// (Specs/decisions/corporate-actions.md).
extension Booker {
  mutating func bookDeemedDisposition(_ leg: StockLeg) throws {
    var affected = try positionsAffected(by: leg).filter { try hasCostOfItsOwn($0) }
    // A contract that was sold counts as bought back at its value (26 U.S.C. 1256(a)(1)).
    if affected.isEmpty, tables.instruments[Int(leg.instrument)].isSection1256 {
      affected = positionsAffected(by: leg, isShort: true)
    }
    if affected.isEmpty { throw nothingHeld(leg) }
    try countChanged(affected)
    if let part = try partDisposed(by: leg) {
      let isShort = positions[affected[0]].isShort
      let position =
        isShort ? try positionEnding(part, isShort: true) : try positionHolding(part)
      let own = try unitsOfItsOwn(position)
      if part.quantity > own { throw soldMoreThanHeld(part, own) }
      if traits.poolRule == nil {
        try relieveAsNamed(position, by: part)
      } else {
        try relieve(position, part.quantity)
      }
      if leg.account != 0 { try changePlaces(for: leg.account) }
      try renewReliefs(part, for: fairValue(of: leg, part.quantity))
    } else {
      let units = try affected.sum { position throws(ArithmeticFault) in
        try unitsOfItsOwn(position, affectedBy: leg)
      }
      var shares = Shares(try fairValue(of: leg, units), by: units)
      for position in affected {
        let quantity = try unitsOfItsOwn(position, affectedBy: leg)
        try relieve(position, quantity)
        if isPart(leg, of: position) { try changePlaces(for: leg.account) }
        try renewReliefs(leg, for: shares.next(quantity))
      }
    }
    postCharges(leg)
  }

  /// The leg with the quantity that it gives itself, or by its lots; nil if it is about all units.
  private func partDisposed(by leg: StockLeg) throws -> StockLeg? {
    if leg.given.contains(.quantity) { return leg }
    guard let lots = rows.detail(of: leg)?.lots, !lots.isEmpty else { return nil }
    var part = leg
    part.quantity = try lots.sum(of: \.columns.quantity)
    return part
  }

  /// The amount of the leg, or units × price.
  private func fairValue(of leg: StockLeg, _ units: ExactDecimal) throws -> ExactDecimal {
    if leg.given.contains(.gross) || leg.given.contains(.quantity) { return leg.gross }
    let factor = try tables.instruments[Int(leg.instrument)].valueFactor()
    return try units.multiplied(by: leg.price, places: Self.places)
      .multiplied(by: factor, places: Self.places)
  }

  /// Disposes of the units that were relieved, and opens a lot of them in each account.
  private mutating func renewReliefs(_ leg: StockLeg, for value: ExactDecimal) throws {
    let rate = rates.rate(of: leg, on: leg.tradeDay)
    var shares = Shares(value, by: try reliefs.sum(of: \.quantity))
    var renewed: [Lot] = []
    var places: [SecuritiesAccountIndex: Int] = [:]
    for relief in reliefs {
      let cost = try shares.next(relief.quantity)
      let costBase = try rate?.convert(cost)
      let account = relief.account
      if let place = places[account] {
        // The rate is that of the leg: the cost in base is known for all reliefs or for none.
        try renewed[place].add(relief.quantity, cost: cost, costBase: costBase.flagged.value)
        continue
      }
      var lot = Lot(leg, relief.quantity, cost: cost, costBase: costBase, group: context.group)
      lot.account = account
      lot.isShort = lots[relief.lot].isShort
      places[account] = renewed.count
      renewed.append(lot)
    }
    try dispose(leg, for: value, cause: .deemedDisposition)
    for lot in renewed {
      try open(lot)
      post(.securities, leg.instrument, lot.isShort ? -lot.cost : lot.cost, lot.currency)
    }
  }
}

extension Lot {
  /// Adds units to a lot that is not open yet.
  fileprivate mutating func add(
    _ units: ExactDecimal, cost: ExactDecimal, costBase: ExactDecimal
  ) throws(ArithmeticFault) {
    try quantity.add(units)
    try self.cost.add(cost)
    try self.costBase.add(costBase)
    compare()
  }
}
