/// The shares of a pool's cost that its lots get, one after the other.
struct PoolShares {
  private var costs: Shares
  /// Nil if the pool's cost in base is its cost, as it is in the base currency.
  private var costsBase: Shares?
  private let hasBase: Bool
  /// The share of the units that are ahead; nil if there are none.
  private(set) var ahead: (cost: ExactDecimal, costBase: ExactDecimal)?

  /// - Parameter units: the units of all lots.
  init(_ pool: Pool, _ units: ExactDecimal) throws(ArithmeticFault) {
    let whole = try units.adding(max(.zero, pool.ahead))
    costs = Shares(pool.cost, by: whole)
    let isInBase = pool.cost == pool.costBase && pool.cost.places == pool.costBase.places
    costsBase = isInBase ? nil : Shares(pool.costBase, by: whole)
    hasBase = pool.hasBase
    ahead = pool.ahead.isPositive ? try next(pool.ahead) : nil
  }

  /// Gives the next lot its share by its units.
  mutating func give(to lot: inout Lot) throws(ArithmeticFault) {
    (lot.cost, lot.costBase) = try next(lot.quantity)
    lot.hasBase = hasBase
  }

  private mutating func next(
    _ units: ExactDecimal
  ) throws(ArithmeticFault) -> (cost: ExactDecimal, costBase: ExactDecimal) {
    let cost = try costs.next(units)
    return (cost, try costsBase?.next(units) ?? cost)
  }
}

extension Pool {
  /// Takes a lot out of the pool at its own cost.
  /// - Parameter units: The units of the pool.
  mutating func leaveOut(_ lot: Lot, _ units: inout ExactDecimal) throws(ArithmeticFault) {
    try cost.subtract(lot.cost)
    try costBase.subtract(lot.costBase)
    try units.subtract(lot.quantity)
  }
}
