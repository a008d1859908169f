/// Shares an amount out by units, half-even at 18 places. The last part takes the rounding
/// difference.
package struct Shares {
  private let amount: ExactDecimal
  private let units: ExactDecimal
  private var amountLeft: ExactDecimal
  private var unitsLeft: ExactDecimal

  /// Shares an amount among units.
  package init(_ amount: ExactDecimal, by units: ExactDecimal) {
    self.amount = amount
    self.units = units
    amountLeft = amount
    unitsLeft = units
  }

  /// The share of the next units.
  package mutating func next(_ part: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    if part == unitsLeft { return amountLeft }
    let share = try amount.share(part, of: units)
    try amountLeft.subtract(share)
    try unitsLeft.subtract(part)
    return share
  }
}

extension ExactDecimal {
  /// The share of some of the units in an amount, half-even at 18 places.
  func share(
    _ part: ExactDecimal, of whole: ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    if part == whole { return self }
    return try multiplied(by: part, dividedBy: whole, places: ExchangeRate.places).normalized()
  }
}

extension Sequence {
  /// The sum of an amount of each element.
  func sum(
    of amount: (Element) throws(ArithmeticFault) -> ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    var sum = ExactDecimal.zero
    for element in self { try sum.add(amount(element)) }
    return sum
  }
}
