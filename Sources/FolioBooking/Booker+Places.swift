// In the scope `portfolio`, a disposal relieves lots of all accounts, but the units leave one. A
// lot that is relieved for another account changes places with as many units there: cost is matched
// across accounts, and units are not moved (Specs/decisions/accounts.md).
extension Booker {
  /// The units that a leg may take out of a position. In the scope `portfolio`, a leg without an
  /// account may take units of any account.
  @inline(__always)
  func units(of position: PositionIndex, openTo account: SecuritiesAccountIndex) -> ExactDecimal {
    account == 0 && lotScope == .portfolio
      ? positions[position].quantity : positions[position].units(in: account)
  }

  /// Moves the units that a leg without an account takes from other accounts to those without one:
  /// the leg then finds them there, and its gain belongs there. A deemed disposition moves none.
  @inline(__always)
  mutating func gatherUnits(of position: PositionIndex, for leg: StockLeg) throws {
    if lotScope == .portfolio, leg.account == 0 { try gatherFromAccounts(position, leg) }
  }

  @inline(never)
  private mutating func gatherFromAccounts(_ position: PositionIndex, _ leg: StockLeg) throws {
    let own = positions[position].units(in: 0)
    if own >= leg.quantity || leg.type == .deemedDisposition { return }
    var left = try leg.quantity.subtracting(own)
    for account in lotsInOrder(of: position).map({ lots[$0].account }) where account != 0 {
      let units = min(left, positions[position].units(in: account))
      try left.subtract(units)
      try move(units, in: position, from: account, to: 0, isTransfer: true)
    }
  }

  /// Lets the lots that were relieved in other accounts change places with units of the account
  /// that the units leave.
  @inline(__always)
  mutating func changePlaces(for account: SecuritiesAccountIndex) throws {
    if lotScope == .portfolio {
      try changePlacesAcrossAccounts(for: account)
    } else if asksForScope {
      warnOfScope()
    }
  }

  @inline(never)
  private mutating func changePlacesAcrossAccounts(for account: SecuritiesAccountIndex) throws {
    for index in reliefs.indices where reliefs[index].account != account {
      let relief = reliefs[index]
      try keepMove(of: relievedLot(relief), to: account, isTransfer: false)
      reliefs[index].account = account
      try move(
        relief.quantity, in: lots[relief.lot].position, from: account, to: relief.account,
        isTransfer: false)
    }
  }

  /// Moves units between two accounts of a position: the lots that the method relieves next.
  private mutating func move(
    _ units: ExactDecimal, in position: PositionIndex, from old: SecuritiesAccountIndex,
    to new: SecuritiesAccountIndex, isTransfer: Bool
  ) throws {
    var left = units
    while left.isPositive, let index = firstLot(of: position, in: old) {
      try countChanged(lots: 1)
      try bringUp(index)
      let moved = min(left, lots[index].quantity)
      try left.subtract(moved)
      let whole = lots[index]
      let part = try part(moved, of: index)
      try positions[position].take(moved)
      var lot = whole.continued(
        moved, cost: part.cost, costBase: part.costInBase,
        comparedBy: try costOfOrder(whole, moved))
      lot.account = new
      try keepMove(of: relievedLot(part), to: new, isTransfer: isTransfer)
      let opened = try insert(lot)
      attach(try takeGift(part), to: opened)
      note(.opened, opened, from: whole.number)
      try applyRules { try $0.carried(opened, &$1) }
    }
  }

  /// Records in a period that a lot changes its account: at what it is worth if its units are
  /// transferred, otherwise at its cost, which is no gain of either account.
  private mutating func keepMove(
    of lot: Lot, to account: SecuritiesAccountIndex, isTransfer: Bool
  ) throws {
    guard keepsPeriod else { return }
    var moved = lot
    moved.account = account
    keepCost(.moved, lot, lot.costInBase.map { -$0 })
    keepCost(.moved, moved, lot.costInBase)
    if isTransfer {
      return try keepRevaluation(moved, from: PeriodPlace(lot), to: PeriodPlace(moved))
    }
    guard recorder.period?.marketValue != nil, let cost = lot.costInBase else { return }
    let then = try rates.known(lot.currency, on: context.day)?.convert(lot.cost)
    let (amount, price) = lot.isShort ? (-cost, then.map { -$0 }) : (cost, then)
    keep(.revaluation, PeriodPlace(lot), -amount, price: price.map { -$0 })
    keep(.revaluation, PeriodPlace(moved), amount, price: price)
  }

  /// The lot of an account that the method relieves next.
  mutating func firstLot(
    of position: PositionIndex, in account: SecuritiesAccountIndex
  ) -> LotSlot? {
    if !positions[position].accounts.areSeveral { return positions[position].first(&lots) }
    if positions[position].accountOrders == nil {
      positions[position].orderByAccount(lotsInOrder(of: position), lots.all)
    }
    return positions[position].accountOrders?[account]?.first(lots.all)
  }
}

// Which units an event of a leg affects: those of its account, or without an account those of all.
extension Booker {
  /// Whether an event is about some of the accounts of a position.
  func isPart(_ leg: StockLeg, of position: PositionIndex) -> Bool {
    leg.account != 0 && lotScope == .portfolio && positions[position].accounts.all != [leg.account]
  }

  /// The accounts that an event affects.
  func accountsAffected(
    by leg: StockLeg, in position: PositionIndex
  ) -> [SecuritiesAccountIndex] {
    isPart(leg, of: position) ? [leg.account] : accounts(of: position)
  }

  /// The accounts with units of a position, by name: in no order of the document.
  func accounts(of position: PositionIndex) -> [SecuritiesAccountIndex] {
    sortedByName(positions[position].accounts.all)
  }

  func sortedByName(_ accounts: [SecuritiesAccountIndex]) -> [SecuritiesAccountIndex] {
    if accounts.count < 2 { return accounts }
    return accounts.sorted { tables.securitiesAccount($0) < tables.securitiesAccount($1) }
  }

  /// The units of a position that an event affects.
  func units(of position: PositionIndex, affectedBy leg: StockLeg) -> ExactDecimal {
    isPart(leg, of: position)
      ? positions[position].units(in: leg.account) : positions[position].quantity
  }

  /// The units of some positions that an event affects.
  func units(
    in affected: [PositionIndex], affectedBy leg: StockLeg
  ) throws(ArithmeticFault) -> ExactDecimal {
    try affected.sum { units(of: $0, affectedBy: leg) }
  }

  /// The open lots of a position that an event affects, oldest first.
  func lots(of position: PositionIndex, affectedBy leg: StockLeg) -> [LotSlot] {
    let open = lotsInOrder(of: position)
    return isPart(leg, of: position) ? open.filter { lots[$0].account == leg.account } : open
  }

  /// Takes all units out that an event affects.
  mutating func relieveAll(of position: PositionIndex, affectedBy leg: StockLeg) throws {
    let units = units(of: position, affectedBy: leg)
    if !isPart(leg, of: position) { return try relieve(position, units) }
    clearReliefs()
    for lot in lots(of: position, affectedBy: leg) {
      try bringUp(lot)
      try take(lots[lot].quantity, from: lot)
    }
    try settle(position, units)
  }
}

// Until 2026-12 lots were matched across accounts if the settings did not say how.
extension Booker {
  /// Warns once, if the settings do not have the scope and the last disposal would have relieved
  /// other lots across accounts.
  private mutating func warnOfScope() {
    let leg = rows.stockLegs[Int(context.legNumber)]
    // Index 0 is that of legs without an account. A transfer always takes lots of its own.
    guard ledger.tables.securitiesAccounts.all.count > 1, let last = reliefs.last?.lot,
      leg.type != .transferOut, !leg.isForAllAccounts,
      rows.detail(of: leg)?.lots.isEmpty != false
    else { return }
    let other = positions.all(leg.instrument, isShort: lots[last].isShort).first { position in
      position != lots[last].position && positions[position].quantity.isPositive
        && positions[position].account != .missing && isRelieved(position, before: last)
    }
    guard let other else { return }
    asksForScope = false
    booked.warnings.append(lotScopeNotSet(leg, positions[other].account))
  }

  /// Whether the method would relieve a lot of another position before a lot.
  private mutating func isRelieved(_ position: PositionIndex, before lot: LotSlot) -> Bool {
    switch positions[position].method {
    case .average: return true
    case .specific: return false
    case .fifo, .lifo, .hifo, .lofo:
      guard let first = positions[position].first(&lots) else { return false }
      var order = LotOrder(positions[position].method)
      order.insert(lot, lots.all)
      order.insert(first, lots.all)
      return order.next == first
    }
  }
}
