extension ExactDecimal {
  /// The number `±magnitude / 10^places`. Drops trailing zeros only as far as necessary to fit.
  ///
  /// Throws `tooManyPlaces` or `overflow` if it does not fit without losing digits other than zero.
  static func fitting(
    _ magnitude: WideInteger, places: Int, isNegative: Bool
  ) throws(ArithmeticFault) -> ExactDecimal {
    var magnitude = magnitude
    var places = places
    if places > maximumPlaces {
      // A product has at most 72 decimal places, so the divisor is at most 10^36.
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

  /// The number `±magnitude / 10^places`, rounded half-even to as many decimal places as fit.
  ///
  /// Throws `overflow` if the digits before the decimal point do not fit.
  static func nearest(
    _ magnitude: WideInteger, places: Int, isNegative: Bool
  ) throws(ArithmeticFault) -> ExactDecimal {
    var (rest, kept) = (magnitude, places)
    while kept > maximumPlaces || rest.high != 0 || rest.low >= UInt128(limit) {
      guard kept > 0 else { throw .overflow }
      (rest, kept) = (rest.quotientAndRemainder(dividingBy: 10).quotient, kept - 1)
    }
    return try WideFraction(
      numerator: magnitude, denominator: 1, places: places, isNegative: isNegative
    ).rounded(toPlaces: kept, .halfEven)
  }

  var wideMagnitude: UInt128 { coefficient.magnitude }

  /// The coefficient as a machine word; nil if it does not fit.
  @inlinable var word: Int64? {
    let value = coefficient
    let word = Int64(truncatingIfNeeded: value)
    return Int128(word) == value ? word : nil
  }
}
