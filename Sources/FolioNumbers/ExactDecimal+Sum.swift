extension ExactDecimal {
  /// The exact sum, with as many decimal places as the operand with more of them.
  ///
  /// Throws `overflow` if the sum needs more than 36 digits, after trailing zeros are dropped.
  @inlinable
  @inline(__always)
  public func adding(_ other: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    let sum = places == other.places ? bits &+ (other.bits & ~63) : quickSum(other)
    if let sum, Self.isSurelyInRange(sum) { return ExactDecimal(bits: sum) }
    return try addingSlowly(other)
  }

  /// The exact difference, with as many decimal places as the operand with more of them.
  ///
  /// Throws `overflow` if the difference needs more than 36 digits, after trailing zeros are
  /// dropped.
  @inlinable
  @inline(__always)
  public func subtracting(_ other: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    try adding(-other)
  }

  /// Adds in place. Throws as ``adding(_:)`` does, and then leaves the number unchanged.
  @inlinable
  @inline(__always)
  public mutating func add(_ other: ExactDecimal) throws(ArithmeticFault) {
    self = try adding(other)
  }

  /// Subtracts in place. Throws as ``subtracting(_:)`` does, and then leaves the number unchanged.
  @inlinable
  @inline(__always)
  public mutating func subtract(_ other: ExactDecimal) throws(ArithmeticFault) {
    self = try subtracting(other)
  }

  /// The bits of the exact sum, which may be out of range. Nil unless `other` has the same number
  /// of decimal places or fewer and fits in a machine word, which is the usual case in totals.
  @inlinable
  @inline(__always)
  func quickSum(_ other: ExactDecimal) -> Int128? {
    let zeros = places &- other.places
    guard zeros >= 0, zeros <= Self.quickZeros, let word = other.word else { return nil }
    // Both factors are signed words, so the multiplication is a single instruction.
    let scaled = Int128(word) &* Int128(Int64(truncatingIfNeeded: PowerOfTen.short(zeros)))
    // |scaled| < 2^63 · 10^17 < 2^120. Shifted by 6 it is below 2^126, as is `bits`, so that the
    // sum cannot overflow.
    return bits &+ (scaled &<< 6)
  }

  /// The maximum number of zeros by which `quickSum` scales.
  @inlinable static var quickZeros: Int { 17 }

  /// The sum of any two numbers. Retries the fast path with the operands exchanged.
  @usableFromInline @inline(never)
  func addingSlowly(_ other: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    let sum = places == other.places ? bits &+ (other.bits & ~63) : other.quickSum(self)
    if let sum, Self.isSurelyInRange(sum) { return ExactDecimal(bits: sum) }
    return try addingWide(other)
  }

  /// The sum to compare or to print: exact, or rounded half-even to as many decimal places as fit.
  /// Amounts that are booked need `adding(_:)`.
  ///
  /// Throws `overflow` if the sum is 10^36 or more.
  public func roundedSum(with other: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    let sum = try wideSum(with: other)
    return try Self.nearest(
      sum.magnitude, places: max(places, other.places), isNegative: sum.isNegative)
  }

  /// The sum, computed in 256 bits. Valid for all operands.
  @usableFromInline
  func addingWide(_ other: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    let sum = try wideSum(with: other)
    return try Self.fitting(
      sum.magnitude, places: max(places, other.places), isNegative: sum.isNegative)
  }

  /// The sum with the decimal places of the operand with more of them.
  private func wideSum(
    with other: ExactDecimal
  ) throws(ArithmeticFault) -> (magnitude: WideInteger, isNegative: Bool) {
    let (fine, coarse) = places >= other.places ? (self, other) : (other, self)
    let upper = WideInteger(
      product: coarse.wideMagnitude, PowerOfTen.wide(fine.places - coarse.places))
    let lower = WideInteger(fine.wideMagnitude)
    if fine.isNegative == coarse.isNegative {
      guard let sum = upper.adding(lower) else { throw .overflow }
      return (sum, fine.isNegative)
    }
    return (
      upper.distance(to: lower), upper < lower ? fine.isNegative : coarse.isNegative
    )
  }
}
