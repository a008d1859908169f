extension ExactDecimal {
  /// The quotient, rounded once to `places` places.
  ///
  /// The result shows all those places; where it has no room for them, zeros at its end are
  /// dropped. Below zero places count as none. Throws `divisionByZero`, `overflow` where the
  /// rounded quotient needs more than 36 digits, and `tooManyPlaces` where more than 36 places
  /// are asked for.
  @inlinable
  public func divided(
    by divisor: ExactDecimal, places: Int, rounding rule: RoundingRule = .halfEven
  ) throws(ArithmeticFault) -> ExactDecimal {
    let target = places < 0 ? 0 : places
    let shift = target &- self.places &+ divisor.places
    if shift >= 0, let numerator = scaledWord(by: shift), let denominator = divisor.word,
      let quotient = Self.quotientOfWords(numerator, denominator, places: target, rule)
    {
      return quotient
    }
    return try dividedWide(by: divisor, places: target, rule)
  }

  /// `self · factor / divisor`, rounded once to `places` places: the part of a cost that belongs
  /// to a part of a quantity.
  ///
  /// The product is exact, however long. Places and faults are those of
  /// ``divided(by:places:rounding:)``.
  @inlinable
  public func multiplied(
    by factor: ExactDecimal, dividedBy divisor: ExactDecimal, places: Int,
    rounding rule: RoundingRule = .halfEven
  ) throws(ArithmeticFault) -> ExactDecimal {
    let target = places < 0 ? 0 : places
    let shift = target &- self.places &- factor.places &+ divisor.places
    // Zeros go to the side where they multiply.
    let (zeros, cut) = shift < 0 ? (0, 0 &- shift) : (shift, 0)
    if zeros < PowerOfTen.lastShort, let right = factor.word,
      let denominator = divisor.scaledShortWord(by: cut)
    {
      if let left = word, let numerator = Self.scaledProduct(left, right, by: zeros),
        let quotient = Self.quotientOfWords(numerator, denominator, places: target, rule)
      {
        return quotient
      }
      if let quotient = scaledByWords(right, by: zeros, denominator, places: target, rule) {
        return quotient
      }
    }
    return try multipliedWide(by: factor, dividedBy: divisor, places: target, rule)
  }

  /// `coefficient · 10^shift` where it is a machine word.
  @inlinable
  func scaledShortWord(by shift: Int) -> Int64? {
    guard let word else { return nil }
    if shift == 0 { return word }
    guard shift < PowerOfTen.lastShort else { return nil }
    let power = Int64(truncatingIfNeeded: PowerOfTen.short(shift))
    let (scaled, isTooLong) = word.multipliedReportingOverflow(by: power)
    return isTooLong ? nil : scaled
  }

  /// `left · right · 10^shift` for a shift of 0...18, where it stays below 2^127.
  @inlinable
  static func scaledProduct(_ left: Int64, _ right: Int64, by shift: Int) -> Int128? {
    let power = Int128(PowerOfTen.short(shift))
    let (short, overflow) = left.multipliedReportingOverflow(by: right)
    if !overflow { return Int128(short) &* power }
    let (product, lost) = (Int128(left) &* Int128(right)).multipliedReportingOverflow(by: power)
    return lost ? nil : product
  }

  /// `self · factor · 10^shift / divisor` for any coefficient, with a factor (and its zeros) and a
  /// divisor of one machine word each: a product of three words, divided word by word as on paper.
  /// Nil where the quotient may be too long, and the slow way has to say so.
  @usableFromInline
  func scaledByWords(
    _ factor: Int64, by shift: Int, _ divisor: Int64, places target: Int, _ rule: RoundingRule
  ) -> ExactDecimal? {
    let (scale, isTooLong) = factor.magnitude.multipliedReportingOverflow(
      by: PowerOfTen.short(shift))
    guard !isTooLong, target <= Self.maximumPlaces else { return nil }
    let isNegative = (self.isNegative != (factor < 0)) != (divisor < 0)
    let (magnitude, divisor) = (wideMagnitude, divisor.magnitude)
    let low = UInt64(truncatingIfNeeded: magnitude).multipliedFullWidth(by: scale)
    let high = UInt64(truncatingIfNeeded: magnitude &>> 64).multipliedFullWidth(by: scale)
    let (middle, carry) = high.low.addingReportingOverflow(low.high)
    // The coefficient has 120 bits, so that the third word has room for the carry.
    let top = high.high &+ (carry ? 1 : 0)
    guard top < divisor else { return nil }
    let upper = Self.divide(top, middle, by: divisor)
    let lower = Self.divide(upper.remainder, low.low, by: divisor)
    var quotient = UInt128(upper.quotient) &<< 64 | UInt128(lower.quotient)
    let rest = CutOff(remainder: lower.remainder, divisor: divisor)
    if rule.grows(rest, isNegative: isNegative, isOdd: quotient & 1 == 1) { quotient &+= 1 }
    guard quotient < UInt128(Self.limit) else { return nil }
    let coefficient = Int128(truncatingIfNeeded: quotient)
    return ExactDecimal(unchecked: isNegative ? 0 &- coefficient : coefficient, places: target)
  }

  /// Two words by one, where the quotient is one word: `high < divisor`.
  private static func divide(
    _ high: UInt64, _ low: UInt64, by divisor: UInt64
  ) -> (quotient: UInt64, remainder: UInt64) {
    if high == 0 { return low.quotientAndRemainder(dividingBy: divisor) }
    let whole = (UInt128(high) &<< 64 | UInt128(low)) / UInt128(divisor)
    let quotient = UInt64(truncatingIfNeeded: whole)
    return (quotient, low &- quotient &* divisor)
  }

  /// The rounded quotient with a divisor of one machine word, where it fits without more ado.
  @inlinable
  static func quotientOfWords(
    _ numerator: Int128, _ denominator: Int64, places: Int, _ rule: RoundingRule
  ) -> ExactDecimal? {
    guard denominator != 0, places <= maximumPlaces else { return nil }
    let isNegative = (numerator < 0) != (denominator < 0)
    let dividend = numerator.magnitude
    let divisor = denominator.magnitude
    let short = UInt64(truncatingIfNeeded: dividend)
    var quotient: UInt128
    let rest: CutOff
    if UInt128(short) == dividend {
      let (digits, remainder) = short.quotientAndRemainder(dividingBy: divisor)
      quotient = UInt128(digits)
      rest = CutOff(remainder: remainder, divisor: divisor)
    } else {
      quotient = dividend / UInt128(divisor)
      let remainder = short &- UInt64(truncatingIfNeeded: quotient) &* divisor
      rest = CutOff(remainder: remainder, divisor: divisor)
    }
    if rule.grows(rest, isNegative: isNegative, isOdd: quotient & 1 == 1) { quotient &+= 1 }
    guard quotient < UInt128(limit) else { return nil }
    let coefficient = Int128(truncatingIfNeeded: quotient)
    return ExactDecimal(unchecked: isNegative ? 0 &- coefficient : coefficient, places: places)
  }

  /// The quotient for any two operands.
  @usableFromInline
  func dividedWide(
    by divisor: ExactDecimal, places target: Int, _ rule: RoundingRule
  ) throws(ArithmeticFault) -> ExactDecimal {
    guard !divisor.isZero else { throw .divisionByZero }
    let fraction = WideFraction(
      numerator: WideInteger(wideMagnitude), denominator: divisor.wideMagnitude,
      places: places - divisor.places, isNegative: isNegative != divisor.isNegative)
    return try fraction.rounded(toPlaces: target, rule)
  }

  /// The product and quotient for any three operands.
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
