/// A quotient that has not been worked out yet: `±numerator / denominator / 10^places`.
///
/// The numerator is below 10^72, the denominator is above zero and below 10^36, and the places
/// are in -36...72. Multiplying, dividing and both at once end here when their operands leave
/// the machine word, so that there is one rounding, in one place.
struct WideFraction {
  var numerator: WideInteger
  var denominator: UInt128
  var places: Int
  var isNegative: Bool

  /// The decimal with `target` places (0...36) that is next to the fraction by the rule.
  ///
  /// Throws `overflow` where it has no room, and `tooManyPlaces` for a target above 36.
  func rounded(toPlaces target: Int, _ rule: RoundingRule) throws(ArithmeticFault) -> ExactDecimal {
    guard target <= ExactDecimal.maximumPlaces else { throw .tooManyPlaces }
    let shift = target - places
    var (quotient, rest) = (WideInteger.zero, CutOff.nothing)
    if shift >= 0 {
      (quotient, rest) = try extended(by: shift)
    } else {
      (quotient, rest) = cut(by: -shift)
    }
    if rule.grows(rest, isNegative: isNegative, isOdd: quotient.isOdd) {
      guard let grown = quotient.adding(WideInteger(1)) else { throw .overflow }
      quotient = grown
    }
    return try ExactDecimal.fitting(quotient, places: target, isNegative: isNegative)
  }

  /// `numerator · 10^shift / denominator`, for a shift of 0...72.
  ///
  /// The numerator of up to 10^144 is never formed: the quotient grows by up to 36 digits at a
  /// time out of the remainder, as on paper. A quotient of 2^256 or more is a number above
  /// 10^36 whatever its places, so that stopping there is an overflow indeed.
  private func extended(
    by shift: Int
  ) throws(ArithmeticFault) -> (quotient: WideInteger, rest: CutOff) {
    var (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    var left = shift
    while left > 0 {
      let power = PowerOfTen.wide(min(left, 36))
      let (digits, next) = WideInteger(product: remainder, power)
        .quotientAndRemainder(dividingBy: denominator)
      guard let grown = quotient.multiplied(by: power)?.adding(digits) else { throw .overflow }
      (quotient, remainder) = (grown, next)
      left -= 36
    }
    return (quotient, CutOff(remainder: remainder, divisor: denominator))
  }

  /// `numerator / denominator / 10^shift`, for a shift of 1...108.
  ///
  /// Floor after floor is the floor of the whole, and the last divisor, a power of ten, is
  /// even: what was cut off before only matters when the last remainder is nothing or a half.
  private func cut(by shift: Int) -> (quotient: WideInteger, rest: CutOff) {
    var (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    var isInexact = remainder != 0
    var left = shift
    while left > 36 {
      (quotient, remainder) = quotient.quotientAndRemainder(dividingBy: PowerOfTen.wide(36))
      isInexact = isInexact || remainder != 0
      left -= 36
    }
    let power = PowerOfTen.wide(left)
    (quotient, remainder) = quotient.quotientAndRemainder(dividingBy: power)
    let rest = CutOff(remainder: remainder, divisor: power)
    return (quotient, rest.plus(somethingBefore: isInexact))
  }
}
