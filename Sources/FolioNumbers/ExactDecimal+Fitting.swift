extension ExactDecimal {
  /// The number `±magnitude / 10^places`, with zeros at its end dropped as far as it must be to
  /// fit, and no further.
  ///
  /// Throws `tooManyPlaces` or `overflow` where digits other than zero would be lost.
  static func fitting(
    _ magnitude: WideInteger, places: Int, isNegative: Bool
  ) throws(ArithmeticFault) -> ExactDecimal {
    var magnitude = magnitude
    var places = places
    if places > maximumPlaces {
      // The places of a product are at most 72, so that the divisor is at most 10^36.
      let excess = PowerOfTen.wide(places - maximumPlaces)
      let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: excess)
      guard remainder == 0 else { throw .tooManyPlaces }
      (magnitude, places) = (quotient, maximumPlaces)
    }
    while magnitude.high != 0 || magnitude.low >= UInt128(limit) {
      let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: 10)
      guard places > 0, remainder == 0 else { throw .overflow }
      (magnitude, places) = (quotient, places - 1)
    }
    let coefficient = Int128(truncatingIfNeeded: magnitude.low)
    return ExactDecimal(unchecked: isNegative ? 0 &- coefficient : coefficient, places: places)
  }

  /// The magnitude of the coefficient.
  var wideMagnitude: UInt128 { coefficient.magnitude }

  /// The coefficient as a machine word, where it is one.
  @inlinable var word: Int64? {
    let value = coefficient
    let word = Int64(truncatingIfNeeded: value)
    return Int128(word) == value ? word : nil
  }
}
