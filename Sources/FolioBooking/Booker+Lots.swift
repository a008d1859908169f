// Lots come into positions and are relieved of units and cost.
extension Booker {
  static var places: Int { ExchangeRate.places }

  /// The account among whose lots a leg chooses: its own, or that of its holder; 0 for the whole
  /// portfolio, or for the owner's part of it.
  @inline(__always)
  func scope(_ account: SecuritiesAccountIndex) -> SecuritiesAccountIndex {
    if lotScope == .account { return account }
    return holders.areSeveral ? holders.scope(of: account) : 0
  }

  /// The position of an instrument, opened if need be.
  mutating func position(
    _ instrument: InstrumentIndex, _ account: SecuritiesAccountIndex, isShort: Bool = false
  ) -> PositionIndex {
    let known = positions.find(instrument, scope(account), isShort: isShort)
    if known != .missing { return known }
    let own = isShort ? traits.shortMethod : nil
    let method = own ?? self.method(of: instrument, in: scope(account))
    let new = Position(method, in: scope(account))
    return positions.append(new, of: instrument, isShort: isShort)
  }

  /// Units held, or owed, in an account.
  @inline(__always)
  func held(
    _ instrument: InstrumentIndex, _ account: SecuritiesAccountIndex, isShort: Bool = false
  ) -> ExactDecimal {
    let known = positions.find(instrument, scope(account), isShort: isShort)
    return known == .missing ? .zero : units(of: known, openTo: account)
  }

  /// Units in all accounts of a holder, where lots are not kept by account.
  func held(_ instrument: InstrumentIndex, byHolder number: Int) -> ExactDecimal {
    let known = positions.find(instrument, holders.accounts[number], isShort: false)
    return known == .missing ? .zero : positions[known].quantity
  }

  /// Opens a lot in the position where it belongs.
  /// - Parameters:
  ///   - origin: the number of the lot that it came from.
  ///   - kind: how a period records it. Only a new lot is `.flow`.
  @discardableResult
  mutating func open(
    _ new: Lot, from origin: UInt32 = .missing, as kind: PeriodEntry.Kind = .flow
  ) throws -> LotSlot {
    let opposite = held(new.instrument, new.account, isShort: !new.isShort)
    if opposite.isPositive { throw oppositePosition(new, opposite) }
    var lot = new
    lot.position = position(lot.instrument, lot.account, isShort: lot.isShort)
    let isPooled = positions[lot.position].pool != nil
    let leg = isPooled && kind == .flow ? rows.stockLegs[Int(context.legNumber)] : nil
    if isPooled { try preparePool(lot.position, for: lot, by: leg) }
    let index = try insert(lot)
    if keepsPeriod { keepCost(kind, lot, lot.costInBase) }
    if isPooled { try addToPool(lot.position, index, by: leg) }
    note(.opened, index, from: origin)
    return index
  }

  /// Puts a lot in its place in the order of relief.
  mutating func enterOrder(_ index: LotSlot) {
    positions[lots[index].position].enter(index, lots.all)
  }

  /// Puts a lot among those of its position, without its cost in the pool.
  @discardableResult
  mutating func insert(
    _ lot: Lot, inOrder: Bool = true
  ) throws(ArithmeticFault) -> LotSlot {
    let position = lot.position
    let index = lots.insert(lot, in: &positions[position])
    try positions[position].receive(index, lots.all, inOrder: inOrder)
    // Looked at first: few positions have an index, and changing one costs more.
    if positions[position].index != nil {
      positions[position].index?.insert(index, lots.all)
    }
    return index
  }

  /// Under average cost the cost of a new lot goes into the pool, in the currency of the pool.
  /// - Parameter leg: the leg that brings the lot; nil if an older one did.
  mutating func addToPool(_ position: PositionIndex, _ index: LotSlot, by leg: StockLeg?) throws {
    guard var pool = positions[position].pool else { return }
    if pool.currency == missingCurrency { pool.currency = lots[index].currency }
    if lots[index].currency != pool.currency { try convertCost(of: index, to: pool, by: leg) }
    try pool.cost.add(lots[index].cost)
    try pool.costBase.add(lots[index].costBase)
    pool.hasBase = pool.hasBase && lots[index].hasBase
    positions[position].pool = pool
  }

  private mutating func convertCost(of index: LotSlot, to pool: Pool, by leg: StockLeg?) throws {
    let lot = lots[index]
    let cost = try rates.convert(Cost(of: lot), to: pool.currency, on: lot.acquired, by: leg)
    guard let cost else {
      throw mixedCurrencies(of: lot.instrument, pool.currency, lot.currency, on: lot.acquired)
    }
    lots[index].cost = cost
    lots[index].currency = pool.currency
    postConversion(of: lot, to: lots[index])
  }

  /// Takes units and cost out of the lots of a position into `reliefs`, in the order of its method.
  /// The position holds at least `quantity`.
  mutating func relieve(_ position: PositionIndex, _ quantity: ExactDecimal) throws {
    clearReliefs()
    try positions[position].relieve(quantity, &lots, &reliefs)
    if keepsTrace { for relief in reliefs { note(.taken, relief.lot) } }
    try settle(position, quantity)
  }

  /// Removes the reliefs of the last leg. For the few elements, `removeAll` would be slower.
  mutating func clearReliefs() {
    while reliefs.popLast() != nil {}
  }

  /// Takes units out of a lot into `reliefs`.
  mutating func take(_ quantity: ExactDecimal, from index: LotSlot) throws(ArithmeticFault) {
    reliefs.append(try part(quantity, of: index))
  }

  /// Takes units out of a lot, with their share of its cost.
  mutating func part(
    _ quantity: ExactDecimal, of index: LotSlot
  ) throws(ArithmeticFault) -> Relief {
    let position = lots[index].position
    let relief = try positions[position].part(quantity, of: index, &lots)
    note(.taken, index)
    return relief
  }

  /// The units of a relief as a lot.
  func relievedLot(_ relief: Relief) -> Lot {
    var lot = lots[relief.lot]
    lot.account = relief.account
    (lot.quantity, lot.cost) = (relief.quantity, relief.cost)
    (lot.costBase, lot.hasBase) = (relief.costBase, relief.hasBase)
    return lot
  }

  /// Takes units of an account for a disposal: as one relief if the tax rules have a pool instead
  /// of lots.
  mutating func relieveForDisposal(
    _ position: PositionIndex, _ quantity: ExactDecimal, in account: SecuritiesAccountIndex
  ) throws {
    guard let rule = traits.poolRule, positions[position].pool != nil else {
      try relieve(position, quantity)
      return try changePlaces(for: account)
    }
    clearReliefs()
    guard let first = try takeUnits(quantity, from: position, in: account) else { return }
    reliefs.append(pooledRelief(Relief(first, lots[first], quantity), position, rule))
    try settle(position, quantity)
  }

  /// Turns a relief of a lot into a relief of a pool.
  func pooledRelief(
    _ relief: Relief, _ position: PositionIndex, _ rule: MatchingRule
  ) -> Relief {
    var relief = relief
    relief.matching = rule
    relief.openedBy = .missing
    relief.currency = positions[position].pool?.currency ?? relief.currency
    return relief
  }

  /// Takes units without cost out of the lots that an account has of a pool, oldest first.
  /// - Returns: the first of these lots.
  mutating func takeUnits(
    _ quantity: ExactDecimal, from position: PositionIndex, in account: SecuritiesAccountIndex
  ) throws(ArithmeticFault) -> LotSlot? {
    var left = quantity
    var first: LotSlot?
    while left.isPositive, let lot = firstLot(of: position, in: account) {
      try bringUp(lot)
      let taken = min(left, lots[lot].quantity)
      try positions[position].takeUnits(taken, from: lot, &lots)
      try left.subtract(taken)
      first = first ?? lot
    }
    return first
  }

  /// Removes units from a position after its lots were relieved of them. Under average cost the
  /// reliefs cost their share of the pool, whatever their lots had cost.
  mutating func settle(
    _ position: PositionIndex, _ quantity: ExactDecimal
  ) throws(ArithmeticFault) {
    if positions[position].pool != nil { try settlePool(position, quantity) }
    try positions[position].quantity.subtract(quantity)
    notePool(.taken, position)
  }

  private mutating func settlePool(
    _ position: PositionIndex, _ quantity: ExactDecimal
  ) throws(ArithmeticFault) {
    guard var pool = positions[position].pool else { return }
    var held = try positions[position].quantity.adding(pool.ahead)
    if !pool.unsplit.isZero {
      if isSplitOpen(in: position) { try held.add(pool.unsplit) } else { pool.unsplit = .zero }
    }
    let (cost, costBase) = try pool.take(quantity, of: held)
    var costs = Shares(cost, by: quantity)
    var costsBase = Shares(costBase, by: quantity)
    for index in reliefs.indices {
      reliefs[index].hasBase = pool.hasBase
      reliefs[index].cost = try costs.next(reliefs[index].quantity)
      reliefs[index].costBase = try costsBase.next(reliefs[index].quantity)
    }
    positions[position].pool = quantity == held ? Pool(ahead: pool.ahead) : pool
  }
}
