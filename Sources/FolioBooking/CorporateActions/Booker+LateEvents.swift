// Splits, stock dividends and returns of capital that round nowhere are put in a log, and each lot
// takes them over when it is read (`LotLog`, Specs/decisions/lots-in-memory.md). Legs that read
// lots one by one bring up each on their way. All others bring up the lots of their instruments
// first.
extension Booker {
  /// Puts a ratio in the logs of some positions, if every lot gets its exact digits later.
  /// - Returns: whether it did; otherwise nothing changes.
  mutating func multiplyLater(
    _ affected: [PositionIndex], by ratio: Ratio, _ leg: StockLeg
  ) throws(ArithmeticFault) -> Bool {
    if affected.isEmpty { return true }
    if affected.contains(where: { isPart(leg, of: $0) }) { return false }
    guard let whole = WholeRatio(ratio) else { return false }
    var logs: [LotLog] = []
    var units = ExactDecimal.zero
    for position in affected {
      guard allowsLateEvents(position), var log = lotLog(of: position),
        try log.append(whole, ratio)
      else { return false }
      logs.append(log)
      try units.add(positions[position].quantity)
    }
    // Sums of more whole digits do not have 18 places.
    let scaled = try RunningRatio.scale(units, ratio)
    guard max(units, scaled) < Self.largestExactSum else { return false }
    for (position, log) in zip(affected, logs) {
      try positions[position].multiply(by: ratio)
      positions[position].log = log
    }
    hasLateEvents = true
    return true
  }

  private static var largestExactSum: ExactDecimal { 1_000_000_000_000_000_000 }

  /// A trace has each change of each lot. Methods that compare lots by cost for a unit sort them
  /// again, because the costs of lots of which some units were sold are rounded. Few lots are
  /// changed at once.
  private func allowsLateEvents(_ position: PositionIndex) -> Bool {
    switch positions[position].method {
    case .hifo, .lofo: false
    case .fifo, .lifo, .average, .specific:
      !keepsTrace && gifts.isEmpty && positions[position].openLots >= options.leastLateLots
    }
  }

  private func lotLog(of position: PositionIndex) -> LotLog? {
    if let known = positions[position].log { return known }
    return LotLog(openLots(of: position), isRestated: recorder.isRestated)
  }

  private func openLots(of position: PositionIndex) -> some Sequence<Lot> {
    positions[position].order.candidates.lazy.map { lots[$0] }.filter { !$0.quantity.isZero }
  }

  /// Begins a log after the units of all lots of a position were rounded to 18 places.
  mutating func beginLog(of position: PositionIndex, least: ExactDecimal?) {
    guard let least, allowsLateEvents(position) else { return positions[position].log = nil }
    positions[position].log = LotLog(least: least, isRestated: recorder.isRestated)
  }

  /// Puts a return of capital in the logs of some positions, if every lot gets its exact digits
  /// later, and none has less cost than its share. A pool is lowered at once.
  /// - Returns: whether it did; otherwise nothing changes.
  mutating func returnCapitalLater(
    _ leg: StockLeg, _ affected: [PositionIndex]
  ) throws(ArithmeticFault) -> Bool {
    // Periods and journals have the share of each lot.
    guard leg.currency == rates.baseIndex, leg.currency != missingCurrency,
      recorder.period == nil, !options.keepsPostings || sumsPostings,
      !affected.contains(where: { isPart(leg, of: $0) })
    else { return false }
    let units = try affected.sum { positions[$0].quantity }
    let isPool = try lowerPool(leg, affected)
    guard try isPool ? true : lowerLots(leg, affected, units) else { return false }
    post(.securities, leg.instrument, -leg.gross, leg.currency)
    return true
  }

  private mutating func lowerLots(
    _ leg: StockLeg, _ affected: [PositionIndex], _ units: ExactDecimal
  ) throws(ArithmeticFault) -> Bool {
    guard let share = WholeRatio(Ratio(new: leg.gross, old: units)) else { return false }
    let most = try leg.gross.divided(by: units, places: Self.places, rounding: .ceiling)
    var logs: [LotLog] = []
    var read = 0
    for position in affected {
      let wasKnown = positions[position].log?.knowsCosts(in: leg.currency) == true
      guard positions[position].pool == nil, allowsLateEvents(position),
        var log = try costedLog(of: position, for: share, leg.currency),
        try log.append(paid: share, atMost: most)
      else { return false }
      logs.append(log)
      if !wasKnown { read += positions[position].openLots }
    }
    for (position, log) in zip(affected, logs) { positions[position].log = log }
    madeLots.changed += read
    hasLateEvents = true
    return true
  }

  /// A log that knows the lowest cost of a unit. Only if it does not, and no share would be
  /// rounded, the lots are read.
  private mutating func costedLog(
    of position: PositionIndex, for share: WholeRatio, _ currency: CurrencyIndex
  ) throws(ArithmeticFault) -> LotLog? {
    guard let known = lotLog(of: position), known.divides(share) else { return nil }
    if known.knowsCosts(in: currency) { return known }
    try bringUp(lotsOf: position)
    var log = positions[position].log ?? known
    log.learnCosts(of: openLots(of: position))
    return log.knowsCosts(in: currency) ? log : nil
  }

  /// Lowers the cost of the pool of one position. Each lot has its share of the cost only when the
  /// pool is spread over its lots.
  private mutating func lowerPool(
    _ leg: StockLeg, _ affected: [PositionIndex]
  ) throws(ArithmeticFault) -> Bool {
    guard affected.count == 1, let position = affected.first, var pool = positions[position].pool,
      schedule == nil, allowsLateEvents(position), pool.currency == leg.currency, pool.hasBase,
      !pool.ahead.isPositive, let log = lotLog(of: position)
    else { return false }
    // No lot has less than its share of the payment, however the shares of both are rounded.
    let left = try min(pool.cost, pool.costBase).subtracting(leg.gross)
    let (units, count) = (positions[position].quantity, positions[position].openLots)
    guard left.isPositive, try log.hasShares(in: left, of: units, lots: count) else { return false }
    try pool.raiseCost(by: -leg.gross, inBase: -leg.gross)
    positions[position].pool = pool
    positions[position].log = log
    return true
  }

  /// Lets a lot take over the events of its position.
  mutating func bringUp(_ lot: LotSlot) throws(ArithmeticFault) {
    guard hasLateEvents, let log = positions[lots[lot].position].log else { return }
    try lots[lot].takeOver(log)
  }

  /// Lets all lots of a position take over its events.
  mutating func bringUp(lotsOf position: PositionIndex) throws(ArithmeticFault) {
    guard hasLateEvents, let log = positions[position].log, log.count > 0 else { return }
    madeLots.changed += positions[position].order.count
    var last: (count: UInt32, missed: LotLog.Missed?) = (log.count, nil)
    for lot in positions[position].order.candidates where !lots[lot].quantity.isZero {
      let count = lots[lot].eventCount
      if count != last.count { last = (count, try log.missed(since: count)) }
      try lots[lot].takeOver(log, last.missed)
      lots[lot].eventCount = 0
    }
    positions[position].log?.clear()
  }

  /// Lets all lots that a leg may read take over the events of their positions.
  mutating func bringUpLots(for leg: StockLeg) throws(ArithmeticFault) {
    if leg.type.readsLotsInTurn { return }
    let new = rows.detail(of: leg)?.newInstrument ?? .missing
    for instrument in [leg.instrument, new] where instrument != .missing {
      for isShort in [false, true] {
        for position in positions.all(instrument, isShort: isShort) {
          try bringUp(lotsOf: position)
        }
      }
    }
  }
}

extension TradeType {
  /// Whether the leg brings up each lot that it reads.
  fileprivate var readsLotsInTurn: Bool {
    switch self {
    case .buy, .sell, .shortSell, .cover, .dividend, .split, .stockDividend, .returnOfCapital,
      .transferOut, .transferIn, .writeOff, .gift, .unitFee:
      true
    case .costAdjustment, .deemedDisposition, .spinOff, .merger, .symbolChange, .exercise,
      .assignment, .expiry:
      false
    }
  }
}

extension Lot {
  /// Takes over the events of its position. Nothing else has changed the lot since the first one.
  mutating func takeOver(_ log: LotLog) throws(ArithmeticFault) {
    if eventCount == log.count || quantity.isZero { return }
    try takeOver(log, log.missed(since: eventCount))
    eventCount = log.count
  }

  fileprivate mutating func takeOver(
    _ log: LotLog, _ missed: LotLog.Missed?
  ) throws(ArithmeticFault) {
    guard let missed else { return }
    let compared = log.isRestated ? try openingCost.share(quantity, of: openingQuantity) : nil
    if let paid = missed.paid {
      let share = try paid.scale(quantity)
      try cost.subtract(share)
      if hasBase { try costBase.subtract(share) }
    }
    if let ratio = missed.ratio { quantity = try ratio.scale(quantity) }
    compare(by: compared)
  }
}
