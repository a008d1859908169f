// A share gets a new symbol. Its lots keep their days, costs and groups.
extension Booker {
  mutating func bookSymbolChange(_ leg: StockLeg) throws {
    let affected = positionsAffected(by: leg) + positionsAffected(by: leg, isShort: true)
    guard let new = rows.detail(of: leg)?.newInstrument,
      !affected.isEmpty || wasSoldLately(leg) || ignoresTaxRules
    else { throw nothingHeld(leg) }
    let unpooled = setAsideUnpooledUnits(of: affected)
    let made = try exchange(affected, of: leg, for: new, Ratio(new: .one, old: .one))
    for (position, units) in unpooled { positions[position].pool?.ahead = units }
    for lot in made.all.flatMap(\.lots) { try applyRules { try $0.carried(lot, &$1) } }
    passOnLastSale(leg.instrument, to: new)
    try applyRules { try $0.renamed(leg.instrument, new, leg, &$1) }
    postCharges(leg)
  }

  /// Units that a sale of the day takes are held, but not in the pool. They move without a share of
  /// its cost.
  private mutating func setAsideUnpooledUnits(
    of affected: [PositionIndex]
  ) -> [(PositionIndex, ExactDecimal)] {
    affected.compactMap { position in
      guard let ahead = positions[position].pool?.ahead, ahead.isNegative else { return nil }
      positions[position].pool?.ahead = .zero
      return (position, ahead)
    }
  }

  /// A split in the 30 days after a sale counts under the new symbol too.
  private mutating func passOnLastSale(_ old: InstrumentIndex, to new: InstrumentIndex) {
    for isShort in [false, true] {
      for position in positions.all(old, isShort: isShort) {
        let account = positions[position].account
        let sold = positions[position].lastSold
        if traits.window == 0 || sold == .first { continue }
        let next = self.position(new, account, isShort: isShort)
        positions[next].lastSold = max(positions[next].lastSold, sold)
      }
    }
  }

  /// Moves what a pool has beside units to a new symbol: the cost of units that were sold against a
  /// later purchase, or when no units are left the loss that the next purchase takes over.
  /// - Parameter owner: an account of the holder.
  mutating func moveRestOfPool(
    _ old: InstrumentIndex, to new: InstrumentIndex, in owner: SecuritiesAccountIndex
  ) throws {
    let source = positions.find(old, scope(owner), isShort: false)
    guard source != .missing, var left = positions[source].pool, !left.isEmpty else { return }
    var rest = left
    if positions[source].quantity.isZero {
      left = Pool()
    } else {
      guard left.ahead.isPositive else { return }
      let whole = try positions[source].quantity.adding(left.ahead)
      (rest.cost, rest.costBase) = try left.take(left.ahead, of: whole)
      left.ahead = .zero
    }
    let target = position(new, owner)
    positions[source].pool = left
    positions[target].pool?.start(in: rest.currency)
    guard let currency = positions[target].pool?.currency else { return }
    let cost = Cost(
      amount: rest.cost, inBase: rest.hasBase ? rest.costBase : nil, currency: rest.currency)
    guard let moved = try rates.convert(cost, to: currency, on: context.day, by: nil) else {
      throw mixedCurrencies(of: new, currency, rest.currency, on: context.day)
    }
    try positions[target].pool?.raiseCost(by: moved, inBase: rest.costBase)
    try positions[target].pool?.advance(by: rest.ahead)
    if !rest.hasBase { positions[target].pool?.hasBase = false }
    let inBase = rest.hasBase ? rest.costBase : nil
    for account in positions[source].accounts.all.prefix(1) {
      keep(.moved, .units(old, account), inBase.map { -$0 })
      keep(.moved, .units(new, account), inBase)
    }
    post(.securities, old, -rest.cost, rest.currency)
    if rest.currency != currency {
      post(.conversions, rest.cost, rest.currency)
      post(.conversions, -moved, currency)
    }
    post(.securities, new, moved, currency)
    notePool(.costMoved, source)
    notePool(.costMoved, target)
  }
}
