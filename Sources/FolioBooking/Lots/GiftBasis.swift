/// By how much the units of a lot that was received as a gift cost less if they are sold at a loss:
/// the giver's cost less their market value on the day of the gift; below zero if they were worth
/// more (26 U.S.C. 1015(a)).
///
/// Adjustments change both costs alike, so the difference stays. Few lots have one; they are kept
/// beside the lots, which stay small.
struct GiftBasis: UnitsAtCost {
  /// The units of the lot.
  var quantity: ExactDecimal
  /// The difference, in the currency of the lot.
  var cost: ExactDecimal
  /// The difference in base.
  var costBase: ExactDecimal
  /// Whether the value in base is known.
  var hasBase: Bool
  /// The day of the gift.
  var received: Day

  /// Takes a share of the difference out of it, for as many units of another instrument.
  mutating func split(
    off units: ExactDecimal, share: ExactDecimal
  ) throws(ArithmeticFault) -> GiftBasis {
    var part = self
    part.quantity = units
    part.cost = try cost.multiplied(by: share, places: Booker.places)
    part.costBase = try costBase.multiplied(by: share, places: Booker.places)
    try cost.subtract(part.cost)
    try costBase.subtract(part.costBase)
    return part
  }

  /// The same in base; nil if the value is not known there.
  var carriedToBase: GiftBasis? {
    guard hasBase else { return nil }
    var carried = self
    carried.cost = costBase
    return carried
  }

  /// The sum of two that are not below zero, of whatever units.
  func adding(_ other: GiftBasis?) throws(ArithmeticFault) -> GiftBasis {
    guard let other else { return self }
    var sum = self
    try sum.cost.add(other.cost)
    try sum.costBase.add(other.costBase)
    sum.hasBase = hasBase && other.hasBase
    return sum
  }

  /// A cost for losses is never below zero.
  mutating func limit(to lot: Lot) {
    cost = min(cost, lot.cost)
    if lot.hasBase { costBase = min(costBase, lot.costBase) }
  }
}

/// The cost of gifted units, which depends on the proceeds.
struct CostOfGift {
  var cost: ExactDecimal
  var rule: BasisRule

  /// - Parameter lower: by how much a loss lowers the cost.
  init(
    _ cost: ExactDecimal, less lower: ExactDecimal, for proceeds: ExactDecimal
  ) throws(ArithmeticFault) {
    let forLoss = try cost.subtracting(max(.zero, lower))
    if !lower.isPositive || proceeds >= cost {
      (self.cost, rule) = (cost, .giver)
    } else if proceeds < forLoss {
      (self.cost, rule) = (forLoss, .fairValue)
    } else {
      (self.cost, rule) = (proceeds, .proceeds)
    }
  }
}
