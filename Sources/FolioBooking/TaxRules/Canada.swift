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
  /// What follows from the timelines, by line of a share of a holder.
  private var calendars: [AcquisitionCalendar]
  /// The epochs that are being booked.
  private var epochs: [Int]
  private var lines: ShareLines
  /// Of each instrument of a holder, the lot that came in last, if it came from outside on the day
  /// of its acquisition, and no other units were acquired or sold since.
  private var received: [Int: UInt32] = [:]

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
    let key = booker.holders.key(leg.instrument, in: booker.lots[lot].account)
    received[key] = leg.type == .transferIn ? booker.lots[lot].number : nil
  }

  /// Units that an employee received no more than 30 days before may be designated as those sold,
  /// by naming their group: they are not averaged with the others (s.7(1.31), s.47(3)(a)). No
  /// other units may have been acquired or sold in between.
  mutating func identify(_ position: PositionIndex, _ leg: StockLeg, _ booker: inout Booker) throws
  {
    // A broker may book a change of symbol after trades under the new one.
    let owner = booker.owner(of: position, leg)
    let key = booker.holders.key(leg.instrument, in: owner)
    for other in lines.others(of: key) {
      let old = booker.holders.instrument(of: other)
      try booker.moveRestOfPool(old, to: leg.instrument, in: owner)
    }
    if let number = received[key] {
      if let lot = booker.designatedLot(position, leg, number) {
        return try booker.relieveDesignated(lot, leg)
      }
      received[key] = nil
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
      disposal.proceedsBase < disposal.costBase,
      booker.holders.capacity(of: disposal.account) != .sheltered
    else { return }
    let day = booker.settlementDay(of: leg)
    let denied = try SubstitutedUnits(disposal, on: day, booker.holders) {
      holder throws(ArithmeticFault) in
      let index = lines.place(of: booker.holders.key(disposal.instrument, holder))
      return try calendars[index].window(around: day, in: epochs[index])
    }
    let units = denied.units
    guard units.isPositive else { return }
    let loss = try disposal.costBase.subtracting(disposal.proceedsBase)
    let amountBase = try loss.share(units, of: disposal.quantity)
    let amount = try max(.zero, disposal.cost.subtracting(disposal.proceeds))
      .share(units, of: disposal.quantity)
    let cost = Cost(amount: amount, inBase: amountBase, currency: disposal.currency)
    let lost = try booker.addToPools(cost, amountBase, of: row, denied, leg)
    var deferred = DeferredLoss(
      quantity: units, amountBase: amountBase, disposal: row, replacement: .missing,
      group: booker.context.group)
    deferred.lostBase = lost
    try booker.booked.deferLoss(deferred)
    try booker.keepDeferral(
      amountBase, of: units, row: row, into: PeriodPlace(booker.lots[lot]))
    if denied.areOwn { booker.note(.costRaised, lot, row: row) }
  }

  mutating func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker
  ) {
    for holder in booker.holders.affected(by: leg) {
      epochs[lines.place(of: booker.holders.key(instrument, holder))] += 1
    }
  }

  mutating func renamed(
    _ old: InstrumentIndex, _ new: InstrumentIndex, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    for (holder, account) in booker.holders.accounts.enumerated() {
      _ = lines.followNext(booker.holders.key(old, holder), booker.holders.key(new, holder))
      try booker.moveRestOfPool(old, to: new, in: account)
    }
  }
}

/// The units that replace those of a sale at a loss, and whose they are.
///
/// The loss is superficial to the extent that the taxpayer or a person affiliated with the taxpayer
/// acquired the property in the 61 days and owns it at their end (s.54). The Canada Revenue Agency
/// takes the least of the units sold, acquired and held. What one person acquired and another held
/// before replaces nothing.
private struct SubstitutedUnits {
  /// The units whose loss is denied.
  let units: ExactDecimal
  /// The units that each holder acquired and still holds, by which the loss is shared.
  let holders: [(number: Int, units: ExactDecimal)]
  let seller: Int

  /// Whether the seller takes over a part of the loss.
  var areOwn: Bool { holders.contains { $0.number == seller } }

  init(
    _ disposal: Disposal, on day: Day, _ all: TaxHolders,
    _ window: (Int) throws(ArithmeticFault) -> (acquired: ExactDecimal, held: ExactDecimal)
  ) throws(ArithmeticFault) {
    seller = all.number(of: disposal.account)
    var substituted = ExactDecimal.zero
    var holders: [(number: Int, units: ExactDecimal)] = []
    for holder in all.affiliated(with: seller) {
      var own = try window(holder)
      // Designated units are not held afterwards: they replace nothing.
      if holder == seller, disposal.matching == .specific {
        try own.acquired.subtract(disposal.quantity)
      }
      let units = min(own.acquired, own.held)
      if !units.isPositive { continue }
      holders.append((holder, units))
      try substituted.add(units)
    }
    units = min(disposal.quantity, substituted)
    self.holders = holders
  }
}

extension Booker {
  /// Raises the adjusted cost bases of the holders of the substituted units by a superficial loss.
  /// - Returns: what is lost: a gain of a sheltered plan is not taxed, whatever its units cost.
  fileprivate mutating func addToPools(
    _ loss: Cost, _ lossBase: ExactDecimal, of row: Int, _ denied: SubstitutedUnits,
    _ leg: StockLeg
  ) throws -> ExactDecimal {
    let disposal = booked.disposals[row]
    let all = try denied.holders.sum(of: \.units)
    guard holders.areSeveral else {
      try addToPool(loss, lossBase, of: disposal, in: disposal.account, leg)
      return .zero
    }
    var lost = ExactDecimal.zero
    var (amounts, inBase) = (Shares(loss.amount, by: all), Shares(lossBase, by: all))
    for holder in denied.holders {
      var part = loss
      part.amount = try amounts.next(holder.units)
      let partBase = try inBase.next(holder.units)
      if part.inBase != nil { part.inBase = partBase }
      if holders.capacity(ofHolder: holder.number) == .sheltered {
        try lost.add(partBase)
        continue
      }
      let account = holders.accounts[holder.number]
      try addToPool(part, partBase, of: disposal, in: account, leg)
      if holder.number != denied.seller {
        notePool(.costRaised, position(disposal.instrument, account), row: row)
      }
    }
    return lost
  }

  private mutating func addToPool(
    _ loss: Cost, _ lossBase: ExactDecimal, of disposal: Disposal,
    in account: SecuritiesAccountIndex, _ leg: StockLeg
  ) throws {
    let position = position(disposal.instrument, account)
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
