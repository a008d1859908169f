import ExactNumbers
import LedgerModel

// The beginning of a period: what is there, and what it is worth at the end of the day before.
extension Booker {
  mutating func openPeriod(_ firstDay: Day) throws {
    keepsPeriod = true
    let day = firstDay.adding(days: -1) ?? firstDay
    for account in booked.cash.indices {
      guard let balance = cashBalance(CashAccountIndex(account)), !balance.isZero else { continue }
      let rate = rates.known(tables.cashAccounts[account].currency, on: day)
      period?.book.openings.append(
        PeriodOpening(
          place: .cash(CashAccountIndex(account)), quantity: balance,
          valueBase: try rate?.convert(balance)))
    }
    guard period?.period.marketValue != nil else { return }
    for position in positions.indices where positions[position].quantity.isPositive {
      try restate(UInt32(truncatingIfNeeded: position), on: day)
    }
    period?.isRestated = true
    // What lots had cost in base before is of no account any more.
    rates.forgetMissing()
  }

  /// Lets the lots of a position cost what they are worth. Their order stays that of what they cost
  /// before.
  private mutating func restate(_ position: UInt32, on day: Day) throws {
    try spreadPool(position)
    var byAccount: [SecuritiesAccountIndex: [UInt32]] = [:]
    for lot in lotsInOrder(of: position) {
      byAccount[lots[Int(lot)].account, default: []].append(lot)
    }
    for account in byAccount.keys.sorted() {
      try restate(byAccount[account] ?? [], in: account, on: day)
    }
    try gatherPool(position)
  }

  private mutating func restate(
    _ open: [UInt32], in account: SecuritiesAccountIndex, on day: Day
  ) throws {
    guard let first = open.first.map({ lots[Int($0)] }) else { return }
    var units = ExactDecimal.zero
    for lot in open { try units.add(lots[Int(lot)].quantity) }
    let value = period?.period.marketValue?(first.instrument, units, day)
    let worth = try value.flatMap { try inBase($0, on: day) }
    period?.book.openings.append(
      PeriodOpening(
        place: .units(first.instrument, account), quantity: first.isShort ? -units : units,
        valueBase: first.isShort ? worth.map { -$0 } : worth))
    var rest = worth ?? .zero
    for index in open {
      let lot = lots[Int(index)]
      guard let value, let worth, let whole = try inCurrency(value, lot.currency, on: day) else {
        lots[Int(index)].hasBase = false
        continue
      }
      let isLast = index == open.last
      lots[Int(index)].cost = try Self.share(whole, lot.quantity, units)
      lots[Int(index)].costBase = isLast ? rest : try Self.share(worth, lot.quantity, units)
      lots[Int(index)].hasBase = true
      if lot.currency == missingCurrency { lots[Int(index)].currency = value.currency }
      try rest.subtract(lots[Int(index)].costBase)
    }
    let pool = positions[Int(first.position)].pool
    if let value, pool?.currency == missingCurrency {
      positions[Int(first.position)].pool?.currency = value.currency
    }
  }
}
