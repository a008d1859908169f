// Figures are computed in integers, like everything else here.
extension ExactDecimal {
  /// `coefficient / 10^places`; zero for places that no number has.
  static func of(_ coefficient: Int, places: Int) -> ExactDecimal {
    (try? ExactDecimal(coefficient: Int128(coefficient), places: places)) ?? .zero
  }

  /// `part / whole`, rounded half-even at two places; nil if `whole` is zero.
  static func ratio(_ part: Int, _ whole: Int) -> ExactDecimal? {
    guard whole > 0 else { return nil }
    return try? ExactDecimal(part).divided(
      by: ExactDecimal(whole), places: 2, rounding: .halfEven)
  }
}

extension [Int] {
  /// The median: the middle number, or the lower of the two in the middle; nil if there are no
  /// numbers.
  var median: Int? {
    isEmpty ? nil : sorted()[(count - 1) / 2]
  }
}
