import FolioModel
import FolioNumbers

/// Rules that change nothing, and only record events.
struct TimelineRecorder: TaxRuleSet {
  /// The events of each instrument.
  private(set) var events: [[HoldingTimeline.Event]]
  private var held: [ExactDecimal]
  private let bySettlement: Bool

  /// A method without a pool: each purchase is in its own currency. The rules that look ahead
  /// treat a gift as a disposal.
  let traits = TaxRuleTraits(
    method: .fifo, lotScope: .portfolio, window: 30, giftIsDisposal: true,
    receiptIsAcquisition: true, isTrial: true)

  init(instruments: Int, bySettlement: Bool) {
    events = Array(repeating: [], count: instruments)
    held = Array(repeating: .zero, count: instruments)
    self.bySettlement = bySettlement
  }

  mutating func acquired(_ lot: LotSlot, _ leg: StockLeg, _ booker: inout Booker) throws {
    let bought = booker.lots[lot]
    if bought.isShort { return }
    var event = event(.acquired, bought.quantity, leg, booker)
    (event.cost, event.costBase) = (bought.cost, bought.costBase)
    (event.hasBase, event.currency) = (bought.hasBase, bought.currency)
    events[Int(bought.instrument)].append(event)
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
    events[Int(leg.instrument)].append(event)
    try held[Int(leg.instrument)].subtract(leg.quantity)
  }

  mutating func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    var event = event(.rescaled, ratio.new, leg, booker)
    event.old = ratio.old
    events[Int(instrument)].append(event)
    held[Int(instrument)] = booker.heldInAllAccounts(instrument)
  }

  mutating func booked(_ leg: StockLeg, _ booker: inout Booker) throws {
    try recordMove(of: leg.instrument, leg, booker)
    let new = booker.rows.detail(of: leg)?.newInstrument ?? .missing
    if new != .missing { try recordMove(of: new, leg, booker) }
  }

  /// An event on the day that counts for the rules.
  private func event(
    _ kind: HoldingTimeline.Kind, _ units: ExactDecimal, _ leg: StockLeg,
    _ booker: borrowing Booker
  ) -> HoldingTimeline.Event {
    let day = bySettlement ? booker.settlementDay(of: leg) : leg.tradeDay
    return HoldingTimeline.Event(kind: kind, day: day, units: units, group: booker.context.group)
  }

  /// Records a change of units that is neither a purchase nor a sale.
  private mutating func recordMove(
    of instrument: InstrumentIndex, _ leg: StockLeg, _ booker: borrowing Booker
  ) throws {
    let now = booker.heldInAllAccounts(instrument)
    let before = held[Int(instrument)]
    if now == before { return }
    held[Int(instrument)] = now
    events[Int(instrument)].append(event(.moved, try now.subtracting(before), leg, booker))
  }
}
