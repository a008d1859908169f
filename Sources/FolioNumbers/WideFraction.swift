/// A quotient that is not computed yet: `±numerator / denominator / 10^places`.
///
/// The numerator is below 10^72, the denominator is in 1..<10^36, and the places are in -36...72.
/// Multiplication, division and their combination use it if their operands do not fit in machine
/// words, so that all of them round once and in the same way.
struct WideFraction {
  var numerator: WideInteger
  var denominator: UInt128
  var places: Int
  var isNegative: Bool

  /// The fraction rounded to `target` (0...36) decimal places.
  ///
  /// Throws `overflow` if the result does not fit, and `tooManyPlaces` if `target` exceeds 36.
  func rounded(toPlaces target: Int, _ rule: RoundingRule) throws(ArithmeticFault) -> ExactDecimal {
    guard target <= ExactDecimal.maximumPlaces else { throw .tooManyPlaces }
    let shift = target - places
    var (quotient, rest) = (WideInteger.zero, DiscardedFraction.nothing)
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
  /// The scaled numerator, up to 10^144, is never computed. Long division extends the quotient by
  /// up to 36 digits at a time from the remainder. A quotient of 2^256 or more exceeds 10^36 with
  /// any number of decimal places, so it is an overflow.
  private func extended(
    by shift: Int
  ) throws(ArithmeticFault) -> (quotient: WideInteger, rest: DiscardedFraction) {
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
    return (quotient, DiscardedFraction(remainder: remainder, divisor: denominator))
  }

  /// `numerator / denominator / 10^shift`, for a shift of 1...108.
  ///
  /// Repeated floor divisions give the same quotient as a single one. The last divisor, a power of
  /// ten, is even, so earlier remainders matter only if the last remainder is zero or exactly half.
  private func cut(by shift: Int) -> (quotient: WideInteger, rest: DiscardedFraction) {
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
    let rest = DiscardedFraction(remainder: remainder, divisor: power)
    return (quotient, rest.plus(somethingBefore: isInexact))
  }
}
