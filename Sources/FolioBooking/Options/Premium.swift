/// What was paid for options that are exercised, with the charges of the exercise, or what was
/// received for options that are assigned, which is below zero.
struct Premium {
  /// In the currency of the trade that takes it over.
  var amount = ExactDecimal.zero
  /// In base, at the rates of the days on which it was paid; nil if it is not known.
  var amountBase: ExactDecimal? = .zero
  /// The amount as it was before a period restated the cost of the options. Lots are compared by
  /// it.
  var amountOfOrder = ExactDecimal.zero
  /// By how much it costs less for a loss, where the options came as a gift, in the currency of the
  /// trade; never below zero. Nil if none did.
  var gift: GiftBasis?
  /// Whether it is that of rights offered for shares held.
  var isOfRights = false

  mutating func add(_ part: Premium) throws(ArithmeticFault) {
    isOfRights = isOfRights || part.isOfRights
    try amount.add(part.amount)
    gift = try gift?.adding(part.gift) ?? part.gift
    try amountOfOrder.add(part.amountOfOrder)
    guard let base = amountBase, let partBase = part.amountBase else { return amountBase = nil }
    amountBase = try base.adding(partBase)
  }

  /// A cost rises by it, and proceeds fall. For a loss, the one rises and the other falls by less.
  static prefix func - (premium: Premium) -> Premium {
    Premium(
      amount: -premium.amount, amountBase: premium.amountBase.map { -$0 },
      amountOfOrder: -premium.amountOfOrder, gift: premium.gift)
  }
}

/// Shares a premium out by the units of a trade.
struct PremiumShares {
  private var amount: Shares
  private var amountBase: Shares?
  private var amountOfOrder: Shares
  private var gift: GiftBasis?

  init(_ premium: Premium, by units: ExactDecimal) {
    amount = Shares(premium.amount, by: units)
    amountBase = premium.amountBase.map { Shares($0, by: units) }
    amountOfOrder = Shares(premium.amountOfOrder, by: units)
    gift = premium.gift
    gift?.quantity = units
  }

  /// The share of the next units.
  mutating func next(_ units: ExactDecimal) throws(ArithmeticFault) -> Premium {
    Premium(
      amount: try amount.next(units), amountBase: try amountBase?.next(units),
      amountOfOrder: try amountOfOrder.next(units), gift: try gift?.split(off: units))
  }
}

extension ExchangeRate {
  /// An amount of a trade in base, with its premium; nil if that is not known in base.
  @inline(__always)
  func convert(
    _ amount: ExactDecimal, with premium: Premium?
  ) throws(ArithmeticFault) -> ExactDecimal? {
    guard let premium else { return try convert(amount) }
    guard let added = premium.amountBase else { return nil }
    return try convert(amount).adding(added)
  }
}

/// The premiums of the trades of a ledger, by the number of the leg. The rules of the United
/// Kingdom need what acquisitions cost before these are booked.
struct PremiumsByTrade {
  /// Premiums that are known from an earlier booking, and replace those that are found.
  var known: [UInt32: Premium] = [:]
  /// The premiums that were found; nil if they are not collected.
  var found: [UInt32: Premium]?
}

// A trade that takes over the premium of options (Specs/decisions/options.md).
extension Booker {
  /// The cost of a purchase rises by the premium, and the proceeds of a sale fall by it.
  mutating func beginPremium(of trade: StockLeg, _ number: Int) throws {
    let number = UInt32(truncatingIfNeeded: number)
    guard let found = premiums.popLast() else { return }
    let premium = premiumsByTrade.known[number] ?? found
    if premiumsByTrade.found != nil { premiumsByTrade.found?[number] = premium }
    if trade.type.isPurchase { try checkCost(of: trade, with: premium) }
    let added = trade.type.isPurchase ? premium : -premium
    premiumShares = [PremiumShares(added, by: trade.quantity)]
    context.hasPremium = true
    context.isRightsIssue = found.isOfRights
  }

  mutating func endPremium() {
    premiumShares = []
    context.hasPremium = false
    context.isRightsIssue = false
  }

  /// What the premium adds to the amount of some units of the trade.
  mutating func nextPremium(_ units: ExactDecimal) throws(ArithmeticFault) -> Premium {
    try premiumShares[0].next(units)
  }

  /// Adds the premium to the cost of a lot that the trade opens, or to its proceeds.
  /// - Returns: the second cost of the lot, if it has one.
  mutating func addPremium(to lot: inout Lot) throws(ArithmeticFault) -> GiftBasis? {
    let premium = try nextPremium(lot.quantity)
    try lot.cost.add(premium.amount)
    try lot.openingCost.add(premium.amountOfOrder)
    if let base = premium.amountBase, lot.hasBase {
      try lot.costBase.add(base)
    } else {
      (lot.costBase, lot.hasBase) = (.zero, false)
    }
    guard var gift = premium.gift, !lot.isShort else { return nil }
    if method(of: lot.instrument, in: scope(lot.account)) == .average {
      let lower = try lowerForPool(&lot, gift)
      post(outside, lower, lot.currency)
      keepWithdrawal(lot.hasBase ? max(.zero, gift.costBase) : nil, of: PeriodPlace(lot))
      return nil
    }
    gift.limit(to: lot)
    return gift
  }

  /// A premium received that exceeds all that is paid is an input error. A period may restate it at
  /// a price of its own, and a first booking for tax rules does not know it yet.
  private mutating func checkCost(of trade: StockLeg, with premium: Premium) throws {
    if recorder.isRestated || traits.isTrial { return }
    let own = try cost(of: trade)
    let ownBase = try rates.convert(own, of: trade, on: trade.tradeDay)
    if try own.adding(premium.amount).isNegative {
      throw premiumBeyondCost(trade, -premium.amount, own, rows.currencies[trade.currency])
    }
    guard let base = options.baseCurrency, let ownBase, let premiumBase = premium.amountBase,
      try ownBase.adding(premiumBase).isNegative
    else { return }
    throw premiumBeyondCost(trade, -premiumBase, ownBase, base)
  }
}
