extension ExactDecimal {
  /// The exact sum, with the places of the operand that has more of them.
  ///
  /// Throws `overflow` where the sum needs more than 36 digits (zeros at its end are dropped
  /// first).
  @inlinable
  public func adding(_ other: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    if places == other.places {
      let sum = bits &+ (other.bits & ~63)
      if Self.isInRange(sum) { return ExactDecimal(bits: sum) }
    } else if other.isZero, places > other.places {
      return self
    } else if let sum = addingAligned(other) {
      return sum
    }
    return try addingWide(other)
  }

  /// The exact difference, with the places of the operand that has more of them.
  ///
  /// Throws `overflow` where the difference needs more than 36 digits (zeros at its end are
  /// dropped first).
  @inlinable
  public func subtracting(_ other: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    if places == other.places {
      let difference = bits &- (other.bits & ~63)
      if Self.isInRange(difference) { return ExactDecimal(bits: difference) }
    } else if other.isZero, places > other.places {
      return self
    } else if let difference = addingAligned(-other) {
      return difference
    }
    return try addingWide(-other)
  }

  /// Adds in place; throws as ``adding(_:)`` does, and then leaves the number as it was.
  @inlinable
  public mutating func add(_ other: ExactDecimal) throws(ArithmeticFault) {
    self = try adding(other)
  }

  /// Subtracts in place; throws as ``subtracting(_:)`` does, and then leaves the number as it
  /// was.
  @inlinable
  public mutating func subtract(_ other: ExactDecimal) throws(ArithmeticFault) {
    self = try subtracting(other)
  }

  /// The sum for different places, where the operand to be scaled is a machine word.
  @inlinable
  func addingAligned(_ other: ExactDecimal) -> ExactDecimal? {
    let shift = places &- other.places
    return shift > 0
      ? addingCoarse(other, shift) : other.addingCoarse(self, 0 &- shift)
  }

  /// The sum with a number of `shift` places less, where that is a machine word.
  @inlinable
  func addingCoarse(_ coarse: ExactDecimal, _ shift: Int) -> ExactDecimal? {
    guard shift < PowerOfTen.lastShort, let word = coarse.word else { return nil }
    // Both are signed words, so that their product is one instruction.
    let scaled = Int128(word) &* Int128(Int64(truncatingIfNeeded: PowerOfTen.short(shift)))
    // |scaled| < 2^63 · 10^18 < 2^123 and |coefficient| < 2^120: no carry out of 128 bits.
    let sum = scaled &+ coefficient
    guard sum < Self.limit, sum > -Self.limit else { return nil }
    return ExactDecimal(unchecked: sum, places: places)
  }

  /// `coefficient · 10^shift` in 128 bits, where the coefficient is a machine word and the
  /// shift at most 18.
  @inlinable
  func scaledWord(by shift: Int) -> Int128? {
    guard shift < PowerOfTen.lastShort, let word else { return nil }
    return Int128(word) &* Int128(PowerOfTen.short(shift))
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
