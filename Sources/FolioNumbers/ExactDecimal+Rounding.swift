extension ExactDecimal {
  /// The number rounded to at most `places` decimal places.
  ///
  /// Never fails: a number that has no more places is unchanged, and rounding only shortens the
  /// coefficient. Negative `places` count as zero.
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

  /// The number with trailing zeros added up to `places` decimal places; unchanged if they do not
  /// fit.
  public func padded(toPlaces places: Int) -> ExactDecimal {
    guard places > self.places, places <= Self.maximumPlaces else { return self }
    let power = PowerOfTen.wide(places - self.places)
    let wide = WideInteger(product: wideMagnitude, power)
    guard wide.high == 0, wide.low < UInt128(Self.limit) else { return self }
    let coefficient = Int128(truncatingIfNeeded: wide.low)
    return ExactDecimal(unchecked: isNegative ? 0 &- coefficient : coefficient, places: places)
  }

  /// The same number without trailing zeros in the fraction.
  @inlinable
  public func normalized() -> ExactDecimal {
    // A coefficient that ends with a zero is even.
    places == 0 || bits & 1 &<< 6 != 0 ? self : withoutZeros()
  }

  @usableFromInline
  func withoutZeros() -> ExactDecimal {
    guard !isZero else { return .zero }
    guard isMultipleOfFive else { return self }
    var shorter = self
    // The steps together drop up to 47 zeros, more than a coefficient has.
    shorter.dropZeros(16)
    shorter.dropZeros(16)
    shorter.dropZeros(8)
    shorter.dropZeros(4)
    shorter.dropZeros(2)
    shorter.dropZeros(1)
    return shorter
  }

  /// Whether the coefficient is a multiple of five. 2^64 is 1 modulo 5, so the sum of the two words
  /// has the same remainder as the coefficient.
  private var isMultipleOfFive: Bool {
    let digits = wideMagnitude
    let (sum, carry) = UInt64(truncatingIfNeeded: digits)
      .addingReportingOverflow(UInt64(truncatingIfNeeded: digits &>> 64))
    return (sum % 5 &+ (carry ? 1 : 0)) % 5 == 0
  }

  /// Drops `count` trailing zeros if there are as many. A number with n trailing zeros is divisible
  /// by 2^n; testing this first avoids most divisions.
  @inline(__always)
  private mutating func dropZeros(_ count: Int) {
    let (digits, places) = (coefficient, places)
    guard count <= places, digits.trailingZeroBitCount >= count else { return }
    if let word = Int64(exactly: digits) {
      let power = Int64(PowerOfTen.short(count))
      let (quotient, remainder) = word.quotientAndRemainder(dividingBy: power)
      guard remainder == 0 else { return }
      self = ExactDecimal(unchecked: Int128(quotient), places: places - count)
    } else {
      let power = Int128(PowerOfTen.short(count))
      let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: power)
      guard remainder == 0 else { return }
      self = ExactDecimal(unchecked: quotient, places: places - count)
    }
  }

  /// Rounds off the last `drop` (1...19) digits of a machine word.
  @inlinable
  static func roundedWord(
    _ word: Int64, dropping drop: Int, to places: Int, _ rule: RoundingRule
  ) -> ExactDecimal {
    let power = PowerOfTen.short(drop)
    var (quotient, remainder) = word.magnitude.quotientAndRemainder(dividingBy: power)
    let rest = DiscardedFraction(remainder: remainder, divisor: power)
    if rule.grows(rest, isNegative: word < 0, isOdd: quotient & 1 == 1) { quotient &+= 1 }
    let coefficient = Int128(quotient)
    return ExactDecimal(unchecked: word < 0 ? 0 &- coefficient : coefficient, places: places)
  }

  /// Rounds off the last `drop` (1...36) digits of the coefficient.
  @usableFromInline
  func roundedWide(dropping drop: Int, to places: Int, _ rule: RoundingRule) -> ExactDecimal {
    let power = PowerOfTen.wide(drop)
    var (quotient, remainder) = wideMagnitude.quotientAndRemainder(dividingBy: power)
    let rest = DiscardedFraction(remainder: remainder, divisor: power)
    if rule.grows(rest, isNegative: isNegative, isOdd: quotient & 1 == 1) { quotient &+= 1 }
    let coefficient = Int128(truncatingIfNeeded: quotient)
    return ExactDecimal(unchecked: isNegative ? 0 &- coefficient : coefficient, places: places)
  }
}
