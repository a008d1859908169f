import FolioDiagnostics
import FolioModel
import FolioNumbers

/// The rules of Canada: adjusted cost base and superficial losses.
///
/// Income Tax Act s.47: identical properties cost the average of all of them. S.54: a loss is
/// superficial to the extent that the same property was acquired in the 61 days around the disposal
/// and is held at their end; the Canada Revenue Agency takes the least of the units sold, the units
/// acquired and the units held (CRA "Superficial losses"). S.53(1)(f): that part of the loss is
/// added to the adjusted cost base. Days are settlement dates.
struct Canada: TaxRuleSet {
  /// What follows from the timelines, by instrument.
  private var calendars: [AcquisitionCalendar]
  /// The epochs that are being booked.
  private var epochs: [Int]
  /// While changes are recorded: what the calendars said, in order of booking.
  private var answers: [[Answer]] = []
  private var log: ChangeLog<Step>?

  /// How many units of a disposal at a loss were superficial.
  private struct Answer {
    let sold: ExactDecimal
    let day: Day
    let epoch: Int
    let key: OrderKey
    let units: ExactDecimal
  }

  /// A change of an instrument.
  fileprivate enum Step {
    case rescaled(Int)
    case answered(Int)
  }

  let traits = TaxRuleTraits(
    method: .average, poolRule: .adjustedCostBase, lotScope: .portfolio, changesDisposals: true,
    countsBySettlement: true, window: 30, giftIsDisposal: true, receiptIsAcquisition: true,
    looksAhead: true)

  init(_ timeline: HoldingTimeline) {
    // A sum that can't be kept leaves its instrument without; booking it says so.
    calendars = timeline.instruments.map {
      (try? AcquisitionCalendar($0)) ?? AcquisitionCalendar()
    }
    epochs = Array(repeating: 0, count: calendars.count)
  }

  mutating func disposed(
    _ row: Int, _ lot: LotSlot, _ heldFrom: Day, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    let disposal = booker.booked.disposals[row]
    guard disposal.cause.isDisposition, disposal.hasBase,
      disposal.proceedsBase < disposal.costBase
    else { return }
    let units = try superficialUnits(of: disposal, on: booker.settlementDay(of: leg), booker)
    guard units.isPositive else { return }
    let loss = try disposal.costBase.subtracting(disposal.proceedsBase)
    let amountBase = try loss.share(units, of: disposal.quantity)
    let amount = try max(.zero, disposal.cost.subtracting(disposal.proceeds))
      .share(units, of: disposal.quantity)
    try booker.booked.deferLoss(
      DeferredLoss(
        quantity: units, amountBase: amountBase, disposal: row, replacement: .missing,
        group: booker.context.group))
    let cost = Cost(amount: amount, inBase: amountBase, currency: disposal.currency)
    try booker.addToPool(cost, amountBase, of: disposal, leg)
    booker.note(.costRaised, lot, row: row)
  }

  mutating func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker
  ) {
    epochs[Int(instrument)] += 1
    log?.append(.rescaled(Int(instrument)))
  }

  private mutating func superficialUnits(
    of disposal: Disposal, on day: Day, _ booker: borrowing Booker
  ) throws(ArithmeticFault) -> ExactDecimal {
    let (index, sold) = (Int(disposal.instrument), disposal.quantity)
    let units = try calendars[index].superficialUnits(sold, on: day, in: epochs[index])
    if log == nil { return units }
    answers[index].append(
      Answer(sold: sold, day: day, epoch: epochs[index], key: booker.groupKey, units: units))
    log?.append(.answered(index))
    return units
  }
}

// Going back, and plans that change.
extension Canada {
  mutating func beginLog() {
    log = ChangeLog()
    grow(to: calendars.count)
  }

  mutating func setMark() -> TaxRuleMark { .steps(log?.setMark() ?? 0) }

  mutating func undo(to mark: TaxRuleMark) {
    guard case .steps(let count) = mark else { return }
    while let step = log?.popLast(after: count) {
      switch step {
      case .rescaled(let instrument): epochs[instrument] -= 1
      case .answered(let instrument): answers[instrument].removeLast()
      }
    }
  }

  mutating func grow(to instruments: Int) {
    while calendars.count < instruments { calendars.append(AcquisitionCalendar()) }
    while epochs.count < instruments { epochs.append(0) }
    while log != nil, answers.count < instruments { answers.append([]) }
  }

  mutating func plan(
    _ instrument: InstrumentIndex, _ events: [HoldingTimeline.Event], keeping count: Int,
    base: CurrencyIndex, before key: OrderKey
  ) throws(ArithmeticFault) -> OrderKey? {
    let (index, new) = (Int(instrument), events[count...])
    var first = Day.first
    if calendars[index].eventCount == count {
      try calendars[index].add(new)
      first = AcquisitionCalendar.firstDay(thatSees: new.map(\.day).min() ?? .last)
    } else {
      calendars[index] = try AcquisitionCalendar(events)
    }
    let (calendar, known) = (calendars[index], answers[index])
    return known.prefix(known.partitioningIndex { $0.key >= key }).first { answer in
      if answer.day < first { return false }
      // If there is no answer, booking says so.
      let units = try? calendar.superficialUnits(answer.sold, on: answer.day, in: answer.epoch)
      return units != answer.units
    }?.key
  }

  mutating func leaveOutPlans() { calendars = [] }

  mutating func takePlans(of later: any TaxRuleSet) {
    if let later = later as? Canada { calendars = later.calendars }
  }
}

extension Booker {
  /// Raises the adjusted cost base by a superficial loss.
  fileprivate mutating func addToPool(
    _ loss: Cost, _ lossBase: ExactDecimal, of disposal: Disposal, _ leg: StockLeg
  ) throws {
    let position = position(disposal.instrument, disposal.account)
    positions[position].pool?.start(in: disposal.currency)
    guard let currency = positions[position].pool?.currency else { return }
    var raised = try rates.convert(loss, to: currency, on: context.day, by: leg)
    if raised == nil {
      try carryPoolToBase(position, of: disposal.instrument)
      raised = lossBase
    }
    let raise = raised ?? .zero
    try positions[position].pool?.raiseCost(by: raise, inBase: lossBase)
    let now = positions[position].pool?.currency ?? currency
    post(.securities, disposal.instrument, raise, now)
    post(.gains, disposal.instrument, -raise, now)
  }
}

extension DisposalCause {
  /// Whether units went to someone else at a price or a value. The loss on a worthless share is not
  /// superficial, nor that of a deemed disposition or of an option that expired (s.54 excludes
  /// property that s.45, s.50(1), s.70 and s.128.1 deem disposed of, and the expiry of an option).
  fileprivate var isDisposition: Bool {
    switch self {
    case .sale, .cashInLieu, .gift, .unitFee, .merger: true
    case .cover, .returnOfCapital, .costAdjustment, .deemedDisposition, .writeOff, .expiry,
      .shortExpiry:
      false
    }
  }
}

/// The acquisitions and the held units of one instrument, by settlement date.
struct AcquisitionCalendar {
  /// The periods between the splits.
  private var epochs: [Epoch] = [Epoch()]
  private var splits = SplitRatios()

  fileprivate struct Epoch {
    var start = Day.first
    /// Units held at the start.
    var opening = ExactDecimal.zero
    /// By day: the units acquired, and the change in the units held, each up to and including that
    /// day.
    var days: [Entry] = []
  }

  fileprivate typealias Entry = (day: Day, acquired: ExactDecimal, change: ExactDecimal)

  /// The number of events.
  private(set) var eventCount = 0

  init() {}

  init(_ events: [HoldingTimeline.Event]) throws(ArithmeticFault) { try add(events[...]) }

  /// Adds events that come after all others. The epochs before the last one stay as they are.
  mutating func add(_ events: ArraySlice<HoldingTimeline.Event>) throws(ArithmeticFault) {
    eventCount += events.count
    var new: [Entry] = []
    for event in events {
      switch event.kind {
      case .acquired: new.append((event.day, event.units, event.units))
      case .disposed: new.append((event.day, .zero, -event.units))
      case .moved: new.append((event.day, .zero, event.units))
      case .rescaled:
        let last = epochs.count - 1
        try epochs[last].add(new)
        new = []
        let ratio = Ratio(new: event.units, old: event.old)
        let held = try epochs[last].opening.adding(epochs[last].days.last?.change ?? .zero)
        splits.append(ratio)
        epochs.append(Epoch(start: event.day, opening: try RunningRatio.scale(held, ratio)))
      }
    }
    try epochs[epochs.count - 1].add(new)
  }

  /// The first day of a disposal for which an event on a day counts.
  static func firstDay(thatSees day: Day) -> Day {
    Day(daysSince1970: day.daysSince1970 - window) ?? .first
  }

  private static let window: Int32 = 30

  /// The least of the units sold, those acquired in the 30 days before and after, and those held
  /// at the end of that time; in units of the day of the sale.
  /// - Parameter epoch: the epoch of the sale.
  func superficialUnits(
    _ sold: ExactDecimal, on day: Day, in epoch: Int
  ) throws(ArithmeticFault) -> ExactDecimal {
    let first = Day(daysSince1970: day.daysSince1970 - Self.window) ?? .first
    let last = Day(daysSince1970: day.daysSince1970 + Self.window) ?? .last
    let held = try held(onEveningOf: last, in: epoch)
    guard held.isPositive else { return .zero }
    return min(sold, held, try acquired(from: first, to: last, in: epoch))
  }

  /// The last epoch that begins by a day, from one on.
  private func lastEpoch(by day: Day, from epoch: Int) -> Int {
    var number = epoch
    while number + 1 < epochs.count, epochs[number + 1].start <= day { number += 1 }
    return number
  }

  private func held(
    onEveningOf day: Day, in epoch: Int
  ) throws(ArithmeticFault) -> ExactDecimal {
    let number = lastEpoch(by: day, from: epoch)
    let held = try epochs[number].opening.adding(epochs[number].sums(upTo: day).change)
    return try splits.convert(held, from: number, to: epoch)
  }

  private func acquired(
    from first: Day, to last: Day, in epoch: Int
  ) throws(ArithmeticFault) -> ExactDecimal {
    var lowest = epoch
    while lowest > 0, epochs[lowest].start >= first { lowest -= 1 }
    return try (lowest...lastEpoch(by: last, from: epoch)).sum { number throws(ArithmeticFault) in
      let before = first.adding(days: -1).map { epochs[number].sums(upTo: $0).acquired } ?? .zero
      let acquired = try epochs[number].sums(upTo: last).acquired.subtracting(before)
      return try splits.convert(acquired, from: number, to: epoch)
    }
  }
}

extension AcquisitionCalendar.Epoch {
  /// Adds entries among those of their days, and sums them up.
  fileprivate mutating func add(
    _ entries: [AcquisitionCalendar.Entry]
  ) throws(ArithmeticFault) {
    guard let first = entries.map(\.day).min() else { return }
    let place = days.partitioningIndex { $0.day > first }
    for index in days.indices[place...].reversed() where index > 0 {
      try days[index].acquired.subtract(days[index - 1].acquired)
      try days[index].change.subtract(days[index - 1].change)
    }
    days += entries
    // A sort keeps the order of equal days.
    days[place...].sort { $0.day < $1.day }
    for index in days.indices[place...] where index > 0 {
      try days[index].acquired.add(days[index - 1].acquired)
      try days[index].change.add(days[index - 1].change)
    }
  }

  /// The sums of all entries of the days up to a day.
  fileprivate func sums(upTo day: Day) -> (acquired: ExactDecimal, change: ExactDecimal) {
    let last = days.prefix(days.partitioningIndex { $0.day > day }).last
    return (last?.acquired ?? .zero, last?.change ?? .zero)
  }
}
