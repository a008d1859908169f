// The beginning of a period: the holdings, and their worth at the end of the day before.
extension Booker {
  mutating func openPeriod(_ firstDay: Day) throws {
    let day = firstDay.adding(days: -1) ?? firstDay
    for account in tables.cashAccounts.indices {
      guard let balance = cash.balance(of: CashAccountIndex(account)), !balance.isZero else {
        continue
      }
      let rate = rates.known(tables.cashAccounts[account].currency, on: day)
      recorder.open(
        PeriodOpening(
          place: .cash(CashAccountIndex(account)), quantity: balance,
          valueBase: try rate?.convert(balance)))
    }
    if recorder.period?.marketValue == nil {
      return recorder.open(positions.indices.flatMap { shownLots(of: $0).map(\.lot) })
    }
    for position in positions.indices {
      try bringUp(lotsOf: position)
      positions[position].log = nil
    }
    for position in positions.indices where positions[position].quantity.isPositive {
      try restate(position, on: day)
    }
    recorder.isRestated = true
    // Rates of earlier costs no longer matter.
    rates.forgetMissing()
  }

  /// Sets the cost of the lots of a position to their worth. Their order stays that of their former
  /// cost. The position is valued as a whole, and its value shared by units: among its accounts,
  /// and in each among its lots.
  private mutating func restate(_ position: PositionIndex, on day: Day) throws {
    try spreadPool(position)
    let open = lotsInOrder(of: position)
    guard let first = open.first.map({ lots[$0] }) else { return }
    let units = positions[position].quantity
    let value = recorder.period?.value(of: units, first.instrument, on: day)
    let worth = try value.flatMap { try inBase($0, on: day) }
    var shares = worth.map { Shares($0, by: units) }
    var byAccount: [SecuritiesAccountIndex: [LotSlot]] = [:]
    for lot in open { byAccount[lots[lot].account, default: []].append(lot) }
    for (account, own) in byAccount.sorted(by: { $0.key < $1.key }) {
      let quantity = try own.sum { lots[$0].quantity }
      let share = try shares?.next(quantity)
      let isShort = first.isShort
      recorder.open(
        PeriodOpening(
          place: .units(first.instrument, account), quantity: isShort ? -quantity : quantity,
          valueBase: isShort ? share.map { -$0 } : share))
      try restate(
        own, value, of: units, costs: share.map { Shares($0, by: quantity) }, on: day)
    }
    if let kept = open.last.map({ lots[$0].currency }), kept != missingCurrency {
      positions[position].pool?.currency = kept
    }
    try gatherPool(position)
  }

  /// - Parameters:
  ///   - value: the value of all units of the position.
  ///   - costs: the values of the lots in base.
  private mutating func restate(
    _ open: [LotSlot], _ value: MarketValue?, of units: ExactDecimal, costs: Shares?, on day: Day
  ) throws {
    var costs = costs
    for index in open {
      let lot = lots[index]
      guard let value, let costBase = try costs?.next(lot.quantity) else {
        lots[index].hasBase = false
        continue
      }
      let whole = try inCurrency(value, lot.currency, on: day)
      lots[index].cost =
        try whole.map { try $0.share(lot.quantity, of: units) } ?? costBase
      lots[index].costBase = costBase
      lots[index].hasBase = true
      if lot.currency == missingCurrency { lots[index].currency = value.currency }
      if whole == nil { lots[index].currency = rates.baseIndex }
    }
  }
}
