import FolioDiagnostics
import FolioModel
import FolioNumbers

/// The rules of Canada: adjusted cost base and superficial losses.
///
/// Income Tax Act s.47: identical properties cost the average of all of them. S.54: a loss is
/// superficial as far as the same property was acquired in the 61 days around the disposal and is
/// held at their end; the Canada Revenue Agency takes the least of what was sold, what was acquired
/// and what is held (CRA "Superficial losses"). S.53(1)(f): that part of the loss is added to the
/// adjusted cost base. Days are settlement dates.
struct Canada: TaxRuleSet {
  private var calendars: [AcquisitionCalendar]

  let traits = TaxRuleTraits(
    method: .average, poolRule: .adjustedCostBase, lotScope: .portfolio, changesDisposals: true,
    countsBySettlement: true, window: 30, giftIsDisposal: true)

  init(_ timeline: HoldingTimeline) {
    // A sum that can't be kept leaves its instrument without; booking it says so.
    calendars = timeline.instruments.map {
      (try? AcquisitionCalendar($0)) ?? AcquisitionCalendar()
    }
  }

  mutating func disposed(
    _ row: Int, _ lot: LotSlot, _ heldFrom: Day, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    let disposal = booker.booked.disposals[row]
    guard disposal.cause.isDisposition, disposal.hasBase,
      disposal.proceedsBase < disposal.costBase
    else { return }
    let units = try calendars[Int(disposal.instrument)].superficialUnits(
      disposal.quantity, on: booker.settlementDay(of: leg))
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
    calendars[Int(instrument)].epoch += 1
  }
}

extension Booker {
  /// Raises the adjusted cost base by a superficial loss.
  fileprivate mutating func addToPool(
    _ loss: Cost, _ lossBase: ExactDecimal, of disposal: Disposal, _ leg: StockLeg
  ) throws {
    let position = position(disposal.instrument, disposal.account)
    guard var currency = positions[position].pool?.currency else { return }
    if currency == missingCurrency { currency = disposal.currency }
    positions[position].pool?.currency = currency
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
  /// Whether units went to someone else at a price or a value; a worthless share's loss is not
  /// superficial (s.54 leaves out what s.50(1) deems disposed of).
  fileprivate var isDisposition: Bool {
    switch self {
    case .sale, .cashInLieu, .gift, .unitFee, .merger: true
    case .cover, .returnOfCapital, .writeOff: false
    }
  }
}

/// What was acquired of one instrument and how much was held, by settlement date.
struct AcquisitionCalendar {
  /// The stretches between the splits; within one, units are comparable.
  private var epochs: [Epoch] = [Epoch()]
  /// In which of them booking is.
  var epoch = 0

  fileprivate struct Epoch {
    var start = Day.first
    /// How its units come from those of the epoch before.
    var ratio = Ratio(new: .one, old: .one)
    /// Held at the start.
    var opening = ExactDecimal.zero
    /// By day: units acquired, and the change of what is held, each up to and with that day.
    var days: [(day: Day, acquired: ExactDecimal, change: ExactDecimal)] = []
  }

  init() {}

  init(_ events: [HoldingTimeline.Event]) throws(ArithmeticFault) {
    for event in events {
      let last = epochs.count - 1
      switch event.kind {
      case .acquired: epochs[last].days.append((event.day, event.units, event.units))
      case .disposed: epochs[last].days.append((event.day, .zero, -event.units))
      case .moved: epochs[last].days.append((event.day, .zero, event.units))
      case .rescaled:
        try epochs[last].close()
        let ratio = Ratio(new: event.units, old: event.old)
        let held = try epochs[last].opening.adding(epochs[last].days.last?.change ?? .zero)
        epochs.append(
          Epoch(start: event.day, ratio: ratio, opening: try RunningRatio.scale(held, ratio)))
      }
    }
    try epochs[epochs.count - 1].close()
  }

  /// The least of the units sold, those acquired in the 30 days before and after, and those held
  /// at the end of that time; in units of the day of the sale.
  func superficialUnits(
    _ sold: ExactDecimal, on day: Day
  ) throws(ArithmeticFault) -> ExactDecimal {
    let first = Day(daysSince1970: day.daysSince1970 - 30) ?? .first
    let last = Day(daysSince1970: day.daysSince1970 + 30) ?? .last
    let held = try held(onEveningOf: last)
    guard held.isPositive else { return .zero }
    return min(sold, held, try acquired(from: first, to: last))
  }

  private func held(onEveningOf day: Day) throws(ArithmeticFault) -> ExactDecimal {
    var number = epoch
    while number + 1 < epochs.count, epochs[number + 1].start <= day { number += 1 }
    let epoch = epochs[number]
    return try convert(epoch.opening.adding(epoch.sums(upTo: day).change), from: number)
  }

  private func acquired(from first: Day, to last: Day) throws(ArithmeticFault) -> ExactDecimal {
    var sum = ExactDecimal.zero
    for (number, epoch) in reach(from: first, to: last) {
      let before = first.adding(days: -1).map { epoch.sums(upTo: $0).acquired } ?? .zero
      let acquired = try epoch.sums(upTo: last).acquired.subtracting(before)
      try sum.add(convert(acquired, from: number))
    }
    return sum
  }

  /// The epochs that a stretch of days touches.
  private func reach(from first: Day, to last: Day) -> [(Int, Epoch)] {
    var lowest = epoch
    while lowest > 0, epochs[lowest].start >= first { lowest -= 1 }
    var highest = epoch
    while highest + 1 < epochs.count, epochs[highest + 1].start <= last { highest += 1 }
    return (lowest...highest).map { ($0, epochs[$0]) }
  }

  /// Units of another epoch in those of the one in which booking is.
  private func convert(
    _ units: ExactDecimal, from number: Int
  ) throws(ArithmeticFault) -> ExactDecimal {
    if units.isZero || number == epoch { return units }
    var converted = units
    if number > epoch {
      for step in (epoch + 1...number).reversed() {
        let ratio = epochs[step].ratio
        converted = try RunningRatio.scale(converted, Ratio(new: ratio.old, old: ratio.new))
      }
    } else {
      for step in number + 1...epoch {
        converted = try RunningRatio.scale(converted, epochs[step].ratio)
      }
    }
    return converted
  }
}

extension AcquisitionCalendar.Epoch {
  /// Orders the days and sums them up.
  fileprivate mutating func close() throws(ArithmeticFault) {
    let sorted = days.enumerated().sorted {
      ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
    }
    var sum = (acquired: ExactDecimal.zero, change: ExactDecimal.zero)
    days = []
    for (_, entry) in sorted {
      try sum.acquired.add(entry.acquired)
      try sum.change.add(entry.change)
      days.append((entry.day, sum.acquired, sum.change))
    }
  }

  /// The sums of all entries of the days up to a day.
  fileprivate func sums(upTo day: Day) -> (acquired: ExactDecimal, change: ExactDecimal) {
    let last = days.prefix(days.partitioningIndex { $0.day > day }).last
    return (last?.acquired ?? .zero, last?.change ?? .zero)
  }
}
