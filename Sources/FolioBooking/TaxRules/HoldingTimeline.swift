import FolioModel
import FolioNumbers

/// The acquisitions and disposals of each instrument, in order of booking. Tax rules that look
/// ahead read it before the ledger is booked.
///
/// It is recorded while the ledger is booked once without rules, so that splits, transfers and
/// mergers count as they are booked.
struct HoldingTimeline {
  /// The events of each instrument.
  private(set) var instruments: [[Event]] = []
  /// The base currency; `missingCurrency` if there is none.
  private(set) var base = missingCurrency

  struct Event {
    var kind: Kind
    var day: Day
    /// The units acquired or disposed of; for a rescaling, the new units; for a move, the change.
    var units: ExactDecimal
    /// The cost of acquired units.
    var cost = ExactDecimal.zero
    var costBase = ExactDecimal.zero
    var hasBase = false
    var currency = missingCurrency
    var group: GroupIndex
    /// For a rescaling: the old units for `units` new ones.
    var old = ExactDecimal.one
    /// For a disposal: whether its proceeds are its cost.
    var isWithoutGain = false
  }

  enum Kind { case acquired, disposed, rescaled, moved }

  /// Whether options are exercised. What their premiums are depends on the rules.
  private(set) var hasPremiums = false

  /// Records the booking of a ledger.
  /// - Parameter premiums: the premiums of the trades by the rules.
  init(
    _ ledger: Ledger, _ options: BookingOptions, bySettlement: Bool,
    premiums: [UInt32: Premium] = [:]
  ) {
    let recorder = TimelineRecorder(
      instruments: ledger.tables.instruments.count, bySettlement: bySettlement)
    var booker = Booker(ledger, options.lean, recorder)
    booker.premiumsByTrade = PremiumsByTrade(known: premiums, found: [:])
    booker.book(ledger)
    hasPremiums = booker.premiumsByTrade.found?.isEmpty == false
    instruments = (booker.rules as? TimelineRecorder)?.events ?? []
    base = booker.rates.baseIndex
  }
}

/// Rules that change nothing, and only record events.
private struct TimelineRecorder: TaxRuleSet {
  fileprivate private(set) var events: [[HoldingTimeline.Event]]
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
    _ = try booker.takeUnits(leg.quantity, from: position)
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
    held[Int(instrument)] = booker.held(instrument, 0)
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
    let now = booker.held(instrument, 0)
    let before = held[Int(instrument)]
    if now == before { return }
    held[Int(instrument)] = now
    events[Int(instrument)].append(event(.moved, try now.subtracting(before), leg, booker))
  }
}
