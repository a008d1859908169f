import ExactNumbers
import LedgerModel

// Units sold that are owed. A short lot's cost is what its sale brought; covering it realizes
// that less what the units cost to buy back.
extension Booker {
  mutating func bookShortSell(_ leg: StockLeg) throws(BookingFault) {
    let held = held(leg.instrument, leg.account)
    if held.isPositive { throw .reported(.shortWhileLong(leg, held, tables)) }
    let day = day(of: leg)
    let proceeds: ExactDecimal
    var proceedsBase: ExactDecimal?
    do {
      proceeds = try self.proceeds(of: leg)
      proceedsBase = try rates.rate(of: leg, on: day)?.convert(proceeds)
    } catch {
      throw BookingFault(error)
    }
    try open(
      leg.instrument, leg.account, acquired: day, quantity: leg.quantity, cost: proceeds,
      costBase: proceedsBase, currency: leg.currency, isShort: true)
    post(.securities, leg.instrument, -proceeds, leg.currency)
    postExpenses(leg)
  }

  mutating func bookCover(_ leg: StockLeg) throws(BookingFault) {
    let owed = held(leg.instrument, leg.account, isShort: true)
    if owed < leg.quantity { throw .reported(.coveredMoreThanShort(leg, owed, tables)) }
    try relieve(position(leg.instrument, leg.account, isShort: true), for: leg)
    do {
      try cover(leg)
    } catch {
      throw BookingFault(error)
    }
    postExpenses(leg)
  }

  private mutating func cover(_ leg: StockLeg) throws(ArithmeticFault) {
    let day = day(of: leg)
    let rate = rates.rate(of: leg, on: day)
    let cost = expensesFees ? leg.gross : try leg.gross.adding(leg.fees).adding(leg.taxes)
    var rest = cost
    for (number, relief) in reliefs.enumerated() {
      let isLast = number == reliefs.count - 1
      let part = isLast ? rest : try Self.share(cost, relief.quantity, leg.quantity)
      try rest.subtract(part)
      try close(relief, leg, day, part, rate)
    }
  }

  private mutating func close(
    _ relief: Relief, _ leg: StockLeg, _ day: Day, _ cost: ExactDecimal, _ rate: ExchangeRate?
  ) throws(ArithmeticFault) {
    let lot = lots[Int(relief.lot)]
    let gain = try relief.cost.subtracting(cost)
    post(.securities, leg.instrument, relief.cost, lot.currency)
    post(.gains, leg.instrument, -gain, leg.currency)
    guard options.keepsDisposals else { return }
    var row = Disposal(
      quantity: relief.quantity, proceeds: relief.cost, cost: cost, proceedsBase: relief.costBase,
      costBase: .zero, priceEffectBase: .zero, group: group, openedBy: lot.group,
      instrument: leg.instrument, account: leg.account, acquired: lot.acquired, disposed: day,
      currency: leg.currency, hasBase: false, cause: .cover, method: method)
    if let rate, lot.hasBase {
      row.costBase = try rate.convert(cost)
      row.priceEffectBase = try rate.convert(gain)
      row.hasBase = true
    }
    booked.disposals.append(row)
  }
}
