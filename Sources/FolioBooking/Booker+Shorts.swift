import FolioModel
import FolioNumbers

// Units sold that are owed. A short lot's cost is what its sale brought; covering it realizes
// that less what the units cost to buy back.
extension Booker {
  mutating func bookShortSell(_ leg: StockLeg) throws {
    let day = leg.tradeDay
    let proceeds = try self.proceeds(of: leg)
    let proceedsBase = try rates.convert(proceeds, of: leg, on: day)
    let lot = try open(
      leg.instrument, leg.account, acquired: day, quantity: leg.quantity, cost: proceeds,
      costBase: proceedsBase, currency: leg.currency, isShort: true)
    post(.securities, leg.instrument, -proceeds, leg.currency)
    postExpenses(leg)
    try applyRules { try $0.acquired(lot, leg, &$1) }
  }

  mutating func bookCover(_ leg: StockLeg) throws {
    let owed = held(leg.instrument, leg.account, isShort: true)
    if owed < leg.quantity { throw BookingFault(.coveredMoreThanShort(leg, owed, tables)) }
    try relieve(position(leg.instrument, leg.account, isShort: true), for: leg)
    try cover(leg)
    postExpenses(leg)
  }

  private mutating func cover(_ leg: StockLeg) throws {
    let day = leg.tradeDay
    let rate = rates.rate(of: leg, on: day)
    var shares = Shares(try cost(of: leg), by: leg.quantity)
    for relief in reliefs { try close(relief, leg, day, shares.next(relief.quantity), rate) }
  }

  private mutating func close(
    _ relief: Relief, _ leg: StockLeg, _ day: Day, _ cost: ExactDecimal, _ rate: ExchangeRate?
  ) throws {
    let lot = lots[relief.lot]
    let proceeds = try self.cost(of: relief, in: leg.currency, leg, day, rate)
    let gain = try proceeds.subtracting(cost)
    post(.securities, leg.instrument, relief.cost, lot.currency)
    if lot.currency != leg.currency {
      post(.conversions, missingIndex, -relief.cost, lot.currency)
      post(.conversions, missingIndex, proceeds, leg.currency)
    }
    post(.gains, leg.instrument, -gain, leg.currency)
    guard keepsRows else { return }
    var row = Disposal(
      quantity: relief.quantity, proceeds: proceeds, cost: cost, proceedsBase: relief.costBase,
      costBase: .zero, priceEffectBase: .zero, group: context.group, openedBy: relief.openedBy,
      instrument: leg.instrument, account: leg.account, disposed: self.day(of: leg),
      acquired: relief.acquired, hasBase: false, currency: leg.currency, cause: .cover,
      matching: relief.matching ?? MatchingRule(method))
    if let rate, relief.hasBase {
      row.costBase = try rate.convert(cost)
      row.priceEffectBase = try rate.convert(gain)
      row.hasBase = true
    }
    try record(row, of: relief.lot, heldFrom: relief.holdingFrom, leg)
  }
}
