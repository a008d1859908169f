import FolioModel
import FolioNumbers

/// Shares an amount out by units, half-even at 18 places. The last part is what rounding leaves.
struct Shares {
  private let amount: ExactDecimal
  private let units: ExactDecimal
  private var amountLeft: ExactDecimal
  private var unitsLeft: ExactDecimal

  init(_ amount: ExactDecimal, by units: ExactDecimal) {
    self.amount = amount
    self.units = units
    amountLeft = amount
    unitsLeft = units
  }

  /// The part that falls on the next units.
  mutating func next(_ part: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    if part == unitsLeft { return amountLeft }
    let share = try amount.share(part, of: units)
    try amountLeft.subtract(share)
    try unitsLeft.subtract(part)
    return share
  }
}

extension ExactDecimal {
  /// The part of an amount that falls on some of the units, half-even at 18 places; all of it on
  /// all of them.
  func share(
    _ part: ExactDecimal, of whole: ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    if part == whole { return self }
    return try multiplied(
      by: part, dividedBy: whole, places: ExchangeRate.places, rounding: .halfEven
    ).normalized()
  }
}
