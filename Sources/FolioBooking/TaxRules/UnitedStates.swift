extension TaxRegime {
  /// The United States. For the cash of mergers see 26 U.S.C. 356(a), 358(a).
  public static let us = TaxRegime(
    rules: .us, window: (WashSales.window, WashSales.window), hasHoldingTerms: true,
    deferral: "wash sale",
    windowEffect: "defers a loss of this sale (wash sale)",
    traits: TaxRuleTraits(
      changesDisposals: true, mergerCash: .gainUpToCash, window: WashSales.window,
      hasGiftBasis: true),
    shelters: ["ira", "roth", "401k", "403b", "457b", "hsa", "529"],
    snapshot: SnapshotNeeds(marksReplacements: true) { books, number in
      let row = books.disposals[number]
      return row.mayBeWashSale && row.isLoss && !books.isAllReplaced(number)
    }
  ) { _, _ in UnitedStates() }
}

/// The federal rules of the United States: terms, and losses on wash sales.
///
/// 26 U.S.C. 1091 and 26 CFR 1.1091-1 and -2: a loss is not allowed to the extent that units of the
/// same instrument were acquired in the 30 days before the sale or the 30 days after it. Losses
/// come in the order of the sales, replacements in the order of their acquisition, and a unit
/// replaces once. The loss goes into the cost of the replacement, and the time for which the units
/// sold were held is added to its own (26 U.S.C. 1223(3)). Under 1091(e) the same holds for short
/// sales.
struct UnitedStates: TaxRuleSet {
  /// The losses that a purchase may still replace, and the lots that may replace: of each
  /// instrument, then of its short side. Holders that are affiliated share them.
  private var sales: [WashSales] = []
  /// The losses of the leg that is being booked: the disposal, its lot and the start of the holding
  /// period. They are deferred when all disposals of the leg are recorded.
  private var losses: [LossOfLeg] = []
  /// What was paid in place of dividends of units that are owed.
  private var payments = PaymentsInLieu()
  fileprivate typealias LossOfLeg = (row: Int, lot: LotSlot, heldFrom: Day)

  var traits: TaxRuleTraits { TaxRegime.us.traits }

  /// The index of an instrument of a holder, or of its short side, in `sales`, to change it.
  /// - Parameter account: an account of the holder.
  private mutating func side(
    of instrument: InstrumentIndex, in account: SecuritiesAccountIndex, isShort: Bool,
    _ holders: TaxHolders
  ) -> Int {
    let holder = holders.areSeveral ? holders.affiliated(with: holders.number(of: account))[0] : 0
    let index = 2 * holders.key(instrument, holder) + (isShort ? 1 : 0)
    while sales.count <= index { sales.append(WashSales()) }
    return index
  }

  /// Replaces units sold at a loss in the 30 days before by a lot that was just bought.
  mutating func acquired(_ lot: LotSlot, _ leg: StockLeg, _ booker: inout Booker) throws {
    let bought = booker.lots[lot]
    let side = side(
      of: bought.instrument, in: bought.account, isShort: bought.isShort, booker.holders)
    var rest: LotSlot? = lot
    while let lot = rest, var loss = sales[side].firstPending(on: leg.tradeDay) {
      rest = try booker.move(&loss, into: lot)
      sales[side].updateFirst(loss)
    }
    if let rest { carried(rest, &booker) }
  }

  /// Records a lot that may replace units sold at a loss in the next 30 days.
  mutating func carried(_ lot: LotSlot, _ booker: inout Booker) {
    let new = booker.lots[lot]
    guard new.quantity.isPositive, !new.isReplacement,
      booker.context.day.daysSince1970 - new.acquired.daysSince1970 <= WashSales.window
    else { return }
    booker.lots.offer(lot)
    let side = side(of: new.instrument, in: new.account, isShort: new.isShort, booker.holders)
    sales[side].recent.offer(lot, booker.lots.all)
  }

  mutating func disposed(
    _ row: Int, _ lot: LotSlot, _ heldFrom: Day, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    if booker.booked.disposals[row].cause == .cover { try addPayments(row, lot, leg, &booker) }
    let disposal = booker.booked.disposals[row]
    let isWriteOff = disposal.cause == .writeOff
    let day =
      isWriteOff
      ? booker.tables.dayOfWriteOff(of: disposal.instrument, on: leg.tradeDay) : leg.tradeDay
    if booker.tables.instruments[Int(disposal.instrument)].isSection1256 {
      // No loss on it is a wash sale (1256(f)(5)).
      return booker.booked.setTerm(.mixed, of: row)
    }
    let term = HoldingTerm(from: heldFrom, to: day)
    booker.booked.setTerm(disposal.cause.endsShort ? .short : term, of: row)
    if booker.lots[lot].isInherited { booker.booked.setInherited(row) }
    guard disposal.mayBeWashSale, disposal.proceedsBase < disposal.costBase,
      booker.holders.capacity(of: disposal.account) != .sheltered
    else { return }
    losses.append((row, lot, heldFrom))
  }

  private mutating func addPayments(
    _ row: Int, _ lot: LotSlot, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    let (units, sold) = (booker.booked.disposals[row].quantity, booker.lots[lot].acquired)
    let costs = try payments.take(units, of: leg.instrument, soldOn: sold)
    let days = leg.tradeDay.daysSince1970 - sold.daysSince1970
    if days <= PaymentsInLieu.days { try booker.raiseCover(row, by: costs, leg) }
  }

  mutating func paidInLieu(_ leg: CashLeg, _ booker: inout Booker) throws {
    if leg.instrument == .missing { return }
    let owed = try booker.positions.all(leg.instrument, isShort: true).sum {
      booker.positions[$0].quantity
    }
    let day = booker.rows.groups[booker.context.row].tradeDay(booker.rows)
    let (amount, currency) = (-leg.signedAmount, leg.currency)
    let rate = booker.rates.rateToBase(currency, on: day, at: leg.position)
    let cost = Cost(amount: amount, inBase: try rate?.convert(amount), currency: currency)
    payments.add(cost, on: day, for: owed, of: leg.instrument)
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
    for loss in losses {
      let instrument = booker.booked.disposals[loss.row].instrument
      if isDigitalAsset(instrument, booker.tables.instruments) { continue }
      try deferLoss(loss, leg, &booker)
    }
    losses.removeAll(keepingCapacity: true)
  }

  mutating func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    // In account scope a split is a leg in each account; the losses are those of all of them.
    let repeats = booker.lotScope == .account
    try payments.rescale(instrument, ratio)
    let owners = booker.holders.affected(by: leg).map { booker.holders.affiliated(with: $0)[0] }
    for owner in Set(owners).sorted() {
      for isShort in [false, true] {
        let account = booker.holders.accounts[owner]
        let side = side(of: instrument, in: account, isShort: isShort, booker.holders)
        try sales[side].rescale(ratio, leg.tradeDay, once: repeats)
      }
    }
  }

  mutating func renamed(
    _ old: InstrumentIndex, _ new: InstrumentIndex, _ leg: StockLeg, _ booker: inout Booker
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

  /// Whether an instrument is no stock or security, to which alone 26 U.S.C. 1091(a) applies: a
  /// digital asset is property (IRS Notice 2014-21).
  private func isDigitalAsset(_ instrument: InstrumentIndex, _ rows: [Instrument]) -> Bool {
    ["coin", "crypto", "cryptocurrency", "token", "digital_asset"]
      .contains(rows[Int(instrument)].kind.lowercased())
  }

  /// Defers the loss of a disposal to the extent that lots that are held replace its units, and
  /// keeps the rest for the purchases of the next 30 days.
  private mutating func deferLoss(
    _ lossOfLeg: LossOfLeg, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    let disposal = booker.booked.disposals[lossOfLeg.row]
    let sold = booker.lots[lossOfLeg.lot]
    let held = leg.tradeDay.daysSince1970 - lossOfLeg.heldFrom.daysSince1970
    var loss = PendingLoss(
      row: lossOfLeg.row, day: leg.tradeDay, daysHeld: sold.isShort ? 0 : max(0, held),
      quantity: disposal.quantity, unitsSold: disposal.quantity,
      cost: max(.zero, try disposal.cost.subtracting(disposal.proceeds)),
      costBase: try disposal.costBase.subtracting(disposal.proceedsBase),
      currency: disposal.currency)
    let side = side(
      of: disposal.instrument, in: disposal.account, isShort: sold.isShort, booker.holders)
    sales[side].recent.forget(before: leg.tradeDay, booker.lots.all, window: WashSales.window)
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

extension HoldingTerm {
  /// Long when held for more than one year, counted from the day after the acquisition: from the
  /// same day of the next year on which that count began (Publication 550, Rev. Rul. 66-7).
  init(from acquired: Day, to disposed: Day) {
    // The calendar matters only around the end of the first year.
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
