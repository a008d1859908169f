extension ExactDecimal {
  /// The exact product. Its decimal places are the sum of those of the operands.
  ///
  /// If the product does not fit, trailing zeros are dropped as far as necessary. Throws
  /// `tooManyPlaces` or `overflow` if that is not sufficient.
  @inlinable
  public func multiplied(by other: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    let sum = places &+ other.places
    if sum <= Self.maximumPlaces, let left = word, let right = other.word {
      let product = Int128(left) &* Int128(right)
      if product < Self.limit, product > -Self.limit {
        return ExactDecimal(unchecked: product, places: sum)
      }
    }
    return try multipliedWide(by: other)
  }

  /// The product, rounded once to `places` decimal places if the exact one has more.
  ///
  /// Negative `places` count as zero. Throws `tooManyPlaces` if `places` exceeds 36, and `overflow`
  /// if the rounded product needs more than 36 digits.
  @inlinable
  public func multiplied(
    by other: ExactDecimal, places limit: Int, rounding rule: RoundingRule = .halfEven
  ) throws(ArithmeticFault) -> ExactDecimal {
    let sum = places &+ other.places
    let target = limit < 0 ? 0 : limit
    if sum <= target {
      guard target <= Self.maximumPlaces else { throw .tooManyPlaces }
      return try multiplied(by: other)
    }
    if let left = word, let right = other.word, sum &- target <= PowerOfTen.lastShort {
      let (product, overflow) = left.multipliedReportingOverflow(by: right)
      if !overflow {
        return Self.roundedWord(product, dropping: sum &- target, to: target, rule)
      }
    }
    return try multipliedWide(by: other, dividedBy: .one, places: target, rule)
  }

  /// The product to compare or to print: exact, or rounded half-even to as many decimal places as
  /// fit. Amounts that are booked need `multiplied(by:)`.
  ///
  /// Throws `overflow` if the product is 10^36 or more.
  public func roundedProduct(with other: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    try Self.nearest(
      WideInteger(product: wideMagnitude, other.wideMagnitude),
      places: places + other.places, isNegative: isNegative != other.isNegative)
  }

  /// The exact product, computed in 256 bits. Valid for all operands.
  @usableFromInline
  func multipliedWide(by other: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    try Self.fitting(
      WideInteger(product: wideMagnitude, other.wideMagnitude),
      places: places + other.places, isNegative: isNegative != other.isNegative)
  }
}
