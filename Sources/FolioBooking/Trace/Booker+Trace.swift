import FolioModel
import FolioNumbers

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
  mutating func notePool(_ kind: LotEvent.Kind, _ position: PositionIndex) {
    if keepsTrace, positions[position].pool != nil { trace(kind, position, nil, .missing, nil) }
  }

  /// The cost of a lot in a pool is that of the pool, so only events that affect the pool are
  /// recorded.
  @inline(never)
  private mutating func trace(
    _ kind: LotEvent.Kind, _ position: PositionIndex, _ lot: Lot?, _ origin: UInt32, _ row: Int?
  ) {
    let pool = positions[position].pool
    if lot != nil, pool != nil, kind != .opened, kind != .disposed, kind != .costRaised { return }
    let leg = rows.stockLegs[Int(context.legNumber)]
    var event = LotEvent(
      kind: kind, isPool: pool != nil, origin: origin, position: position.rawValue,
      currency: pool?.currency ?? missingCurrency, group: context.group, leg: context.legNumber,
      rate: rates.known(of: leg, on: leg.tradeDay)
        ?? rates.known(leg.currency, on: leg.tradeDay, inGroup: true),
      disposal: row)
    if let lot {
      event.lot = lot.number
      event.instrument = lot.instrument
      event.account = lot.account
      event.isShort = lot.isShort
      event.openedBy = lot.group
      event.acquired = lot.acquired
      event.currency = lot.currency
      event.after = LotEvent.State(
        quantity: lot.quantity, cost: lot.cost, costBase: lot.costBase, hasBase: lot.hasBase,
        holdingFrom: lot.holdingFrom)
    }
    if let pool {
      event.ahead = pool.ahead
      let held = positions[position].quantity
      event.after = LotEvent.State(
        quantity: (try? held.adding(pool.ahead)) ?? held, cost: pool.cost,
        costBase: pool.costBase, hasBase: pool.hasBase)
    }
    trace.add(event)
  }
}
