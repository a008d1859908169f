import FolioDiagnostics
import FolioModel
import FolioNumbers

/// The federal rules of the United States: terms, and losses on wash sales.
///
/// 26 U.S.C. 1091 and 26 CFR 1.1091-1 and -2: a loss is not allowed as far as units of the same
/// instrument were acquired in the 30 days before the sale or the 30 days after it. Losses come in
/// the order of the sales, replacements in the order of their acquisition, and a unit replaces
/// once. The loss goes into the cost of the replacement, and the time for which the units sold were
/// held is added to its own (26 U.S.C. 1223(3)). Under 1091(e) the same holds for short sales.
struct UnitedStates: TaxRuleSet {
  /// The losses that a purchase may still replace, and the lots that may replace: of an instrument,
  /// and of its short side, each in a place of its own.
  fileprivate var sales: [WashSales] = []
  private var held: [Int] = []
  private var owed: [InstrumentIndex: Int] = [:]
  /// The losses of the leg that is being booked, by the rows, the lots, and from when they were
  /// held: they are deferred when all of its rows are there.
  fileprivate var losses: [LossOfLeg] = []

  static var needsDisposals: Bool { true }
  /// Each loss that is deferred divides a lot, and each part of it is a row of its own when it is
  /// sold.
  static var rowsPerLeg: Int { 4 }
  static var window: Int32 { WashSales.window }
  /// 26 U.S.C. 356(a), 358(a).
  static var mergerCash: MergerCash { .gainUpToCash }

  /// Which instruments are digital assets, once it was asked for.
  fileprivate var digitalAssets: [Bool]?

  init(_ timeline: HoldingTimeline) {}

  /// The place of an instrument, or of its short side, in `sales`.
  fileprivate mutating func place(of instrument: InstrumentIndex, isShort: Bool) -> Int {
    if !isShort, Int(instrument) < held.count, held[Int(instrument)] >= 0 {
      return held[Int(instrument)]
    }
    return makePlace(of: instrument, isShort: isShort)
  }

  private mutating func makePlace(of instrument: InstrumentIndex, isShort: Bool) -> Int {
    if isShort, let known = owed[instrument] { return known }
    sales.append(WashSales())
    if isShort {
      owed[instrument] = sales.count - 1
    } else {
      while held.count <= Int(instrument) { held.append(-1) }
      held[Int(instrument)] = sales.count - 1
    }
    return sales.count - 1
  }

  static func acquired(_ lot: UInt32, _ leg: StockLeg, _ booker: inout Booker<Self>) throws {
    try booker.replace(lot, on: leg.tradeDay)
  }

  static func carried(_ lot: UInt32, _ booker: inout Booker<Self>) {
    booker.offer(lot)
  }

  static func disposed(
    _ row: Int, _ lot: UInt32, _ heldFrom: Day, _ leg: StockLeg, _ booker: inout Booker<Self>
  ) throws {
    let disposal = booker.booked.disposals[row]
    let isWriteOff = disposal.cause == .writeOff
    let day =
      isWriteOff
      ? booker.tables.dayOfWriteOff(of: disposal.instrument, on: leg.tradeDay) : leg.tradeDay
    let term = HoldingTerm(from: heldFrom, to: day)
    booker.booked.disposals[row].term = disposal.cause == .cover ? .short : term
    guard disposal.hasBase, disposal.proceedsBase < disposal.costBase else { return }
    switch disposal.cause {
    case .sale, .cover, .cashInLieu, .unitFee, .merger:
      let (acquired, place) = (booker.lots[Int(lot)].acquired, booker.lots[Int(lot)].place)
      booker.rules.losses.append(
        LossOfLeg(row: row, lot: lot, heldFrom: heldFrom, acquired: acquired, place: place))
    case .returnOfCapital, .writeOff, .gift: break
    }
  }

  static func booked(_ leg: StockLeg, _ booker: inout Booker<Self>) throws {
    if !booker.rules.losses.isEmpty { try booker.deferLosses(leg) }
  }

  static func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker<Self>
  ) throws {
    // In account scope a split is a leg in each account; the losses are those of all of them.
    let repeats = booker.lotScope == .account
    for isShort in [false, true] {
      let side = booker.rules.place(of: instrument, isShort: isShort)
      try booker.rules.sales[side].rescale(ratio, leg.tradeDay, once: repeats)
    }
  }

  static func renamed(
    _ old: InstrumentIndex, _ new: InstrumentIndex, _ booker: inout Booker<Self>
  ) {
    for isShort in [false, true] {
      let (from, to) = (
        booker.rules.place(of: old, isShort: isShort), booker.rules.place(of: new, isShort: isShort)
      )
      for loss in booker.rules.sales[from].takePending() { booker.rules.sales[to].add(loss) }
    }
  }
}

/// A loss of the leg that is being booked.
private struct LossOfLeg {
  /// The disposal.
  var row: Int
  /// Where its units came from, and since when they were held.
  var lot: UInt32
  var heldFrom: Day
  /// The order of its lot among those sold together.
  var acquired: Day
  var place: UInt32
}

extension HoldingTerm {
  /// Long when held for more than one year, counted from the day after the acquisition: from the
  /// same day of the next year on which that count began (Publication 550, Rev. Rul. 66-7).
  init(from acquired: Day, to disposed: Day) {
    // Only about the end of the first year the calendar has to be asked.
    let days = disposed.daysSince1970 - acquired.daysSince1970
    guard days == 366 else {
      self = days > 366 ? .long : .short
      return
    }
    let start = Day(daysSince1970: acquired.daysSince1970 + 1) ?? .last
    let year = start.year + 1
    let anniversary =
      (try? Day(year: year, month: start.month, day: start.day))
      ?? (try? Day(year: year, month: 3, day: 1)) ?? .last
    self = disposed >= anniversary ? .long : .short
  }
}

extension Booker<UnitedStates> {
  /// Defers the losses of a leg: of lots that were sold together, in the order of their
  /// acquisition, whatever the method (26 CFR 1.1091-1(b)).
  fileprivate mutating func deferLosses(_ leg: StockLeg) throws {
    if rules.losses.count > 1 {
      rules.losses.sort { ($0.acquired, $0.place, $0.row) < ($1.acquired, $1.place, $1.row) }
    }
    for place in rules.losses.indices {
      let loss = rules.losses[place]
      if isDigitalAsset(booked.disposals[loss.row].instrument) { continue }
      try deferLoss(loss.row, loss.lot, loss.heldFrom, leg)
    }
    rules.losses.removeAll(keepingCapacity: true)
  }

  /// Whether an instrument is no stock or security, of which alone 26 U.S.C. 1091(a) speaks: a
  /// digital asset is property (IRS Notice 2014-21).
  private mutating func isDigitalAsset(_ instrument: InstrumentIndex) -> Bool {
    if rules.digitalAssets == nil {
      let words: Set = ["coin", "crypto", "cryptocurrency", "token", "digital_asset"]
      rules.digitalAssets = tables.instruments.map { words.contains($0.kind.lowercased()) }
    }
    return rules.digitalAssets?[Int(instrument)] == true
  }

  /// Defers the loss of a disposal as far as lots that are held replace its units, and keeps the
  /// rest for the purchases of the next 30 days.
  private mutating func deferLoss(
    _ row: Int, _ lot: UInt32, _ heldFrom: Day, _ leg: StockLeg
  ) throws {
    let disposal = booked.disposals[row]
    let sold = lots[Int(lot)]
    let held = leg.tradeDay.daysSince1970 - heldFrom.daysSince1970
    var loss = PendingLoss(
      row: row, day: leg.tradeDay, daysHeld: sold.isShort ? 0 : max(0, held),
      units: disposal.quantity, unitsSold: disposal.quantity,
      amountBase: try disposal.costBase.subtracting(disposal.proceedsBase),
      amount: max(.zero, try disposal.cost.subtracting(disposal.proceeds)),
      currency: disposal.currency)
    let side = rules.place(of: disposal.instrument, isShort: sold.isShort)
    rules.sales[side].recent.forget(before: leg.tradeDay, lots, window: WashSales.window)
    // A lot that was bought with those sold is what is left of a smaller holding, not a
    // replacement (Rev. Rul. 56-602).
    while loss.units.isPositive,
      let candidate = rules.sales[side].recent.first(notOf: sold.group, lots)
    {
      if let rest = try put(&loss, into: candidate), rest != candidate {
        rules.sales[side].recent.replaceFirst(by: rest, lots)
      }
    }
    if loss.units.isPositive { rules.sales[side].add(loss) }
  }

  /// Lets a lot that was just bought replace what was sold at a loss in the 30 days before.
  fileprivate mutating func replace(_ lot: UInt32, on day: Day) throws {
    let side = rules.place(of: lots[Int(lot)].instrument, isShort: lots[Int(lot)].isShort)
    var rest: UInt32? = lot
    while let lot = rest, var loss = rules.sales[side].firstPending(on: day) {
      rest = try put(&loss, into: lot)
      rules.sales[side].updateFirst(loss)
    }
    if let rest { offer(rest) }
  }

  /// Takes note of a lot that may replace units sold at a loss in the next 30 days.
  fileprivate mutating func offer(_ lot: UInt32) {
    let new = lots[Int(lot)]
    guard new.quantity.isPositive, !new.isReplacement,
      legDay.daysSince1970 - new.acquired.daysSince1970 <= WashSales.window
    else { return }
    lots[Int(lot)].isOffered = true
    let side = rules.place(of: new.instrument, isShort: new.isShort)
    rules.sales[side].recent.offer(lot, lots)
  }

  /// Puts as much of a loss as the units of a lot replace into their cost.
  /// - Returns: the lot of the units that replace nothing yet.
  private mutating func put(_ loss: inout PendingLoss, into lot: UInt32) throws -> UInt32? {
    let units = min(loss.units, lots[Int(lot)].quantity)
    let amountBase = try Self.share(loss.amountBase, units, loss.units)
    let amount =
      loss.amount == loss.amountBase
      ? amountBase : try Self.share(loss.amount, units, loss.units)
    let unitsSold =
      loss.unitsSold == loss.units ? units : try Self.share(loss.unitsSold, units, loss.units)
    try loss.unitsSold.subtract(unitsSold)
    try loss.units.subtract(units)
    try loss.amountBase.subtract(amountBase)
    try loss.amount.subtract(amount)
    let (replacement, rest) = try divide(lot, units)
    try booked.disposals[loss.row].disallowedBase.add(amountBase)
    booked.add(
      DeferredLoss(
        quantity: unitsSold, amountBase: amountBase, disposal: loss.row,
        replacement: lots[Int(replacement)].group, group: group))
    try raiseCost(of: replacement, by: amount, amountBase, loss)
    // Only now is its cost the one by which it is ordered.
    if method == .hifo || method == .lofo { enterOrder(replacement) }
    return rest
  }

  /// Divides a lot into the units that replace and the rest. The units that replace keep the lot,
  /// and so come first; the rest stands in its place behind them. Where the cost decides the order,
  /// the rest keeps the lot, whose unit cost stays, and those that replace are a new one.
  private mutating func divide(
    _ index: UInt32, _ units: ExactDecimal
  ) throws -> (replacement: UInt32, rest: UInt32?) {
    let lot = lots[Int(index)]
    let isOrderedByCost = method == .hifo || method == .lofo
    let left = try lot.quantity.subtracting(units)
    if left.isZero && !isOrderedByCost { return (index, nil) }
    try countDivided(at: legPosition)
    let moved = isOrderedByCost ? units : left
    let part = try part(moved, of: index)
    if keepsTrace { trace.callLastDivided() }
    try positions[Int(lot.position)].quantity.subtract(moved)
    var new = lot
    new.quantity = moved
    new.cost = part.cost
    new.costBase = part.costBase
    if isOrderedByCost && lot.place == lot.number { new.place = missingIndex }
    let made = try insert(new, inOrder: !isOrderedByCost)
    note(.separated, made, from: lot.number)
    if isOrderedByCost { return (made, left.isZero ? nil : index) }
    return (index, made)
  }

  private mutating func raiseCost(
    of index: UInt32, by amount: ExactDecimal, _ amountBase: ExactDecimal, _ loss: PendingLoss
  ) throws {
    let cost = Cost(amount: amount, inBase: amountBase, currency: loss.currency)
    var own = try rates.convert(cost, to: lots[Int(index)].currency, on: loss.day, by: nil)
    if own == nil, try carryCostToBase(of: index) { own = amountBase }
    let lot = lots[Int(index)]
    let raised = own ?? .zero
    let sign = lot.isShort ? -raised : raised
    try lots[Int(index)].cost.add(sign)
    try lots[Int(index)].costBase.add(lot.isShort ? -amountBase : amountBase)
    lots[Int(index)].openingQuantity = lot.quantity
    lots[Int(index)].openingCost = lots[Int(index)].cost
    lots[Int(index)].isReplacement = true
    let from = lot.holdingFrom.daysSince1970 - Int32(loss.daysHeld)
    lots[Int(index)].holdingFrom = Day(daysSince1970: from) ?? .first
    if positions[Int(lot.position)].pool != nil {
      try positions[Int(lot.position)].pool?.cost.add(sign)
      try positions[Int(lot.position)].pool?.costBase.add(lot.isShort ? -amountBase : amountBase)
    }
    note(.costRaised, index, row: loss.row)
    post(.securities, lot.instrument, raised, lot.currency)
    post(.gains, lot.instrument, -raised, lot.currency)
  }

  /// Lets a lot, or the pool that it is in, cost what it costs in base.
  /// - Returns: false where that is not known.
  private mutating func carryCostToBase(of index: UInt32) throws -> Bool {
    let lot = lots[Int(index)]
    if positions[Int(lot.position)].pool != nil {
      try carryPoolToBase(lot.position, of: lot.instrument)
    } else if lot.hasBase, rates.baseIndex != missingCurrency {
      carryToBase(index)
    }
    return lots[Int(index)].currency == rates.baseIndex
  }
}
