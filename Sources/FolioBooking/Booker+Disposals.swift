// The gain or loss on each lot that was relieved.
extension Booker {
  /// Turns `reliefs` into disposals. The amount paid is divided by units; the last relief takes the
  /// rounding difference.
  /// - Parameter paid: the proceeds of units held, or the cost of buying back units that were owed.
  mutating func dispose(_ leg: StockLeg, for paid: ExactDecimal, cause: DisposalCause) throws {
    if let rule = traits.poolRule { try mergeReliefs(rule) }
    // If no report shows gains, only a missing rate is recorded.
    if !keepsGains, !context.hasPremium, reliefs.allSatisfy({ $0.currency == leg.currency }) {
      try dropGifts()
      return rates.look(for: leg, on: leg.tradeDay)
    }
    let rate = rates.rate(of: leg, on: leg.tradeDay)
    var shares = Shares(paid, by: try reliefs.sum(of: \.quantity))
    for relief in reliefs {
      let paid = try shares.next(relief.quantity)
      if gifts.isEmpty, !context.hasPremium {
        try dispose(relief, leg, for: paid, nil, rate, cause)
      } else {
        try disposeOfPart(relief, leg, for: paid, rate, cause)
      }
    }
  }

  /// Disposes of units that may have a second cost, or take over the premium of options.
  private mutating func disposeOfPart(
    _ relief: Relief, _ leg: StockLeg, for own: ExactDecimal, _ rate: ExchangeRate?,
    _ cause: DisposalCause
  ) throws {
    let premium = context.hasPremium ? try nextPremium(relief.quantity) : nil
    let gift = try takeGift(relief)
    if traits.hasGiftBasis, gift != nil || premium?.gift != nil {
      try dispose(relief, leg, for: own, premium, rate, cause, gift)
    } else {
      try dispose(relief, leg, for: own, premium, rate, cause)
    }
  }

  private mutating func dispose(
    _ relief: Relief, _ leg: StockLeg, for own: ExactDecimal, _ premium: Premium?,
    _ rate: ExchangeRate?, _ cause: DisposalCause
  ) throws {
    let lot = lots[relief.lot]
    let paid = try premium.map { try own.adding($0.amount) } ?? own
    let currency = leg.currency == missingCurrency ? relief.currency : leg.currency
    let opening = try cost(of: relief, in: currency, leg, rate)
    let (proceeds, cost) = lot.isShort ? (opening, paid) : (paid, opening)
    let gain = try proceeds.subtracting(cost)
    postClosing(relief, leg, of: opening, in: currency)
    post(.gains, leg.instrument, -gain, currency)
    guard keepsRows else { return }
    var rate = rate
    if rate == nil, leg.currency == missingCurrency {
      rate = rates.rateToBase(currency, on: leg.tradeDay, at: leg.position)
    }
    var row = Disposal(
      quantity: relief.quantity, proceeds: proceeds, cost: cost, group: context.group,
      openedBy: relief.openedBy, instrument: leg.instrument,
      account: relief.account, disposed: day(of: leg),
      acquired: relief.isPooled ? nil : relief.acquired, currency: currency, cause: cause,
      matching: relief.matching ?? matching)
    row.setBase(ofOpening: relief.costBase, isShort: lot.isShort)
    if let rate, relief.hasBase, let paidBase = try rate.convert(own, with: premium) {
      row.setBase(ofOpening: paidBase, isShort: !lot.isShort)
      row.priceEffectBase = try rate.convert(gain)
      row.hasBase = true
    }
    try record(row, of: relief.lot, heldFrom: relief.holdingFrom, leg)
  }

  /// Takes the cost of a relieved part out of the journal.
  /// - Parameter opening: that cost in the currency of its disposal.
  @inline(__always)
  private mutating func postClosing(
    _ relief: Relief, _ leg: StockLeg, of opening: ExactDecimal, in currency: CurrencyIndex
  ) {
    let isShort = lots[relief.lot].isShort
    let left = isShort ? relief.cost : -relief.cost
    post(.securities, leg.instrument, left, relief.currency)
    if relief.currency == currency { return }
    post(.conversions, -left, relief.currency)
    post(.conversions, isShort ? opening : -opening, currency)
  }

  /// Disposes of units with a second cost for losses: that of a gift, or of options that came as
  /// one. What a loss lowers the cost by was never the owner's: it goes out of what was
  /// contributed.
  private mutating func dispose(
    _ relief: Relief, _ leg: StockLeg, for own: ExactDecimal, _ premium: Premium?,
    _ rate: ExchangeRate?, _ cause: DisposalCause, _ gift: GiftBasis?
  ) throws {
    let isShort = lots[relief.lot].isShort
    let paid = try premium.map { try own.adding($0.amount) } ?? own
    let currency = leg.currency == missingCurrency ? relief.currency : leg.currency
    let opening = try cost(of: relief, in: currency, leg, rate)
    let (proceeds, cost) = isShort ? (opening, paid) : (paid, opening)
    let ofGift = gift.map { max(.zero, $0.cost) }
    let ofLot = try relief.cost.isZero ? nil : ofGift.map { try opening.share($0, of: relief.cost) }
    let lower = try ExactDecimal.sum(ofGiven: ofLot, premium?.gift?.cost)
    let known = try CostOfGift(cost, less: lower, for: proceeds)
    var row = self.row(of: relief, leg, cause: cause)
    (row.proceeds, row.cost, row.currency) = (proceeds, known.cost, currency)
    row.basis = known.rule
    row.setBase(ofOpening: relief.costBase, isShort: isShort)
    var costBase = ExactDecimal.zero
    if let rate, relief.hasBase, gift?.hasBase ?? true, premium?.gift?.hasBase ?? true,
      let paidBase = try rate.convert(own, with: premium)
    {
      row.setBase(ofOpening: paidBase, isShort: !isShort)
      let lower = try ExactDecimal.sum(
        ofGiven: gift.map { max(.zero, $0.costBase) }, premium?.gift?.costBase)
      costBase = row.costBase
      let inBase = try CostOfGift(row.costBase, less: lower, for: row.proceedsBase)
      (row.costBase, row.basis, row.hasBase) = (inBase.cost, inBase.rule, true)
      row.priceEffectBase = try rate.convert(proceeds.subtracting(known.cost))
    }
    let lowerBase = row.hasBase ? try costBase.subtracting(row.costBase) : nil
    var heldFrom = relief.holdingFrom
    // Shares that options went into were not received.
    if row.basis == .fairValue, let gift, gift.received > relief.acquired {
      (row.acquired, heldFrom) = (gift.received, gift.received)
    }
    postClosing(relief, leg, of: opening, in: currency)
    post(.gains, leg.instrument, -(try proceeds.subtracting(known.cost)), currency)
    post(outside, try cost.subtracting(known.cost), currency)
    keepLoweredCost(lowerBase, of: lots[relief.lot])
    if keepsRows { try record(row, of: relief.lot, heldFrom: heldFrom, leg) }
  }

  /// Records that a part of a cost does not count. The proceeds of a short sale stay as they are,
  /// so that it also lowers what was paid.
  private mutating func keepLoweredCost(_ lowerBase: ExactDecimal?, of lot: Lot) {
    if lot.isShort { return keepWithdrawal(lowerBase, of: PeriodPlace(lot)) }
    keep(.contribution, PeriodPlace(lot), lowerBase.map { -$0 })
  }

  /// Turns `reliefs` into disposals whose proceeds are their cost, in each currency.
  mutating func disposeWithoutGain(_ leg: StockLeg, cause: DisposalCause) throws {
    if let rule = traits.poolRule { try mergeReliefs(rule) }
    for relief in reliefs {
      post(.securities, leg.instrument, -relief.cost, relief.currency)
      post(outside, relief.cost, relief.currency)
      guard keepsRows else { continue }
      var row = self.row(of: relief, leg, cause: cause)
      (row.proceeds, row.cost) = (relief.cost, relief.cost)
      (row.proceedsBase, row.costBase) = (relief.costBase, relief.costBase)
      (row.hasBase, row.basis) = (relief.hasBase, .noGain)
      keepWithdrawal(relief.costInBase, of: PeriodPlace(lots[relief.lot]))
      try record(row, of: relief.lot, heldFrom: relief.holdingFrom, leg)
    }
  }

  /// A disposal of the units of a relief, without amounts.
  private func row(of relief: Relief, _ leg: StockLeg, cause: DisposalCause) -> Disposal {
    return Disposal(
      quantity: relief.quantity, proceeds: .zero, cost: .zero, group: context.group,
      openedBy: relief.openedBy, instrument: leg.instrument,
      account: relief.account, disposed: day(of: leg),
      acquired: relief.isPooled ? nil : relief.acquired, currency: relief.currency, cause: cause,
      matching: relief.matching ?? matching)
  }

  /// Keeps a disposal, and lets the tax rules see it. A period only needs its sums, unless the
  /// rules change disposals.
  mutating func record(
    _ row: Disposal, of lot: LotSlot, heldFrom: Day, _ leg: StockLeg
  ) throws {
    let index = booked.disposals.endIndex
    var row = row
    if holders.areSeveral, holders.capacity(of: row.account) == .sheltered {
      row.basis = .sheltered
    }
    if recorder.period == nil || traits.changesDisposals { booked.disposals.append(row) }
    note(.disposed, lot, row: index)
    if keepsPeriod { try keepDisposal(row, of: lot) }
    try applyRules { try $0.disposed(index, lot, heldFrom, leg, &$1) }
  }

  /// The cost of a relieved part of a lot, in the currency of its disposal. A lot bought in another
  /// currency is converted at the rate of the day of the disposal, so that the whole currency gain
  /// shows as such; if the rate book has none, through the base currency, at the rates that the two
  /// legs give themselves, and then at the rate of the leg to the currency of the lot.
  @inline(__always)
  private func cost(
    of relief: Relief, in currency: CurrencyIndex, _ leg: StockLeg, _ rate: ExchangeRate?
  ) throws -> ExactDecimal {
    let own = relief.currency
    if own == currency || own == missingCurrency { return relief.cost }
    if let direct = rates.rate(from: own, to: currency, on: leg.tradeDay) {
      return try direct.convert(relief.cost)
    }
    if let rate, relief.hasBase { return try rate.inverse.convert(relief.costBase) }
    if let given = rates.rate(givenBy: leg, to: own) {
      return try given.inverse.convert(relief.cost)
    }
    throw mixedCurrencies(of: leg.instrument, own, currency, on: leg.tradeDay)
  }

  /// Makes one relief of several, under a rule that knows no lots: of those that were taken
  /// out of certain lots all the same, since an event made them.
  private mutating func mergeReliefs(_ rule: MatchingRule) throws(ArithmeticFault) {
    guard var all = reliefs.first, all.matching == nil, !lots[all.lot].isShort else { return }
    for relief in reliefs.dropFirst() {
      try all.quantity.add(relief.quantity)
      try all.cost.add(relief.cost)
      try all.costBase.add(relief.costBase)
      all.hasBase = all.hasBase && relief.hasBase
    }
    all.matching = rule
    all.openedBy = .missing
    clearReliefs()
    reliefs.append(all)
  }
}
