import FolioModel
import FolioNumbers

/// What was acquired and disposed of of each instrument, in order of booking: what rules that
/// look ahead are told of the whole ledger before it is booked.
///
/// It is booking itself that is watched, so that splits, transfers and mergers count as they are
/// booked.
struct HoldingTimeline {
  /// The events of each instrument.
  private(set) var instruments: [[Event]] = []
  /// The base currency; `missingCurrency` where there is none.
  private(set) var base = missingCurrency

  struct Event {
    var kind: Kind
    var day: Day
    /// Units acquired or disposed of; of any other change, what came in.
    var units: ExactDecimal
    /// What acquired units cost.
    var cost = ExactDecimal.zero
    var costBase = ExactDecimal.zero
    var hasBase = false
    var currency = missingCurrency
    var group: GroupIndex
    /// Of a rescaling: `units` new ones for so many.
    var old = ExactDecimal.one
  }

  enum Kind { case acquired, disposed, rescaled, moved }

  /// Nothing, for rules that don't look ahead.
  init() {}

  /// Watches the booking of a ledger.
  init(_ ledger: Ledger, _ options: BookingOptions, bySettlement: Bool) {
    var plain = options
    plain.keepsPostings = false
    plain.keepsDisposals = false
    plain.keepsTrace = false
    var recorder = TimelineRecorder(HoldingTimeline())
    recorder.bySettlement = bySettlement
    recorder.events = Array(repeating: [], count: ledger.tables.instruments.count)
    recorder.held = Array(repeating: .zero, count: ledger.tables.instruments.count)
    var booker = Booker(ledger, plain, recorder)
    booker.bookAll()
    instruments = booker.rules.events
    base = booker.rates.baseIndex
  }
}

/// Rules that change nothing and write down what happens.
struct TimelineRecorder: TaxRuleSet {
  var events: [[HoldingTimeline.Event]] = []
  var held: [ExactDecimal] = []
  var bySettlement = false

  /// A method without a pool: each purchase is in its own currency.
  static var method: CostBasisMethod? { .fifo }
  static var lotScope: LotScope? { .portfolio }
  static var window: Int32 { 30 }
  /// The rules that look ahead hold it to be one.
  static var giftIsDisposal: Bool { true }

  init(_ timeline: HoldingTimeline) {}

  static func acquired(_ lot: UInt32, _ leg: StockLeg, _ booker: inout Booker<Self>) throws {
    let bought = booker.lots[Int(lot)]
    if bought.isShort { return }
    let event = HoldingTimeline.Event(
      kind: .acquired, day: booker.timelineDay(of: leg), units: bought.quantity, cost: bought.cost,
      costBase: bought.costBase, hasBase: bought.hasBase, currency: bought.currency,
      group: bought.group)
    booker.rules.events[Int(bought.instrument)].append(event)
    try booker.rules.held[Int(bought.instrument)].add(bought.quantity)
  }

  static func identify(
    _ position: UInt32, _ leg: StockLeg, _ booker: inout Booker<Self>
  ) throws {
    // What the units cost is of no interest here.
    _ = try booker.takeUnits(leg.quantity, from: position)
    try booker.positions[Int(position)].quantity.subtract(leg.quantity)
    booker.clearReliefs()
    let event = HoldingTimeline.Event(
      kind: .disposed, day: booker.timelineDay(of: leg), units: leg.quantity, group: booker.group)
    booker.rules.events[Int(leg.instrument)].append(event)
    try booker.rules.held[Int(leg.instrument)].subtract(leg.quantity)
  }

  static func identifyTendered(
    _ position: UInt32, _ leg: StockLeg, _ booker: inout Booker<Self>
  ) throws {
    try identify(position, leg, &booker)
  }

  static func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker<Self>
  ) throws {
    let event = HoldingTimeline.Event(
      kind: .rescaled, day: booker.timelineDay(of: leg), units: ratio.new, group: booker.group,
      old: ratio.old)
    booker.rules.events[Int(instrument)].append(event)
    booker.rules.held[Int(instrument)] = booker.held(instrument, 0)
  }

  static func booked(_ leg: StockLeg, _ booker: inout Booker<Self>) throws {
    try booker.notice(leg.instrument, leg)
    let new = booker.rows.detail(of: leg)?.newInstrument ?? missingIndex
    if new != missingIndex { try booker.notice(new, leg) }
  }
}

extension Booker<TimelineRecorder> {
  /// The day by which the rules that look ahead count.
  fileprivate func timelineDay(of leg: StockLeg) -> Day {
    rules.bySettlement ? settlementDay(of: leg) : leg.tradeDay
  }

  /// Writes down a change of units that is neither a purchase nor a sale.
  fileprivate mutating func notice(_ instrument: InstrumentIndex, _ leg: StockLeg) throws {
    let now = held(instrument, 0)
    let before = rules.held[Int(instrument)]
    if now == before { return }
    rules.held[Int(instrument)] = now
    let day = timelineDay(of: leg)
    rules.events[Int(instrument)].append(
      HoldingTimeline.Event(
        kind: .moved, day: day, units: try now.subtracting(before), group: group))
  }
}
