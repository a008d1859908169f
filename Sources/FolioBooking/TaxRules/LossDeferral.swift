/// Losses that count later, because units of the same instrument were acquired around the sale.
///
/// Losses come in the order of the sales, replacements in the order of their acquisition, and a
/// unit replaces once. A loss goes into the cost of its replacement, so that it counts when the
/// replacement is sold. Used by the United States (26 U.S.C. 1091) and Spain (LIRPF art. 33.5).
struct LossDeferral: Sendable {
  /// The time before and after a sale in which units replace those sold.
  let window: DeferralWindow
  /// Whether the time for which the units sold were held is added to that of the replacement.
  let addsHoldingPeriod: Bool
  /// Whether purchases of the spouse and of others that the owner controls replace the units.
  let joinsAffiliated: Bool
  /// The losses that a purchase may still replace, and the lots that may replace: of each
  /// instrument, then of its short side. Holders that are joined share them.
  private var sales: [WashSales] = []
  /// The losses of the leg that is being booked: the disposal, its lot and the start of the holding
  /// period. They are deferred when all disposals of the leg are recorded.
  private var losses: [LossOfLeg] = []
  private typealias LossOfLeg = (row: Int, lot: LotSlot, heldFrom: Day)

  init(window: DeferralWindow, addsHoldingPeriod: Bool, joinsAffiliated: Bool) {
    (self.window, self.addsHoldingPeriod) = (window, addsHoldingPeriod)
    self.joinsAffiliated = joinsAffiliated
  }

  /// The first of the holders that share their losses and replacements with a holder.
  private func first(of holder: Int, _ holders: TaxHolders) -> Int {
    joinsAffiliated ? holders.affiliated(with: holder)[0] : holder
  }

  /// The index of an instrument of a holder, or of its short side, in `sales`, to change it.
  /// - Parameter account: an account of the holder.
  private mutating func side(
    of instrument: InstrumentIndex, in account: SecuritiesAccountIndex, isShort: Bool,
    _ holders: TaxHolders
  ) -> Int {
    let holder = holders.areSeveral ? first(of: holders.number(of: account), holders) : 0
    let index = 2 * holders.key(instrument, holder) + (isShort ? 1 : 0)
    while sales.count <= index { sales.append(WashSales()) }
    return index
  }

  /// Replaces units sold at a loss in the window before by a lot that was just bought.
  mutating func acquired(_ lot: LotSlot, _ leg: StockLeg, _ booker: inout Booker) throws {
    let bought = booker.lots[lot]
    let side = side(
      of: bought.instrument, in: bought.account, isShort: bought.isShort, booker.holders)
    var rest: LotSlot? = lot
    while let lot = rest, var loss = sales[side].firstPending(on: leg.tradeDay, window) {
      rest = try booker.move(&loss, into: lot)
      sales[side].updateFirst(loss)
    }
    if let rest { carried(rest, &booker) }
  }

  /// Records a lot that may replace units sold at a loss in the window after it.
  mutating func carried(_ lot: LotSlot, _ booker: inout Booker) {
    let new = booker.lots[lot]
    guard new.quantity.isPositive, !new.isReplacement,
      window.holds(new.acquired, booker.context.day)
    else { return }
    booker.lots.offer(lot)
    let side = side(of: new.instrument, in: new.account, isShort: new.isShort, booker.holders)
    sales[side].recent.offer(lot, booker.lots.all)
  }

  /// Keeps a disposal whose loss may be deferred.
  mutating func disposed(
    _ row: Int, _ lot: LotSlot, _ heldFrom: Day, _ booker: inout Booker
  ) {
    let disposal = booker.booked.disposals[row]
    guard disposal.mayBeWashSale, disposal.proceedsBase < disposal.costBase,
      booker.holders.capacity(of: disposal.account) != .sheltered
    else { return }
    losses.append((row, lot, heldFrom))
  }

  /// Defers the losses of a leg: of lots that were sold together, in the order of their
  /// acquisition, whatever the method (26 CFR 1.1091-1(b)).
  mutating func booked(_ leg: StockLeg, _ booker: inout Booker) throws {
    if losses.isEmpty { return }
    losses.sort {
      let (a, b) = (booker.lots[$0.lot], booker.lots[$1.lot])
      // Of the parts of one purchase those that replaced units come first, in the order in which
      // they did.
      return (a.acquired, a.place, a.isReplacement ? 0 : 1, a.number, $0.row)
        < (b.acquired, b.place, b.isReplacement ? 0 : 1, b.number, $1.row)
    }
    for loss in losses { try deferLoss(loss, leg, &booker) }
    losses.removeAll(keepingCapacity: true)
  }

  mutating func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker
  ) throws(ArithmeticFault) {
    // In account scope a split is a leg in each account; the losses are those of all of them.
    let repeats = booker.lotScope == .account
    let owners = booker.holders.affected(by: leg).map { first(of: $0, booker.holders) }
    for owner in Set(owners).sorted() {
      for isShort in [false, true] {
        let account = booker.holders.accounts[owner]
        let side = side(of: instrument, in: account, isShort: isShort, booker.holders)
        try sales[side].rescale(ratio, leg.tradeDay, once: repeats)
      }
    }
  }

  mutating func renamed(
    _ old: InstrumentIndex, _ new: InstrumentIndex, _ booker: inout Booker
  ) {
    for account in booker.holders.accounts {
      for isShort in [false, true] {
        let from = side(of: old, in: account, isShort: isShort, booker.holders)
        let to = side(of: new, in: account, isShort: isShort, booker.holders)
        if from == to { continue }
        for loss in sales[from].takePending() { sales[to].add(loss) }
      }
    }
  }

  /// Defers the loss of a disposal to the extent that lots that are held replace its units, and
  /// keeps the rest for the purchases of the window after it.
  private mutating func deferLoss(
    _ lossOfLeg: LossOfLeg, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    let disposal = booker.booked.disposals[lossOfLeg.row]
    let sold = booker.lots[lossOfLeg.lot]
    let held = leg.tradeDay.daysSince1970 - lossOfLeg.heldFrom.daysSince1970
    let isAdded = addsHoldingPeriod && !sold.isShort
    var loss = PendingLoss(
      row: lossOfLeg.row, day: leg.tradeDay, daysHeld: isAdded ? max(0, held) : 0,
      quantity: disposal.quantity, unitsSold: disposal.quantity,
      cost: max(.zero, try disposal.cost.subtracting(disposal.proceeds)),
      costBase: try disposal.costBase.subtracting(disposal.proceedsBase),
      currency: disposal.currency)
    let side = side(
      of: disposal.instrument, in: disposal.account, isShort: sold.isShort, booker.holders)
    sales[side].recent.forget(before: leg.tradeDay, booker.lots.all, window)
    // A lot that was bought with those sold is the rest of a smaller holding, not a replacement
    // (Rev. Rul. 56-602).
    while loss.quantity.isPositive,
      let candidate = sales[side].recent.first(notOf: sold.group, booker.lots.all)
    {
      if let rest = try booker.move(&loss, into: candidate), rest != candidate {
        sales[side].recent.replaceFirst(by: rest, booker.lots.all)
      }
    }
    if loss.quantity.isPositive { sales[side].add(loss) }
  }
}

/// The time around a sale in which units replace those sold.
enum DeferralWindow: Sendable {
  case days(Int32), months(Int)

  /// Whether two days are no further apart.
  @inline(__always)
  func holds(_ earlier: Day, _ later: Day) -> Bool {
    switch self {
    case .days(let days): later.daysSince1970 - earlier.daysSince1970 <= days
    case .months(let months): later <= earlier.adding(months: months) ?? .last
    }
  }
}

extension Booker {
  /// Moves as much of a loss into the cost of a lot as its units replace.
  /// - Returns: the lot of the units that replace nothing yet.
  fileprivate mutating func move(_ loss: inout PendingLoss, into lot: LotSlot) throws -> LotSlot? {
    try bringUp(lot)
    let units = min(loss.quantity, lots[lot].quantity)
    let part = try loss.take(units)
    // The basis of a retirement account does not rise: the loss is lost (Rev. Rul. 2008-5).
    let isLost = holders.capacity(of: lots[lot].account) == .sheltered
    let changesOrder = !isLost && isOrderedByCost(lot)
    let (replacement, rest) = try divide(lot, units, changesOrder)
    var deferred = DeferredLoss(
      quantity: part.unitsSold, amountBase: part.costBase, disposal: loss.row,
      replacement: lots[replacement].group, group: context.group)
    if isLost { deferred.lostBase = part.costBase }
    try booked.deferLoss(deferred)
    if isLost {
      lots[replacement].isReplacement = true
    } else {
      try raiseCost(of: replacement, by: part)
    }
    // Only now is its cost the one by which it is ordered.
    if changesOrder { enterOrder(replacement) }
    return rest
  }

  /// Whether the cost of a lot decides when it is relieved. It may be in another account than the
  /// leg that is booked, and so have another method.
  private func isOrderedByCost(_ lot: LotSlot) -> Bool {
    let method = positions[lots[lot].position].method
    return method == .hifo || method == .lofo
  }

  /// Divides a lot into the units that replace and the rest. The units that replace keep the lot,
  /// and so come first; the rest follows in the same place. If their new cost changes the order,
  /// the rest keeps the lot, whose unit cost stays, and those that replace are a new one.
  private mutating func divide(
    _ index: LotSlot, _ units: ExactDecimal, _ changesOrder: Bool
  ) throws -> (replacement: LotSlot, rest: LotSlot?) {
    let lot = lots[index]
    let left = try lot.quantity.subtracting(units)
    if left.isZero && !changesOrder { return (index, nil) }
    try countDivided()
    let moved = changesOrder ? units : left
    let part = try part(moved, of: index)
    if keepsTrace, positions[lot.position].pool == nil { trace.callLastDivided() }
    let gift = try takeGift(part)
    try positions[lot.position].take(moved)
    var new = lot
    new.quantity = moved
    new.cost = part.cost
    new.costBase = part.costBase
    let made = try insert(new, inOrder: !changesOrder)
    attach(gift, to: made)
    note(.separated, made, from: lot.number)
    if changesOrder { return (made, left.isZero ? nil : index) }
    return (index, made)
  }

  private mutating func raiseCost(of index: LotSlot, by loss: PendingLoss) throws {
    let cost = Cost(amount: loss.cost, inBase: loss.costBase, currency: loss.currency)
    let raised: ExactDecimal
    if let known = try rates.convert(cost, to: lots[index].currency, on: loss.day, by: nil) {
      raised = known
    } else if try carryCostToBase(of: index) {
      raised = loss.costBase
    } else {
      throw mixedCurrencies(
        of: lots[index].instrument, loss.currency, lots[index].currency, on: loss.day)
    }
    let lot = lots[index]
    let signed = lot.isShort ? -raised : raised
    let signedBase = lot.isShort ? -loss.costBase : loss.costBase
    try lots[index].replaceLoss(signed, inBase: signedBase, heldFor: loss.daysHeld)
    try positions[lot.position].pool?.raiseCost(by: signed, inBase: signedBase)
    note(.costRaised, index, row: loss.row)
    post(.securities, lot.instrument, raised, lot.currency)
    post(.gains, lot.instrument, -raised, lot.currency)
    try keepDeferral(
      loss.costBase, of: loss.unitsSold, row: loss.row, into: PeriodPlace(lot))
  }

  /// Replaces the cost of a lot, or of its pool, by the cost in base.
  /// - Returns: false where that is not known.
  private mutating func carryCostToBase(of index: LotSlot) throws -> Bool {
    let lot = lots[index]
    if positions[lot.position].pool != nil {
      try carryPoolToBase(lot.position, of: lot.instrument)
    } else if lot.hasBase, rates.baseIndex != missingCurrency {
      carryToBase(index)
    }
    return lots[index].currency == rates.baseIndex
  }
}

extension Lot {
  /// Takes the loss of the units that it replaces into its cost, and their time into its holding
  /// period.
  fileprivate mutating func replaceLoss(
    _ amount: ExactDecimal, inBase amountBase: ExactDecimal, heldFor days: Int32
  ) throws(ArithmeticFault) {
    try cost.add(amount)
    try costBase.add(amountBase)
    openingQuantity = quantity
    openingCost = cost
    isReplacement = true
    holdingFrom = Day(daysSince1970: holdingFrom.daysSince1970 - days) ?? .first
  }
}
