import FolioDiagnostics
import FolioModel
import FolioNumbers

extension TaxRegime {
  /// Canada.
  public static let ca = TaxRegime(
    rules: .ca, window: (30, 30), deferral: "superficial loss",
    spouseLaw: "Income Tax Act s.73(1)",
    windowEffect: "that is still held on the last day makes a loss of this sale superficial; days "
      + "count by settlement",
    traits: TaxRuleTraits(
      method: .average, poolRule: .adjustedCostBase, lotScope: .portfolio, changesDisposals: true,
      countsBySettlement: true, window: 30, giftIsDisposal: true, receiptIsAcquisition: true,
      looksAhead: true),
    shelters: ["tfsa", "rrsp", "rrif", "resp", "fhsa", "rdsp", "lira"],
    snapshot: SnapshotNeeds(countsAcquisitions: true) { books, number in
      let row = books.disposals[number]
      return !row.cause.endsShort && row.cause != .deemedDisposition
        && (!row.hasBase || row.isLoss)
    }
  ) { Canada(HoldingTimeline($0, $1, bySettlement: true)) }
}

/// The rules of Canada: adjusted cost base and superficial losses.
///
/// Income Tax Act s.47: identical properties cost the average of all of them. S.54: a loss is
/// superficial to the extent that the same property was acquired in the 61 days around the disposal
/// and is held at their end; the Canada Revenue Agency takes the least of the units sold, the units
/// acquired and the units held (CRA "Superficial losses"). S.53(1)(f): that part of the loss is
/// added to the adjusted cost base. Days are settlement dates.
struct Canada: TaxRuleSet {
  /// What follows from the timelines, by line of a share.
  private var calendars: [AcquisitionCalendar]
  /// The epochs that are being booked.
  private var epochs: [Int]
  private var lines: ShareLines
  /// Of each instrument, the lot that came in last, if it came from outside on the day of its
  /// acquisition, and no other units were acquired or sold since.
  private var received: [InstrumentIndex: UInt32] = [:]

  var traits: TaxRuleTraits { TaxRegime.ca.traits }

  init(_ timeline: HoldingTimeline) {
    // A sum that can't be kept leaves its instrument without; booking it says so.
    calendars = timeline.events.map {
      (try? AcquisitionCalendar($0)) ?? AcquisitionCalendar()
    }
    epochs = Array(repeating: 0, count: calendars.count)
    lines = timeline.lines
  }

  mutating func acquired(_ lot: LotSlot, _ leg: StockLeg, _ booker: inout Booker) {
    received[leg.instrument] = leg.type == .transferIn ? booker.lots[lot].number : nil
  }

  /// Units that an employee received no more than 30 days before may be designated as those sold,
  /// by naming their group: they are not averaged with the others (s.7(1.31), s.47(3)(a)). No
  /// other units may have been acquired or sold in between.
  mutating func identify(_ position: PositionIndex, _ leg: StockLeg, _ booker: inout Booker) throws
  {
    // A broker may book a change of symbol after trades under the new one.
    for other in lines.others(of: leg.instrument) {
      try booker.moveRestOfPool(other, to: leg.instrument)
    }
    if let number = received[leg.instrument] {
      if let lot = booker.designatedLot(position, leg, number) {
        return try booker.relieveDesignated(lot, leg)
      }
      received[leg.instrument] = nil
    }
    try booker.relieveForDisposal(position, leg.quantity, in: leg.account)
  }

  mutating func disposed(
    _ row: Int, _ lot: LotSlot, _ heldFrom: Day, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    guard row < booker.booked.disposals.endIndex else { return }
    try booker.countPremium(ofRow: row, lot, leg)
    let disposal = booker.booked.disposals[row]
    guard disposal.cause.isDisposition, disposal.hasBase,
      disposal.proceedsBase < disposal.costBase
    else { return }
    let units = try superficialUnits(of: disposal, on: booker.settlementDay(of: leg))
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
    try booker.keepDeferral(
      amountBase, of: units, row: row, into: PeriodPlace(booker.lots[lot]))
    booker.note(.costRaised, lot, row: row)
  }

  mutating func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker
  ) {
    epochs[lines.place(of: instrument)] += 1
  }

  mutating func renamed(
    _ old: InstrumentIndex, _ new: InstrumentIndex, _ booker: inout Booker
  ) throws {
    _ = lines.followNext(old, new)
    try booker.moveRestOfPool(old, to: new)
  }

  private func superficialUnits(
    of disposal: Disposal, on day: Day
  ) throws(ArithmeticFault) -> ExactDecimal {
    let (index, sold) = (lines.place(of: disposal.instrument), disposal.quantity)
    // Designated units are not held afterwards: they replace nothing.
    let own = disposal.matching == .specific ? sold : .zero
    return try calendars[index].superficialUnits(sold, on: day, in: epochs[index], without: own)
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
    let raise: ExactDecimal
    if let known = try rates.convert(loss, to: currency, on: context.day, by: leg) {
      raise = known
    } else {
      try carryPoolToBase(position, of: disposal.instrument)
      guard positions[position].pool?.currency == rates.baseIndex else {
        throw mixedCurrencies(
          of: disposal.instrument, currency, disposal.currency, on: context.day)
      }
      raise = lossBase
    }
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
