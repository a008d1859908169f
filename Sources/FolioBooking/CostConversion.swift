/// A cost in its own currency, and in base if that is known.
struct Cost {
  var amount: ExactDecimal
  var inBase: ExactDecimal?
  var currency: CurrencyIndex
}

extension Cost {
  init(of lot: Lot) {
    amount = lot.cost
    inBase = lot.costInBase
    currency = lot.currency
  }

  /// Takes the share of some units out of it.
  mutating func take(
    _ part: ExactDecimal, of whole: ExactDecimal
  ) throws(ArithmeticFault) -> Cost {
    let share = try amount.share(part, of: whole)
    try amount.subtract(share)
    guard let base = inBase else { return Cost(amount: share, inBase: nil, currency: currency) }
    let shareBase = try base.share(part, of: whole)
    inBase = try base.subtracting(shareBase)
    return Cost(amount: share, inBase: shareBase, currency: currency)
  }
}

extension RateFinder {
  /// A cost in another currency (Specs/decisions/exchange-rates.md): in base it is the cost in
  /// base; else the rate of the leg counts, then the rate of the day, then the way by base.
  /// - Parameter leg: the leg that pays or brings the cost; nil if an older one did.
  /// - Returns: nil if no rate is known.
  mutating func convert(
    _ cost: Cost, to currency: CurrencyIndex, on day: Day, by leg: StockLeg?
  ) throws(ArithmeticFault) -> ExactDecimal? {
    if currency == baseIndex, let inBase = cost.inBase { return inBase }
    if cost.currency == currency || cost.currency == missingCurrency { return cost.amount }
    if let leg, leg.currency == cost.currency, let rate = rate(givenBy: leg, to: currency) {
      return try rate.convert(cost.amount)
    }
    if let rate = rate(from: cost.currency, to: currency, on: day) {
      return try rate.convert(cost.amount)
    }
    guard let inBase = cost.inBase, let rate = known(currency, on: day) else { return nil }
    return try rate.inverse.convert(inBase)
  }
}

// If no rate leads to the currency of a cost, the cost is carried to the base currency: there it is
// known from its own leg.
extension Booker {
  /// Makes the pool of a position ready for the cost of a lot. An empty pool has no currency.
  mutating func preparePool(_ position: PositionIndex, for lot: Lot, by leg: StockLeg?) throws {
    if positions[position].quantity.isZero, positions[position].pool?.isEmpty == true {
      positions[position].pool = Pool()
    } else {
      try preparePool(position, of: lot.instrument, for: Cost(of: lot), on: lot.acquired, by: leg)
    }
  }

  /// Carries a pool to base if no rate leads to its currency from a cost that is known in base.
  mutating func preparePool(
    _ position: PositionIndex, of instrument: InstrumentIndex, for cost: Cost, on day: Day,
    by leg: StockLeg?
  ) throws {
    guard let pool = positions[position].pool, pool.currency != missingCurrency,
      cost.inBase != nil,
      try rates.convert(cost, to: pool.currency, on: day, by: leg) == nil
    else { return }
    try carryPoolToBase(position, of: instrument)
  }

  /// Replaces the cost of a pool and of its lots by their cost in base, if that is known.
  mutating func carryPoolToBase(_ position: PositionIndex, of instrument: InstrumentIndex) throws {
    guard let pool = positions[position].pool, pool.hasBase,
      rates.baseIndex != missingCurrency
    else { return }
    if positions[position].quantity.isZero, pool.ahead.isZero {
      postConversion(of: pool.cost, pool.currency, to: pool.costBase, rates.baseIndex, instrument)
      positions[position].pool?.cost = pool.costBase
      positions[position].pool?.currency = rates.baseIndex
      return notePool(.currencyChanged, position)
    }
    try spreadPool(position)
    for index in lotsInOrder(of: position) { carryToBase(index) }
    let ahead = positions[position].pool?.costAhead ?? (.zero, .zero)
    postConversion(of: ahead.cost, pool.currency, to: ahead.costBase, rates.baseIndex, instrument)
    positions[position].pool?.costAhead.cost = ahead.costBase
    positions[position].pool?.currency = rates.baseIndex
    try gatherPool(position)
    notePool(.currencyChanged, position)
  }

  /// Replaces the cost of a lot by its cost in base, which is known. The lot is in no pool, or the
  /// pool is carried with it.
  mutating func carryToBase(_ index: LotSlot) {
    let old = lots[index]
    if old.currency == rates.baseIndex { return }
    positions[old.position].log?.forgetCosts()
    lots[index].cost = old.costBase
    lots[index].currency = rates.baseIndex
    if let gift = gifts[old.number] { gifts[old.number] = gift.carriedToBase }
    let wasHidden = context.isHidden
    // A lot that has not settled is not in the journal.
    context.isHidden = isUnsettled(old.group)
    postConversion(of: old, to: lots[index])
    context.isHidden = wasHidden
    note(.currencyChanged, index)
  }

  /// The payment of a leg for units of a lot, in the currency of the lot's cost. If no rate leads
  /// there, the lot is carried to base.
  /// - Parameter rate: the rate of the leg to base.
  mutating func amount(
    _ paid: ExactDecimal, by leg: StockLeg, in index: LotSlot, _ rate: ExchangeRate?
  ) throws -> ExactDecimal {
    let lot = lots[index]
    let paidBase = try rate?.convert(paid)
    let cost = Cost(amount: paid, inBase: paidBase, currency: leg.currency)
    if let amount = try rates.convert(cost, to: lot.currency, on: leg.tradeDay, by: leg) {
      return amount
    }
    guard let paidBase, lot.hasBase, rates.baseIndex != missingCurrency else {
      throw mixedCurrencies(of: leg.instrument, lot.currency, leg.currency, on: leg.tradeDay)
    }
    carryToBase(index)
    return paidBase
  }

  /// Passes the cost of a lot from one currency to another in the journal.
  mutating func postConversion(of old: Lot, to new: Lot) {
    let sign: (ExactDecimal) -> ExactDecimal = { old.isShort ? -$0 : $0 }
    postConversion(
      of: sign(old.cost), old.currency, to: sign(new.cost), new.currency, old.instrument)
  }

  mutating func postConversion(
    of cost: ExactDecimal, _ currency: CurrencyIndex, to converted: ExactDecimal,
    _ newCurrency: CurrencyIndex, _ instrument: InstrumentIndex
  ) {
    post(.securities, instrument, -cost, currency)
    post(.conversions, cost, currency)
    post(.securities, instrument, converted, newCurrency)
    post(.conversions, -converted, newCurrency)
  }
}
