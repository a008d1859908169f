extension ExactDecimal {
  /// Returns `part` divided by `whole`, rounded half-even. `nil` if either is unknown or `whole` is
  /// zero.
  package static func ratio(_ part: ExactDecimal?, of whole: ExactDecimal?) -> ExactDecimal? {
    guard let part, let whole, !whole.isZero else { return nil }
    return try? part.divided(by: whole, places: Precision.ratioPlaces)
  }

  /// Returns this amount divided by `whole` as a binary fraction for a chart. `nil` if `whole` is
  /// zero.
  package func share(of whole: ExactDecimal) -> Double? {
    if whole.isZero { return nil }
    guard let ratio = try? divided(by: whole, places: 9) else { return nil }
    return Double(ratio.coefficient) / (0..<ratio.places).reduce(1) { power, _ in power * 10 }
  }
}
