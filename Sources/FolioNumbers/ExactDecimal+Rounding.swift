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
  @inlinable
  public func normalized() -> ExactDecimal {
    // What ends with a zero is even.
    places == 0 || bits & 1 &<< 6 != 0 ? self : withoutZeros()
  }

  @usableFromInline
  func withoutZeros() -> ExactDecimal {
    guard !isZero else { return .zero }
    guard isMultipleOfFive else { return self }
    var shorter = self
    // 10^16, 10^8 ... 10: five divisions at most find up to 31 zeros, the second 10^16 the rest.
    shorter.dropZeros(16)
    shorter.dropZeros(16)
    shorter.dropZeros(8)
    shorter.dropZeros(4)
    shorter.dropZeros(2)
    shorter.dropZeros(1)
    return shorter
  }

  /// Told without a division: 2^64 is a multiple of five and one, so that the sum of the two words
  /// leaves what the number leaves.
  private var isMultipleOfFive: Bool {
    let digits = wideMagnitude
    let (sum, carry) = UInt64(truncatingIfNeeded: digits)
      .addingReportingOverflow(UInt64(truncatingIfNeeded: digits &>> 64))
    return (sum % 5 &+ (carry ? 1 : 0)) % 5 == 0
  }

  /// Drops so many zeros at the end, if they are there. A number that ends with n zeros is even n
  /// times over, which one look at its bits tells: most divisions are never made.
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
