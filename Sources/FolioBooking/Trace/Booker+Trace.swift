import FolioModel
import FolioNumbers

// Who asks how a gain came about is told every step: booking takes note of each change of a lot,
// and of a pool, right after it. Without the question it costs one look at a Bool.
extension Booker {
  /// Takes note of what happened to a lot. Of a lot in a pool, whose cost is the pool's, only
  /// what the pool sees is kept. `origin` is the number of the lot that it came of.
  @inline(__always)
  mutating func note(
    _ kind: LotEvent.Kind, _ lot: LotSlot, from origin: UInt32 = .missing, row: Int? = nil
  ) {
    if keepsTrace { trace(kind, lot, origin, row) }
  }

  /// Records what happened to the pool of a position, if it has one.
  @inline(__always)
  mutating func notePool(_ kind: LotEvent.Kind, _ position: PositionIndex) {
    if keepsTrace { tracePool(kind, position) }
  }

  @inline(never)
  private mutating func trace(
    _ kind: LotEvent.Kind, _ index: LotSlot, _ origin: UInt32, _ row: Int?
  ) {
    let lot = lots[index]
    var event = event(kind, lot.position, row)
    event.lot = lot.number
    event.origin = origin
    event.instrument = lot.instrument
    event.account = lot.account
    event.isShort = lot.isShort
    event.openedBy = lot.group
    event.acquired = lot.acquired
    event.currency = lot.currency
    if positions[lot.position].pool != nil {
      guard kind == .opened || kind == .disposed || kind == .costRaised else { return }
      event.isPool = true
      event.after = poolState(lot.position)
    } else {
      event.after = LotEvent.State(
        quantity: lot.quantity, cost: lot.cost, costBase: lot.costBase, hasBase: lot.hasBase,
        holdingFrom: lot.holdingFrom)
    }
    trace.add(event)
  }

  @inline(never)
  private mutating func tracePool(_ kind: LotEvent.Kind, _ position: PositionIndex) {
    guard let pool = positions[position].pool else { return }
    var event = event(kind, position, nil)
    event.currency = pool.currency
    event.isPool = true
    event.after = poolState(position)
    trace.add(event)
  }

  private mutating func event(
    _ kind: LotEvent.Kind, _ position: PositionIndex, _ row: Int?
  ) -> LotEvent {
    let rate = trace.rate(context.legNumber, rows.stockLegs[Int(context.legNumber)], rates)
    return LotEvent(
      kind: kind, position: position.rawValue, group: context.group, leg: context.legNumber,
      rate: rate, disposal: row)
  }

  private func poolState(_ position: PositionIndex) -> LotEvent.State {
    let pool = positions[position].pool ?? Pool()
    let held = positions[position].quantity
    let all = (try? held.adding(pool.ahead)) ?? held
    return LotEvent.State(
      quantity: all, cost: pool.cost, costBase: pool.costBase, hasBase: pool.hasBase)
  }
}
