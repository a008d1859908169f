/// Units with their cost, of which a part can be taken.
protocol UnitsAtCost {
  var quantity: ExactDecimal { get set }
  var cost: ExactDecimal { get set }
  var costBase: ExactDecimal { get set }
}

extension UnitsAtCost {
  /// Takes out some of the units with their share of the cost, half-even at 18 places. The rest of
  /// the cost stays, so that nothing is lost.
  mutating func split(off units: ExactDecimal) throws(ArithmeticFault) -> Self {
    var part = self
    part.quantity = units
    part.cost = try cost.share(units, of: quantity)
    part.costBase = costBase == cost ? part.cost : try costBase.share(units, of: quantity)
    try quantity.subtract(units)
    try cost.subtract(part.cost)
    try costBase.subtract(part.costBase)
    return part
  }
}
