extension ExactDecimal {
  /// The quotient, rounded once to `places` decimal places.
  ///
  /// The result has exactly that many places; trailing zeros are dropped only if they do not fit.
  /// Negative `places` count as zero. Throws `divisionByZero`, `overflow` if the rounded quotient
  /// needs more than 36 digits, and `tooManyPlaces` if `places` exceeds 36.
  @inlinable
  public func divided(
    by divisor: ExactDecimal, places: Int, rounding rule: RoundingRule = .halfEven
  ) throws(ArithmeticFault) -> ExactDecimal {
    let target = places < 0 ? 0 : places
    let shift = target &- self.places &+ divisor.places
    if shift >= 0, shift < PowerOfTen.lastShort, let left = word, let denominator = divisor.word,
      let quotient = Self.quotient(
        Int128(left), times: PowerOfTen.short(shift), by: denominator, places: target, rule)
    {
      return quotient
    }
    return try multipliedWide(by: .one, dividedBy: divisor, places: target, rule)
  }

  /// `self · factor / divisor`, rounded once to `places` decimal places. Use it to allocate a cost
  /// to a part of a quantity.
  ///
  /// The product is exact, regardless of its length. Places and faults are those of
  /// ``divided(by:places:rounding:)``.
  @inlinable
  public func multiplied(
    by factor: ExactDecimal, dividedBy divisor: ExactDecimal, places: Int,
    rounding rule: RoundingRule = .halfEven
  ) throws(ArithmeticFault) -> ExactDecimal {
    let target = places < 0 ? 0 : places
    let shift = target &- self.places &- factor.places &+ divisor.places
    // Scale the factor or the divisor, whichever makes the power of ten a multiplication.
    let (zeros, cut) = shift < 0 ? (0, 0 &- shift) : (shift, 0)
    if zeros < PowerOfTen.lastShort, let right = factor.word,
      let denominator = divisor.scaledShortWord(by: cut),
      let quotient = scaledQuotient(right, zeros, denominator, places: target, rule)
    {
      return quotient
    }
    return try multipliedWide(by: factor, dividedBy: divisor, places: target, rule)
  }

  /// `coefficient · 10^shift`; nil if it does not fit in a machine word.
  @inlinable
  @inline(__always)
  func scaledShortWord(by shift: Int) -> Int64? {
    guard let word else { return nil }
    if shift == 0 { return word }
    guard shift < PowerOfTen.lastShort else { return nil }
    let power = Int64(truncatingIfNeeded: PowerOfTen.short(shift))
    let (scaled, isTooLong) = word.multipliedReportingOverflow(by: power)
    return isTooLong ? nil : scaled
  }

  /// `self · factor · 10^zeros / divisor`, for 0...18 zeros; nil if the general method is needed.
  @usableFromInline
  func scaledQuotient(
    _ factor: Int64, _ zeros: Int, _ divisor: Int64, places target: Int, _ rule: RoundingRule
  ) -> ExactDecimal? {
    let power = PowerOfTen.short(zeros)
    if let word {
      return Self.quotient(
        Int128(word) &* Int128(factor), times: power, by: divisor, places: target, rule)
    }
    let (scale, isTooLong) = factor.magnitude.multipliedReportingOverflow(by: power)
    if isTooLong { return nil }
    let signed = factor < 0 ? 0 &- coefficient : coefficient
    return Self.quotient(signed, times: scale, by: divisor, places: target, rule)
  }

  /// `factor · scale / divisor`, rounded to `target` decimal places: long division of three words
  /// by one. Nil if the quotient may not fit or is undefined; the general method then throws the
  /// error.
  @usableFromInline
  static func quotient(
    _ factor: Int128, times scale: UInt64, by divisor: Int64, places target: Int,
    _ rule: RoundingRule
  ) -> ExactDecimal? {
    let isNegative = (factor < 0) != (divisor < 0)
    let (magnitude, divisor) = (factor.magnitude, divisor.magnitude)
    let low = UInt64(truncatingIfNeeded: magnitude).multipliedFullWidth(by: scale)
    let high = UInt64(truncatingIfNeeded: magnitude &>> 64).multipliedFullWidth(by: scale)
    let (middle, carry) = high.low.addingReportingOverflow(low.high)
    // The magnitude has at most 127 bits, so the third word has room for the carry.
    let top = high.high &+ (carry ? 1 : 0)
    guard top < divisor, target <= maximumPlaces else { return nil }
    let upper = divide(top, middle, by: divisor)
    let lower = divide(upper.remainder, low.low, by: divisor)
    var quotient = UInt128(upper.quotient) &<< 64 | UInt128(lower.quotient)
    let rest = DiscardedFraction(remainder: lower.remainder, divisor: divisor)
    if rule.grows(rest, isNegative: isNegative, isOdd: quotient & 1 == 1) { quotient &+= 1 }
    guard quotient < UInt128(limit) else { return nil }
    let coefficient = Int128(truncatingIfNeeded: quotient)
    return ExactDecimal(unchecked: isNegative ? 0 &- coefficient : coefficient, places: target)
  }

  /// Divides two words by one. Requires `high < divisor`, so that the quotient is one word.
  @inline(__always)
  private static func divide(
    _ high: UInt64, _ low: UInt64, by divisor: UInt64
  ) -> (quotient: UInt64, remainder: UInt64) {
    if high == 0 { return low.quotientAndRemainder(dividingBy: divisor) }
    let whole = (UInt128(high) &<< 64 | UInt128(low)) / UInt128(divisor)
    let quotient = UInt64(truncatingIfNeeded: whole)
    return (quotient, low &- quotient &* divisor)
  }

  /// `self · factor / divisor`, computed in 256 bits. Valid for all operands.
  @usableFromInline
  func multipliedWide(
    by factor: ExactDecimal, dividedBy divisor: ExactDecimal, places target: Int,
    _ rule: RoundingRule
  ) throws(ArithmeticFault) -> ExactDecimal {
    guard !divisor.isZero else { throw .divisionByZero }
    let product = WideInteger(product: wideMagnitude, factor.wideMagnitude)
    let fraction = WideFraction(
      numerator: product, denominator: divisor.wideMagnitude,
      places: places + factor.places - divisor.places,
      isNegative: (isNegative != factor.isNegative) != divisor.isNegative)
    return try fraction.rounded(toPlaces: target, rule)
  }
}
