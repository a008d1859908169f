extension ExactDecimal {
  /// The exact sum, with the places of the operand that has more of them.
  ///
  /// Throws `overflow` where the sum needs more than 36 digits (zeros at its end are dropped
  /// first).
  @inlinable
  @inline(__always)
  public func adding(_ other: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    let sum = places == other.places ? bits &+ (other.bits & ~63) : quickSum(other)
    if let sum, Self.isSurelyInRange(sum) { return ExactDecimal(bits: sum) }
    return try addingSlowly(other)
  }

  /// The exact difference, with the places of the operand that has more of them.
  ///
  /// Throws `overflow` where the difference needs more than 36 digits (zeros at its end are
  /// dropped first).
  @inlinable
  @inline(__always)
  public func subtracting(_ other: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    try adding(-other)
  }

  /// Adds in place; throws as ``adding(_:)`` does, and then leaves the number as it was.
  @inlinable
  @inline(__always)
  public mutating func add(_ other: ExactDecimal) throws(ArithmeticFault) {
    self = try adding(other)
  }

  /// Subtracts in place; throws as ``subtracting(_:)`` does, and then leaves the number as it
  /// was.
  @inlinable
  @inline(__always)
  public mutating func subtract(_ other: ExactDecimal) throws(ArithmeticFault) {
    self = try subtracting(other)
  }

  /// The bits of the exact sum, which may be out of range, where they take a few steps: the other
  /// number has as many places or less, and is a machine word. So it is where amounts are added up.
  @inlinable
  @inline(__always)
  func quickSum(_ other: ExactDecimal) -> Int128? {
    let zeros = places &- other.places
    guard zeros >= 0, zeros <= Self.quickZeros, let word = other.word else { return nil }
    // Both are signed words, so that their product is one instruction.
    let scaled = Int128(word) &* Int128(Int64(truncatingIfNeeded: PowerOfTen.short(zeros)))
    // |scaled| < 2^63 · 10^17 < 2^120: beside the places it is below 2^126, as the other one is.
    return bits &+ (scaled &<< 6)
  }

  /// The most zeros by which `quickSum` scales.
  @inlinable static var quickZeros: Int { 17 }

  /// The sum of any two numbers; of those alike in places without more ado.
  @usableFromInline @inline(never)
  func addingSlowly(_ other: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    let sum = places == other.places ? bits &+ (other.bits & ~63) : other.quickSum(self)
    if let sum, Self.isSurelyInRange(sum) { return ExactDecimal(bits: sum) }
    return try addingWide(other)
  }

  /// The sum in 256 bits: right for any two operands.
  @usableFromInline
  func addingWide(_ other: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    let (fine, coarse) = places >= other.places ? (self, other) : (other, self)
    let upper = WideInteger(
      product: coarse.wideMagnitude, PowerOfTen.wide(fine.places - coarse.places))
    let lower = WideInteger(fine.wideMagnitude)
    if fine.isNegative == coarse.isNegative {
      guard let sum = upper.adding(lower) else { throw .overflow }
      return try Self.fitting(sum, places: fine.places, isNegative: fine.isNegative)
    }
    let isNegative = upper < lower ? fine.isNegative : coarse.isNegative
    let difference = upper.distance(to: lower)
    return try Self.fitting(difference, places: fine.places, isNegative: isNegative)
  }
}
