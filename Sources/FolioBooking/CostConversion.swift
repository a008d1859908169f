import FolioModel
import FolioNumbers

/// A cost in the currency it was paid in, and in base where that is known.
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
}

extension RateFinder {
  /// A cost in another currency (Specs/decisions/0052): in base it is the cost in base; else the
  /// rate of the leg counts, then the rate of the day, then the way by base.
  /// - Parameter leg: the leg that pays or brings the cost; nil where an older one did.
  /// - Returns: nil where no rate is known.
  func convert(
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

// Where no rate leads to the currency of a cost, the cost goes over to the base currency: what it
// is in base is known from its own leg.
extension Booker {
  /// Makes the pool of a position ready for the cost of a lot. An empty pool has no currency; one
  /// in a currency that the cost cannot be converted to goes over to base.
  mutating func preparePool(_ position: PositionIndex, for lot: Lot, by leg: StockLeg?) throws {
    guard let pool = positions[position].pool else { return }
    if positions[position].quantity.isZero, pool.isEmpty {
      positions[position].pool = Pool()
    } else if lot.currency != pool.currency, pool.currency != missingCurrency {
      let cost = try rates.convert(Cost(of: lot), to: pool.currency, on: lot.acquired, by: leg)
      if cost == nil, lot.hasBase { try carryPoolToBase(position, of: lot.instrument) }
    }
  }

  /// Lets a pool and its lots cost what they cost in base, if that is known.
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

  /// Lets the pool of a position go over to base where no rate leads to it from what a leg pays.
  mutating func preparePool(
    _ position: PositionIndex, for leg: StockLeg, _ rate: ExchangeRate?
  ) throws {
    guard let pool = positions[position].pool, pool.currency != leg.currency, let rate else {
      return
    }
    let one = Cost(amount: .one, inBase: try rate.convert(.one), currency: leg.currency)
    let known = try rates.convert(one, to: pool.currency, on: leg.tradeDay, by: leg)
    if known == nil { try carryPoolToBase(position, of: leg.instrument) }
  }

  /// Lets a lot cost what it costs in base, which is known. It is in no pool, or the pool goes over
  /// with it.
  mutating func carryToBase(_ index: LotSlot) {
    let old = lots[index]
    if old.currency == rates.baseIndex { return }
    lots[index].cost = old.costBase
    lots[index].currency = rates.baseIndex
    let wasHidden = context.isHidden
    // A lot that is not shown yet is not in the journal.
    context.isHidden = isUnsettled(old.group)
    postConversion(of: old, to: lots[index])
    context.isHidden = wasHidden
    note(.currencyChanged, index)
  }

  /// What a leg pays for units of a lot, in the currency of its cost. Where no rate leads there,
  /// the lot goes over to base.
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
