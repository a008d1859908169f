extension ExactDecimal {
  /// The number in binary with about 32 digits. For ratios, never for money.
  var binary: DoubleDouble {
    places == 0 ? binaryCoefficient : binaryCoefficient / Self.binaryPower(ofTen: places)
  }

  private var binaryCoefficient: DoubleDouble {
    let number = coefficient
    let high = Self.nearest(number)
    if number.magnitude < 1 << 53 { return DoubleDouble(larger: high, smaller: 0) }
    let digits = Int128(high.significandBitPattern | 1 << 52) << (Int(high.exponent) - 52)
    let rest = number - (number < 0 ? -digits : digits)
    return DoubleDouble(larger: high, smaller: Self.nearest(rest))
  }

  /// Returns the nearest binary number, like `Double(_:)`, which takes hundreds of instructions for
  /// 128 bits. The first 64 bits round like all of them if the last bit is set when any bit
  /// follows.
  static func nearest(_ integer: Int128) -> Double {
    if let short = Int64(exactly: integer) { return Double(short) }
    let magnitude = integer.magnitude
    let shift = 64 - magnitude.leadingZeroBitCount
    let top = UInt64(truncatingIfNeeded: magnitude >> shift)
    let isExact = magnitude & (1 << shift - 1) == 0
    let power = Double(bitPattern: UInt64(1023 + shift) << 52)
    let nearest = Double(isExact ? top : top | 1) * power
    return integer < 0 ? -nearest : nearest
  }

  /// Returns 10^exponent for 0...36, which is exact: 5^36 has 84 bits.
  private static func binaryPower(ofTen exponent: Int) -> DoubleDouble {
    let low = min(exponent, 18)
    return DoubleDouble(productOf: shortPower(ofTen: low), shortPower(ofTen: exponent - low))
  }

  /// Returns 10^exponent for 0...18, which is exact.
  private static func shortPower(ofTen exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// Returns this number divided by another, or `nil` if the other is zero.
  func ratio(to other: ExactDecimal) -> DoubleDouble? {
    other.isZero ? nil : binary / other.binary
  }
}
