// With `keepsTrace`, booking records each change of a lot or a pool right after it, to explain
// gains. Without it, each change costs one check of a Bool.
extension Booker {
  /// Records an event of a lot.
  /// - Parameters:
  ///   - origin: the number of the lot that it came from.
  ///   - row: the disposal that was recorded, or whose loss is deferred.
  @inline(__always)
  mutating func note(
    _ kind: LotEvent.Kind, _ lot: LotSlot, from origin: UInt32 = .missing, row: Int? = nil
  ) {
    if keepsTrace { trace(kind, lots[lot].position, lots[lot], origin, row) }
  }

  /// Records an event of the pool of a position, if it has one.
  @inline(__always)
  mutating func notePool(_ kind: LotEvent.Kind, _ position: PositionIndex, row: Int? = nil) {
    if keepsTrace, positions[position].pool != nil { trace(kind, position, nil, .missing, row) }
  }

  /// The cost of a lot in a pool is that of the pool, so only events that affect the pool are
  /// recorded.
  @inline(never)
  private mutating func trace(
    _ kind: LotEvent.Kind, _ position: PositionIndex, _ lot: Lot?, _ origin: UInt32, _ row: Int?
  ) {
    let pool = positions[position].pool
    if lot != nil, pool != nil, kind != .opened, kind != .disposed, kind != .costRaised { return }
    var event = event(kind, position, isPool: pool != nil)
    (event.origin, event.disposal) = (origin, row)
    if let lot { event.set(lot) }
    if let pool {
      event.ahead = pool.ahead
      event.after = state(of: pool, position)
      event.unitsByAccount = positions[position].unitsByAccount
    }
    trace.add(event)
  }

  /// Records that the lower cost of a gift replaces its two costs.
  mutating func noteCostForPool(_ lot: LotSlot) {
    if keepsTrace { traceLot(lot) }
  }

  /// Records that lots leave for a pool. Their cost is still their own.
  mutating func noteLeaving(_ open: [LotSlot]) {
    if !keepsTrace { return }
    for lot in open { traceLot(lot, after: .nothing) }
  }

  /// Records that a pool has taken in the cost of lots.
  mutating func notePooled(_ open: [LotSlot], _ position: PositionIndex) {
    guard keepsTrace, let pool = positions[position].pool else { return }
    tracePool(of: open, position, pool.currency, after: state(of: pool, position))
  }

  /// Records that the lots of a pool have their own cost again.
  mutating func noteSpread(_ open: [LotSlot], _ position: PositionIndex, _ pool: Pool) {
    if !keepsTrace { return }
    tracePool(of: open, position, pool.currency, after: .nothing)
    for lot in open { traceLot(lot) }
  }

  private mutating func traceLot(_ lot: LotSlot, after: LotEvent.State? = nil) {
    var event = event(.methodChanged, lots[lot].position, isPool: false)
    event.set(lots[lot])
    if let after { event.after = after }
    trace.add(event)
  }

  private mutating func tracePool(
    of open: [LotSlot], _ position: PositionIndex, _ currency: CurrencyIndex,
    after: LotEvent.State
  ) {
    guard let first = open.first else { return }
    var event = event(.methodChanged, position, isPool: true)
    event.account = lots[first].account
    event.currency = currency
    event.after = after
    trace.add(event)
  }

  private mutating func event(
    _ kind: LotEvent.Kind, _ position: PositionIndex, isPool: Bool
  ) -> LotEvent {
    let leg = rows.stockLegs[Int(context.legNumber)]
    var event = LotEvent(
      kind: kind, isPool: isPool, position: position.rawValue,
      currency: positions[position].pool?.currency ?? missingCurrency, group: context.group,
      leg: context.legNumber,
      rate: rates.known(of: leg, on: leg.tradeDay)
        ?? rates.known(leg.currency, on: leg.tradeDay, inGroup: true))
    // A loss may raise the cost of a pool that never had units.
    event.instrument = positions[position].instrument
    event.isShort = positions[position].isShort
    if positions[position].account != .missing { event.account = positions[position].account }
    return event
  }

  private func state(of pool: Pool, _ position: PositionIndex) -> LotEvent.State {
    let held = positions[position].quantity
    return LotEvent.State(
      quantity: (try? held.adding(pool.ahead)) ?? held, cost: pool.cost,
      costBase: pool.costBase, hasBase: pool.hasBase)
  }
}

extension LotEvent {
  fileprivate mutating func set(_ lot: Lot) {
    self.lot = lot.number
    instrument = lot.instrument
    account = lot.account
    isShort = lot.isShort
    openedBy = lot.group
    acquired = lot.acquired
    currency = lot.currency
    after = State(
      quantity: lot.quantity, cost: lot.cost, costBase: lot.costBase, hasBase: lot.hasBase,
      holdingFrom: lot.holdingFrom)
  }
}
