extension TaxRegime {
  /// Ireland.
  public static let ie = TaxRegime(
    rules: .ie, window: (28, 28), deferral: "restricted loss",
    windowEffect: "is sold first, or restricts a loss of this sale to the gain on it",
    traits: TaxRuleTraits(
      method: .fifo, lotScope: .portfolio, feeTreatment: .capitalize, changesDisposals: true,
      window: 28),
    snapshot: SnapshotNeeds(countsAcquisitions: true) { books, number in
      let row = books.disposals[number]
      return row.mayBeWashSale && row.isLoss && !books.isAllReplaced(number)
    }
  ) { _, _ in Ireland() }
}

/// The rules of Ireland on shares of one class.
///
/// Taxes Consolidation Act 1997 s.580: units are sold in the order of their acquisition. S.581(1):
/// those acquired in the four weeks before the sale come first, here in the same order. S.581(3):
/// to the extent that units are acquired again in the four weeks after a sale at a loss, only the
/// gain on these may use the loss. The tax return does so.
struct Ireland: TaxRuleSet {
  /// The lots of the last four weeks, by instrument of a holder, in order of acquisition.
  private var recent: [Int: ArraySlice<RecentLot>] = [:]
  /// The losses of the last four weeks for whose units none were acquired again.
  private var losses: [Int: ArraySlice<OpenLoss>] = [:]

  private typealias RecentLot = (slot: LotSlot, number: UInt32)
  private typealias OpenLoss = (row: Int, day: Day, units: ExactDecimal, amount: ExactDecimal)

  private static let window: Int32 = 28

  var traits: TaxRuleTraits { TaxRegime.ie.traits }

  mutating func acquired(_ lot: LotSlot, _ leg: StockLeg, _ booker: inout Booker) throws {
    let bought = booker.lots[lot]
    if bought.isShort { return }
    carried(lot, &booker)
    let key = booker.holders.key(bought.instrument, in: bought.account)
    var open = losses.removeValue(forKey: key) ?? []
    var left = bought.quantity
    while left.isPositive, var loss = open.first {
      if leg.tradeDay.daysSince1970 - loss.day.daysSince1970 > Self.window {
        open.removeFirst()
        continue
      }
      let units = min(left, loss.units)
      let amount = try loss.amount.share(units, of: loss.units)
      try booker.booked.deferLoss(
        DeferredLoss(
          quantity: units, amountBase: amount, disposal: loss.row, replacement: bought.group,
          group: booker.context.group))
      try left.subtract(units)
      try loss.units.subtract(units)
      try loss.amount.subtract(amount)
      if loss.units.isZero { open.removeFirst() } else { open[open.startIndex] = loss }
    }
    if !open.isEmpty { losses[key] = open }
  }

  mutating func carried(_ lot: LotSlot, _ booker: inout Booker) {
    let new = booker.lots[lot]
    if new.isShort || isOld(new.acquired, on: booker.context.day) { return }
    let key = booker.holders.key(new.instrument, in: new.account)
    recent[key, default: []].append((lot, new.number))
  }

  private func isOld(_ acquired: Day, on day: Day) -> Bool {
    day.daysSince1970 - acquired.daysSince1970 > Self.window
  }

  mutating func identify(_ position: PositionIndex, _ leg: StockLeg, _ booker: inout Booker) throws
  {
    let key = booker.holders.key(leg.instrument, in: booker.owner(of: position, leg))
    var lots = recent[key, default: []]
    recent[key] = nil
    booker.clearReliefs()
    var left = leg.quantity
    while left.isPositive, let first = lots.first {
      let lot = booker.lots[first.slot]
      guard lot.number == first.number, lot.quantity.isPositive, lot.position == position,
        !isOld(lot.acquired, on: leg.tradeDay)
      else {
        lots.removeFirst()
        continue
      }
      let units = min(left, lot.quantity)
      try booker.take(units, from: first.slot)
      try left.subtract(units)
      if units == lot.quantity { lots.removeFirst() }
    }
    if !lots.isEmpty { recent[key] = lots }
    if left.isPositive { try booker.takeInOrder(left, from: position) }
    try booker.settle(position, leg.quantity)
  }

  mutating func disposed(
    _ row: Int, _ lot: LotSlot, _ heldFrom: Day, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    let disposal = booker.booked.disposals[row]
    guard disposal.mayBeWashSale, disposal.hasBase, disposal.isLoss, !booker.lots[lot].isShort,
      booker.holders.capacity(of: disposal.account) != .sheltered
    else { return }
    let key = booker.holders.key(disposal.instrument, in: disposal.account)
    let amount = try disposal.costBase.subtracting(disposal.proceedsBase)
    losses[key, default: []].append((row, leg.tradeDay, disposal.quantity, amount))
  }

  mutating func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    for holder in booker.holders.affected(by: leg) {
      let key = booker.holders.key(instrument, holder)
      for index in losses[key, default: []].indices {
        let units = losses[key]?[index].units ?? .one
        losses[key]?[index].units = try RunningRatio.scale(units, ratio)
      }
    }
  }

  mutating func renamed(
    _ old: InstrumentIndex, _ new: InstrumentIndex, _ leg: StockLeg, _ booker: inout Booker
  ) {
    for holder in 0..<booker.holders.count {
      let (from, to) = (booker.holders.key(old, holder), booker.holders.key(new, holder))
      if from == to { continue }
      if let moved = losses.removeValue(forKey: from) { losses[to, default: []] += moved }
    }
  }
}

extension Booker {
  /// Adds units to `reliefs`, out of the lots of a position in the order of its method.
  fileprivate mutating func takeInOrder(
    _ quantity: ExactDecimal, from position: PositionIndex
  ) throws {
    let chosen = reliefs.count
    try positions[position].relieve(quantity, &lots, &reliefs)
    for relief in reliefs[chosen...] { note(.taken, relief.lot) }
  }
}
