extension ExactDecimal {
  /// The number with at most `places` places.
  ///
  /// Never fails: a number that has no more places is returned unchanged, and rounding makes
  /// the coefficient shorter. Below zero places count as none.
  @inlinable
  public func rounded(
    toPlaces places: Int, _ rule: RoundingRule = .halfEven
  ) -> ExactDecimal {
    let target = places < 0 ? 0 : places
    let drop = self.places &- target
    if drop <= 0 { return self }
    if drop <= PowerOfTen.lastShort, let word {
      return Self.roundedWord(word, dropping: drop, to: target, rule)
    }
    return roundedWide(dropping: drop, to: target, rule)
  }

  /// The number with at least `places` places shown, where there is room for so many zeros;
  /// otherwise unchanged.
  public func padded(toPlaces places: Int) -> ExactDecimal {
    guard places > self.places, places <= Self.maximumPlaces else { return self }
    let power = PowerOfTen.wide(places - self.places)
    let wide = WideInteger(product: wideMagnitude, power)
    guard wide.high == 0, wide.low < UInt128(Self.limit) else { return self }
    let coefficient = Int128(truncatingIfNeeded: wide.low)
    return ExactDecimal(unchecked: isNegative ? 0 &- coefficient : coefficient, places: places)
  }

  /// The same number in its shortest form: no zero at the end of the fraction.
  public func normalized() -> ExactDecimal {
    guard places > 0 else { return self }
    guard !isZero else { return .zero }
    var (coefficient, places) = (coefficient, places)
    // 10^16, 10^8 ... 10: five divisions at most find up to 31 zeros, the second 10^16 the rest.
    for step in [16, 16, 8, 4, 2, 1] where step <= places {
      let (quotient, remainder) = coefficient.quotientAndRemainder(
        dividingBy: Int128(PowerOfTen.short(step)))
      if remainder == 0 { (coefficient, places) = (quotient, places - step) }
    }
    return ExactDecimal(unchecked: coefficient, places: places)
  }

  /// A machine word without its last `drop` (1...19) digits.
  @inlinable
  static func roundedWord(
    _ word: Int64, dropping drop: Int, to places: Int, _ rule: RoundingRule
  ) -> ExactDecimal {
    let power = PowerOfTen.short(drop)
    var (quotient, remainder) = word.magnitude.quotientAndRemainder(dividingBy: power)
    let rest = CutOff(remainder: remainder, divisor: power)
    if rule.grows(rest, isNegative: word < 0, isOdd: quotient & 1 == 1) { quotient &+= 1 }
    let coefficient = Int128(quotient)
    return ExactDecimal(unchecked: word < 0 ? 0 &- coefficient : coefficient, places: places)
  }

  /// Any coefficient without its last `drop` (1...36) digits.
  @usableFromInline
  func roundedWide(dropping drop: Int, to places: Int, _ rule: RoundingRule) -> ExactDecimal {
    let power = PowerOfTen.wide(drop)
    var (quotient, remainder) = wideMagnitude.quotientAndRemainder(dividingBy: power)
    let rest = CutOff(remainder: remainder, divisor: power)
    if rule.grows(rest, isNegative: isNegative, isOdd: quotient & 1 == 1) { quotient &+= 1 }
    let coefficient = Int128(truncatingIfNeeded: quotient)
    return ExactDecimal(unchecked: isNegative ? 0 &- coefficient : coefficient, places: places)
  }
}
