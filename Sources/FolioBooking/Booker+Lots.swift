import FolioModel
import FolioNumbers

// Lots come into positions and are relieved of units and cost.
extension Booker {
  static var places: Int { ExchangeRate.places }

  /// The account among whose lots a leg chooses: its own, or 0 for the whole portfolio.
  @inline(__always)
  func scope(_ account: SecuritiesAccountIndex) -> SecuritiesAccountIndex {
    lotScope == .account ? account : 0
  }

  /// The position of an instrument, opened if need be.
  mutating func position(
    _ instrument: InstrumentIndex, _ account: SecuritiesAccountIndex, isShort: Bool = false
  ) -> PositionIndex {
    let known = positions.find(instrument, scope(account), isShort: isShort)
    if known != .missing { return known }
    let new = Position(method(of: instrument), in: scope(account))
    return positions.append(new, of: instrument, isShort: isShort)
  }

  /// Units held, or owed, where a leg may look for lots.
  @inline(__always)
  func held(
    _ instrument: InstrumentIndex, _ account: SecuritiesAccountIndex, isShort: Bool = false
  ) -> ExactDecimal {
    let known = positions.find(instrument, scope(account), isShort: isShort)
    return known == .missing ? .zero : positions[known].quantity
  }

  /// Opens a lot; one that continues another keeps its group and its holding period. `origin` is
  /// the number of the lot that it came of.
  @discardableResult
  mutating func open(
    _ instrument: InstrumentIndex, _ account: SecuritiesAccountIndex, acquired: Day,
    quantity: ExactDecimal, cost: ExactDecimal, costBase: ExactDecimal?, currency: CurrencyIndex,
    continuing old: Lot? = nil, from origin: UInt32 = .missing, isShort: Bool = false,
    as kind: PeriodEntry.Kind = .flow, comparedBy costOfOrder: ExactDecimal? = nil
  ) throws -> LotSlot {
    let opposite = held(instrument, account, isShort: !isShort)
    if opposite.isPositive {
      throw BookingFault(
        .oppositePosition(instrument, opposite, isShort, tables, at: context.position))
    }
    let position = position(instrument, account, isShort: isShort)
    let lot = Lot(
      quantity: quantity, cost: cost, costBase: costBase ?? .zero, acquired: acquired,
      holdingFrom: old?.holdingFrom ?? acquired, instrument: instrument, account: account,
      group: old?.group ?? context.group, position: position, currency: currency,
      hasBase: costBase != nil,
      isShort: isShort, isReplacement: old?.isReplacement ?? false, openingQuantity: quantity,
      openingCost: costOfOrder ?? cost)
    let isPooled = positions[position].pool != nil
    let leg = isPooled && old == nil ? rows.stockLegs[Int(context.legNumber)] : nil
    if isPooled { try preparePool(position, for: lot, by: leg) }
    let index = try insert(lot)
    if keepsPeriod { keepCost(kind, lot, costBase) }
    if isPooled { try addToPool(position, index, by: leg) }
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
    if positions[position].index != nil {
      let ledger = ledger
      positions[position].index?.insert(index, lots.all, ledger.tables)
    }
    return index
  }

  /// Under average cost the cost of a new lot goes into the pool, in the currency of the pool.
  /// - Parameter leg: the leg that brings the lot; nil where an older one did.
  mutating func addToPool(_ position: PositionIndex, _ index: LotSlot, by leg: StockLeg?) throws {
    guard var pool = positions[position].pool else { return }
    let lot = lots[index]
    if pool.currency == missingCurrency { pool.currency = lot.currency }
    if lot.currency != pool.currency {
      let cost = try rates.convert(Cost(of: lot), to: pool.currency, on: lot.acquired, by: leg)
      guard let cost else {
        throw mixedCurrencies(of: lot.instrument, pool.currency, lot.currency, on: lot.acquired)
      }
      lots[index].cost = cost
      lots[index].currency = pool.currency
      postConversion(of: lot, to: lots[index])
    }
    try pool.cost.add(lots[index].cost)
    try pool.costBase.add(lot.costBase)
    pool.hasBase = pool.hasBase && lot.hasBase
    positions[position].pool = pool
  }

  /// Takes units and cost out of the lots of a position, in the order of its method. The reliefs
  /// are left in `reliefs`. The position holds at least `quantity`.
  mutating func relieve(_ position: PositionIndex, _ quantity: ExactDecimal) throws {
    clearReliefs()
    try positions[position].relieve(quantity, &lots, &reliefs)
    if keepsTrace { for relief in reliefs { note(.taken, relief.lot) } }
    if positions[position].pool != nil { try settlePool(position, quantity) }
    try positions[position].quantity.subtract(quantity)
  }

  /// Forgets what the last leg relieved. `removeAll` would cost more than what is in it.
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

  /// Takes units for a disposal: where the rules know a pool and no lots, as one relief.
  mutating func relieveForDisposal(_ position: PositionIndex, _ quantity: ExactDecimal) throws {
    guard let rule = traits.poolRule, positions[position].pool != nil else {
      return try relieve(position, quantity)
    }
    try relievePooled(position, quantity, rule)
  }

  /// Takes units out of a pool as one relief, and out of its lots, oldest first.
  mutating func relievePooled(
    _ position: PositionIndex, _ quantity: ExactDecimal, _ rule: MatchingRule
  ) throws(ArithmeticFault) {
    clearReliefs()
    guard let first = try takeUnits(quantity, from: position) else { return }
    var relief = Relief(first, lots[first], quantity, cost: .zero, costBase: .zero)
    relief.matching = rule
    relief.openedBy = .missing
    relief.currency = positions[position].pool?.currency ?? relief.currency
    reliefs.append(relief)
    try settlePool(position, quantity)
    try positions[position].quantity.subtract(quantity)
  }

  /// Takes units out of the lots and the position, and no cost.
  mutating func removeUnits(_ quantity: ExactDecimal, from position: PositionIndex) throws {
    _ = try takeUnits(quantity, from: position)
    try positions[position].quantity.subtract(quantity)
    clearReliefs()
  }

  /// Takes units, and no cost, out of the lots of a pool.
  /// - Returns: the first of these lots.
  mutating func takeUnits(
    _ quantity: ExactDecimal, from position: PositionIndex
  ) throws(ArithmeticFault) -> LotSlot? {
    var left = quantity
    var first: LotSlot?
    while left.isPositive, let lot = positions[position].first(&lots) {
      let taken = min(left, lots[lot].quantity)
      try lots[lot].quantity.subtract(taken)
      try left.subtract(taken)
      if lots[lot].quantity.isZero { positions[position].openLots -= 1 }
      first = first ?? lot
    }
    return first
  }

  /// Under average cost the reliefs cost their share of the pool, whatever their lots had cost.
  mutating func settlePool(
    _ position: PositionIndex, _ quantity: ExactDecimal
  ) throws(ArithmeticFault) {
    guard var pool = positions[position].pool else { return }
    let held = try positions[position].quantity.adding(pool.ahead)
    let cost = try pool.cost.share(quantity, of: held)
    let costBase = try pool.costBase.share(quantity, of: held)
    try pool.cost.subtract(cost)
    try pool.costBase.subtract(costBase)
    var costs = Shares(cost, by: quantity)
    var costsBase = Shares(costBase, by: quantity)
    for index in reliefs.indices {
      reliefs[index].hasBase = pool.hasBase
      reliefs[index].cost = try costs.next(reliefs[index].quantity)
      reliefs[index].costBase = try costsBase.next(reliefs[index].quantity)
    }
    if quantity == held { pool = Pool(ahead: pool.ahead) }
    positions[position].pool = pool
    notePool(.taken, position, leaving: quantity)
  }

}
