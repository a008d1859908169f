import FolioNumbers

// Figures are computed in integers, like everything else here.
extension ExactDecimal {
  /// `coefficient / 10^places`; zero for places that no number has.
  static func of(_ coefficient: Int, places: Int) -> ExactDecimal {
    (try? ExactDecimal(coefficient: Int128(coefficient), places: places)) ?? .zero
  }

  /// `part / whole`, rounded half-even at two places; nil where there is no whole.
  static func ratio(_ part: Int, _ whole: Int) -> ExactDecimal? {
    guard whole > 0 else { return nil }
    return try? ExactDecimal(part).divided(
      by: ExactDecimal(whole), places: 2, rounding: .halfEven)
  }
}

extension [Int] {
  /// The middle of the numbers, the lower of the two where there is no one middle; nil of none.
  var median: Int? {
    isEmpty ? nil : sorted()[(count - 1) / 2]
  }
}
