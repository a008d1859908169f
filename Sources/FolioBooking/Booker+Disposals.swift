import FolioModel
import FolioNumbers

// The gain or loss on each lot that was relieved.
extension Booker {
  /// Turns `reliefs` into disposals: the proceeds are shared out by units, the last lot takes
  /// what rounding leaves.
  mutating func dispose(
    _ leg: StockLeg, proceeds: ExactDecimal, cause: DisposalCause
  ) throws {
    if let rule = traits.poolRule { try mergeReliefs(rule) }
    let day = leg.tradeDay
    // Who asks for what is left alone needs no gains, only to know that they could be told.
    if !keepsGains, reliefs.allSatisfy({ $0.currency == leg.currency }) {
      return rates.look(for: leg, on: day)
    }
    let rate = rates.rate(of: leg, on: day)
    var units = ExactDecimal.zero
    for relief in reliefs { try units.add(relief.quantity) }
    var shares = Shares(proceeds, by: units)
    for relief in reliefs {
      try dispose(relief, leg, day, shares.next(relief.quantity), rate, cause)
    }
  }

  private mutating func dispose(
    _ relief: Relief, _ leg: StockLeg, _ day: Day, _ proceeds: ExactDecimal, _ rate: ExchangeRate?,
    _ cause: DisposalCause
  ) throws {
    let lot = lots[relief.lot]
    let currency = leg.currency == missingCurrency ? relief.currency : leg.currency
    let cost =
      relief.currency == currency
      ? relief.cost : try cost(of: relief, in: currency, leg, day, rate)
    let gain = try proceeds.subtracting(cost)
    if relief.currency == currency {
      post(.securities, leg.instrument, -cost, currency)
    } else {
      post(.securities, leg.instrument, -relief.cost, relief.currency)
      post(.conversions, missingIndex, relief.cost, relief.currency)
      post(.conversions, missingIndex, -cost, currency)
    }
    post(.gains, leg.instrument, -gain, currency)
    guard keepsRows else { return }
    let rate =
      rate
      ?? (leg.currency == missingCurrency
        ? rates.rateToBase(currency, on: day, at: leg.position) : nil)
    var row = Disposal(
      quantity: relief.quantity, proceeds: proceeds, cost: cost, proceedsBase: .zero,
      costBase: relief.costBase, priceEffectBase: .zero, group: context.group,
      openedBy: relief.openedBy,
      instrument: leg.instrument, account: leg.account == 0 ? lot.account : leg.account,
      disposed: self.day(of: leg), acquired: relief.isPooled ? nil : relief.acquired,
      hasBase: false, currency: currency, cause: cause,
      matching: relief.matching ?? MatchingRule(method))
    if let rate, relief.hasBase {
      row.proceedsBase = try rate.convert(proceeds)
      row.priceEffectBase = try rate.convert(gain)
      row.hasBase = true
    }
    try record(row, of: relief.lot, heldFrom: relief.holdingFrom, leg)
  }

  /// Keeps a disposal, and lets the tax rules see it.
  mutating func record(
    _ row: Disposal, of lot: LotSlot, heldFrom: Day, _ leg: StockLeg
  ) throws {
    let index = booked.disposals.count
    booked.disposals.append(row)
    note(.disposed, lot, row: index)
    if keepsPeriod { try keepDisposal(row, of: lot) }
    try applyRules { try $0.disposed(index, lot, heldFrom, leg, &$1) }
  }

  /// What a relieved part of a lot cost, in the currency of its disposal. A lot bought in another
  /// currency is converted at the rate of the day of the disposal, so that the whole currency
  /// gain shows as such; where the rate book has none, by way of the base currency, at the rates
  /// that the two legs give themselves, and then at the rate of the leg to the currency of the lot.
  func cost(
    of relief: Relief, in currency: CurrencyIndex, _ leg: StockLeg, _ day: Day,
    _ rate: ExchangeRate?
  ) throws -> ExactDecimal {
    let own = relief.currency
    if own == currency || own == missingCurrency { return relief.cost }
    if let direct = rates.rate(from: own, to: currency, on: day) {
      return try direct.convert(relief.cost)
    }
    if let rate, relief.hasBase { return try rate.inverse.convert(relief.costBase) }
    if let given = rates.rate(givenBy: leg, to: own) {
      return try given.inverse.convert(relief.cost)
    }
    throw mixedCurrencies(of: leg.instrument, own, currency, on: day)
  }

  /// Makes one relief of several, under a rule that knows no lots: of those that were taken
  /// out of certain lots all the same, since an event made them.
  mutating func mergeReliefs(_ rule: MatchingRule) throws(ArithmeticFault) {
    guard var all = reliefs.first, all.matching == nil, lots[all.lot].isShort == false
    else { return }
    for relief in reliefs.dropFirst() {
      try all.quantity.add(relief.quantity)
      try all.cost.add(relief.cost)
      try all.costBase.add(relief.costBase)
      all.hasBase = all.hasBase && relief.hasBase
    }
    all.matching = rule
    all.openedBy = missingIndex
    clearReliefs()
    reliefs.append(all)
  }
}
