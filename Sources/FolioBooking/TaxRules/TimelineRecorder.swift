/// Rules that change nothing, and only record events.
struct TimelineRecorder: TaxRuleSet {
  /// The events of each instrument of a holder (`TaxHolders.key`).
  private(set) var events: [[HoldingTimeline.Event]]
  private var held: [ExactDecimal]
  private(set) var lines: ShareLines
  private let bySettlement: Bool

  /// A method without a pool: each purchase is in its own currency. The rules that look ahead
  /// treat a gift as a disposal.
  let traits = TaxRuleTraits(
    method: .fifo, lotScope: .portfolio, window: 30, giftIsDisposal: true,
    receiptIsAcquisition: true, isTrial: true)

  init(keys: Int, bySettlement: Bool) {
    events = Array(repeating: [], count: keys)
    held = Array(repeating: .zero, count: keys)
    lines = ShareLines(keys: keys)
    self.bySettlement = bySettlement
  }

  mutating func acquired(_ lot: LotSlot, _ leg: StockLeg, _ booker: inout Booker) throws {
    let bought = booker.lots[lot]
    if bought.isShort || booker.context.isRightsIssue && !bySettlement { return }
    var event = event(.acquired, bought.quantity, leg, booker)
    (event.cost, event.costBase) = (bought.cost, bought.costBase)
    (event.hasBase, event.currency) = (bought.hasBase, bought.currency)
    let key = booker.holders.key(bought.instrument, in: bought.account)
    append(event, of: key)
    try held[key].add(bought.quantity)
  }

  /// Takes the units out without their cost, which is not needed here.
  mutating func identify(_ position: PositionIndex, _ leg: StockLeg, _ booker: inout Booker) throws
  {
    booker.clearReliefs()
    _ = try booker.takeUnits(leg.quantity, from: position, in: leg.account)
    try booker.settle(position, leg.quantity)
    var event = event(.disposed, leg.quantity, leg, booker)
    event.isWithoutGain = booker.rows.isForSpouse(leg)
    let key = booker.holders.key(leg.instrument, in: booker.owner(of: position, leg))
    append(event, of: key)
    try held[key].subtract(leg.quantity)
  }

  mutating func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    var event = event(.rescaled, ratio.new, leg, booker)
    event.old = ratio.old
    for holder in booker.holders.affected(by: leg) {
      let key = booker.holders.key(instrument, holder)
      append(event, of: key)
      held[key] = booker.held(instrument, byHolder: holder)
    }
  }

  mutating func renamed(
    _ old: InstrumentIndex, _ new: InstrumentIndex, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    // The units leave the line under which they were acquired.
    try recordMove(of: old, leg, booker)
    try recordMove(of: new, leg, booker)
    for holder in 0..<booker.holders.count {
      let (from, to) = (booker.holders.key(old, holder), booker.holders.key(new, holder))
      let isEmpty = booker.held(old, byHolder: holder).isZero
      lines.rename(from, to, joins: old != new && isEmpty && joins(from, to))
    }
    while events.count < lines.count { events.append([]) }
  }

  /// Whether the events of two symbols are those of one share, if no units are left under the old
  /// one: no split was booked for both.
  private func joins(_ old: Int, _ new: Int) -> Bool {
    let (before, after) = (events[lines.place(of: old)], events[lines.place(of: new)])
    guard let first = after.first?.key else { return true }
    return !after.contains { $0.kind == .rescaled }
      && !before.contains { $0.kind == .rescaled && $0.key >= first }
  }

  private mutating func append(_ event: HoldingTimeline.Event, of key: Int) {
    events[lines.place(of: key)].append(event)
  }

  mutating func booked(_ leg: StockLeg, _ booker: inout Booker) throws {
    try recordMove(of: leg.instrument, leg, booker)
    let new = booker.rows.detail(of: leg)?.newInstrument ?? .missing
    if new != .missing { try recordMove(of: new, leg, booker) }
    if leg.type == .costAdjustment { try recordCost(leg, &booker) }
  }

  private mutating func recordCost(_ leg: StockLeg, _ booker: inout Booker) throws {
    let change = booker.rows.costChange(of: leg)
    if change.isNegative { return }
    let units = leg.given.contains(.quantity) ? leg.quantity : .zero
    var event = event(.costRaised, units, leg, booker)
    (event.cost, event.currency) = (change, leg.currency)
    if let inBase = try booker.rates.convert(change, of: leg, on: leg.tradeDay) {
      (event.costBase, event.hasBase) = (inBase, true)
    }
    try appendShares(of: event, leg, booker)
  }

  /// Shares a rise of cost among the holders that it affects, by their units.
  private mutating func appendShares(
    of whole: HoldingTimeline.Event, _ leg: StockLeg, _ booker: borrowing Booker
  ) throws {
    let affected = booker.holders.affected(by: leg)
    if affected.count == 1 {
      return append(whole, of: booker.holders.key(leg.instrument, affected[0]))
    }
    var units: [ExactDecimal] = []
    for holder in affected { units.append(booker.held(leg.instrument, byHolder: holder)) }
    let total = try units.sum { $0 }
    guard total.isPositive else { return }
    var (costs, inBase) = (Shares(whole.cost, by: total), Shares(whole.costBase, by: total))
    for (holder, units) in zip(affected, units) where units.isPositive {
      var part = whole
      (part.cost, part.costBase) = (try costs.next(units), try inBase.next(units))
      if !whole.units.isZero { part.units = units }
      append(part, of: booker.holders.key(leg.instrument, holder))
    }
  }

  /// An event on the day that counts for the rules.
  private func event(
    _ kind: HoldingTimeline.Kind, _ units: ExactDecimal, _ leg: StockLeg,
    _ booker: borrowing Booker
  ) -> HoldingTimeline.Event {
    let day = bySettlement ? booker.settlementDay(of: leg) : leg.tradeDay
    return HoldingTimeline.Event(kind: kind, day: day, units: units, key: booker.groupKey)
  }

  /// Records a change of units that is neither a purchase nor a sale.
  private mutating func recordMove(
    of instrument: InstrumentIndex, _ leg: StockLeg, _ booker: borrowing Booker
  ) throws {
    for holder in 0..<booker.holders.count {
      let key = booker.holders.key(instrument, holder)
      let (now, before) = (booker.held(instrument, byHolder: holder), held[key])
      if now == before { continue }
      held[key] = now
      append(event(.moved, try now.subtracting(before), leg, booker), of: key)
    }
  }
}

extension Booker {
  /// The place of the group that is being booked.
  var groupKey: OrderKey { OrderKey(rows.groups[context.row].occurredAt, context.group) }
}
