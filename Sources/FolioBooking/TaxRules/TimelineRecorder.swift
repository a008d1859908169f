import FolioModel
import FolioNumbers

/// Rules that change nothing, and only record events.
struct TimelineRecorder: TaxRuleSet {
  /// The events of each instrument.
  private(set) var events: [[HoldingTimeline.Event]]
  private var held: [ExactDecimal]
  private(set) var lines: ShareLines
  private let bySettlement: Bool

  /// A method without a pool: each purchase is in its own currency. The rules that look ahead
  /// treat a gift as a disposal.
  let traits = TaxRuleTraits(
    method: .fifo, lotScope: .portfolio, window: 30, giftIsDisposal: true,
    receiptIsAcquisition: true, isTrial: true)

  init(instruments: Int, bySettlement: Bool) {
    events = Array(repeating: [], count: instruments)
    held = Array(repeating: .zero, count: instruments)
    lines = ShareLines(instruments: instruments)
    self.bySettlement = bySettlement
  }

  mutating func acquired(_ lot: LotSlot, _ leg: StockLeg, _ booker: inout Booker) throws {
    let bought = booker.lots[lot]
    if bought.isShort || booker.context.isRightsIssue && !bySettlement { return }
    var event = event(.acquired, bought.quantity, leg, booker)
    (event.cost, event.costBase) = (bought.cost, bought.costBase)
    (event.hasBase, event.currency) = (bought.hasBase, bought.currency)
    append(event, of: bought.instrument)
    try held[Int(bought.instrument)].add(bought.quantity)
  }

  /// Takes the units out without their cost, which is not needed here.
  mutating func identify(_ position: PositionIndex, _ leg: StockLeg, _ booker: inout Booker) throws
  {
    booker.clearReliefs()
    _ = try booker.takeUnits(leg.quantity, from: position, in: leg.account)
    try booker.settle(position, leg.quantity)
    var event = event(.disposed, leg.quantity, leg, booker)
    event.isWithoutGain = booker.rows.isForSpouse(leg)
    append(event, of: leg.instrument)
    try held[Int(leg.instrument)].subtract(leg.quantity)
  }

  mutating func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    var event = event(.rescaled, ratio.new, leg, booker)
    event.old = ratio.old
    append(event, of: instrument)
    held[Int(instrument)] = booker.heldInAllAccounts(instrument)
  }

  mutating func renamed(
    _ old: InstrumentIndex, _ new: InstrumentIndex, _ booker: inout Booker
  ) {
    lines.rename(old, new, joins: joins(old, new, booker))
    while events.count < lines.count { events.append([]) }
  }

  /// Whether the events of two symbols are those of one share: no units are left under the old one,
  /// and no split was booked for both.
  private func joins(
    _ old: InstrumentIndex, _ new: InstrumentIndex, _ booker: borrowing Booker
  ) -> Bool {
    guard old != new, booker.heldInAllAccounts(old).isZero else { return false }
    let (before, after) = (events[lines.place(of: old)], events[lines.place(of: new)])
    guard let first = after.first?.key else { return true }
    return !after.contains { $0.kind == .rescaled }
      && !before.contains { $0.kind == .rescaled && $0.key >= first }
  }

  private mutating func append(_ event: HoldingTimeline.Event, of instrument: InstrumentIndex) {
    events[lines.place(of: instrument)].append(event)
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
    append(event, of: leg.instrument)
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
    let now = booker.heldInAllAccounts(instrument)
    let before = held[Int(instrument)]
    if now == before { return }
    held[Int(instrument)] = now
    append(event(.moved, try now.subtracting(before), leg, booker), of: instrument)
  }
}

extension Booker {
  /// The place of the group that is being booked.
  var groupKey: OrderKey { OrderKey(rows.groups[context.row].occurredAt, context.group) }
}
