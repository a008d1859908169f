// A position changes its method at the first leg on or after the day. Earlier bookings stay; only
// the open lots are sorted, or averaged, again.
extension Booker {
  /// Sets the method by which a leg is booked, and brings the positions that it may touch there.
  mutating func adoptMethods(for leg: StockLeg) throws {
    try adopt(leg.instrument, on: leg.tradeDay)
    method = method(of: leg.instrument, in: scope(leg.account))
    if let trial = schedule?.trial { try adopt(trial, for: leg) }
    guard let new = rows.detail(of: leg)?.newInstrument, new != .missing else { return }
    try adopt(new, on: leg.tradeDay)
  }

  /// The method by which an instrument is booked now.
  /// - Parameter account: the account among whose lots a leg chooses; 0 for the whole portfolio.
  func method(
    of instrument: InstrumentIndex, in account: SecuritiesAccountIndex
  ) -> CostBasisMethod {
    // No default after `??`: one that looks at `self` copies the booker.
    if let schedule { return schedule.current(instrument, in: account) }
    return method
  }

  /// Books by the method of a position, for legs that affect several accounts.
  mutating func adoptMethod(of position: PositionIndex) {
    if schedule?.hasAccounts == true { method = positions[position].method }
  }

  /// Moves an instrument on to a day. Visits its positions only if a method
  /// may have changed.
  private mutating func adopt(_ instrument: InstrumentIndex, on day: Day) throws {
    if schedule?.advance(instrument, to: day) != true { return }
    for isShort in [false, true] {
      for position in positions.inOrder(instrument, isShort: isShort) {
        let method = method(of: instrument, in: positions[position].account)
        if positions[position].method != method { try bring(position, to: method) }
      }
    }
  }

  /// Brings the positions of a leg to the method of a trial, and for the next leg back.
  private mutating func adopt(_ trial: TrialMethod, for leg: StockLeg) throws {
    let isTried = context.group == trial.group
    if !isTried, schedule?.triedInstrument != leg.instrument { return }
    schedule?.triedInstrument = isTried ? leg.instrument : nil
    if isTried { method = trial.method }
    for isShort in [false, true] {
      for position in positions.inOrder(leg.instrument, isShort: isShort) {
        let own = method(of: leg.instrument, in: positions[position].account)
        let wanted = isTried ? trial.method : own
        if positions[position].method != wanted { try bring(position, to: wanted) }
      }
    }
  }

  private mutating func bring(_ position: PositionIndex, to method: CostBasisMethod) throws {
    try bringUp(lotsOf: position)
    try spreadPool(position)
    let open = lotsInOrder(of: position)
    // Lots out of a pool are compared by the average that they cost now.
    let old = positions[position].pool
    if old != nil {
      for lot in open { lots[lot].compare() }
    }
    positions[position].adopt(method, lots.all)
    if let old { noteSpread(open, position, old) }
    guard method == .average else { return }
    try dropGifts(of: open)
    noteLeaving(open)
    try chooseCurrency(position, for: open)
    let wasHidden = context.isHidden
    defer { context.isHidden = wasHidden }
    for lot in open {
      // A lot that is not shown yet is not in the journal, and so can't be converted there.
      context.isHidden = isUnsettled(lots[lot].group)
      try addToPool(position, lot, by: nil)
    }
    notePooled(open, position)
  }

  /// In a pool, lots that were received as a gift have one cost.
  private mutating func dropGifts(of open: [LotSlot]) throws {
    if gifts.isEmpty { return }
    for index in open {
      guard let gift = gifts.removeValue(forKey: lots[index].number) else { continue }
      var lot = lots[index]
      let lower = try lowerForPool(&lot, gift)
      lots[index] = lot
      if !lower.isZero { noteCostForPool(index) }
      context.isHidden = isUnsettled(lot.group)
      post(.securities, lot.instrument, -lower, lot.currency)
      post(outside, lower, lot.currency)
    }
    context.isHidden = false
  }

  /// A new pool is in the currency of its first lot, or in base where the cost of another lot
  /// cannot be converted to that.
  private mutating func chooseCurrency(_ position: PositionIndex, for open: [LotSlot]) throws {
    guard let first = open.first else { return }
    let currency = lots[first].currency
    for index in open {
      let lot = lots[index]
      let cost = try rates.convert(Cost(of: lot), to: currency, on: lot.acquired, by: nil)
      if cost != nil { continue }
      positions[position].pool?.currency = rates.baseIndex
      return
    }
  }
}
