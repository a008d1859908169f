import ExactNumbers

extension ExactDecimal {
  /// The number in binary, to about 32 digits: for ratios, never for money.
  var binary: DoubleDouble {
    let high = Double(coefficient)
    // A coefficient is below 10^36 < 2^120, so that neither conversion back leaves its type.
    let digits = DoubleDouble(larger: high, smaller: Double(coefficient - Int128(high)))
    return places == 0 ? digits : digits / Self.binaryPower(ofTen: places)
  }

  /// 10^exponent for 0...36, exactly: 5^36 has 84 bits.
  private static func binaryPower(ofTen exponent: Int) -> DoubleDouble {
    let low = min(exponent, 18)
    return DoubleDouble(productOf: shortPower(ofTen: low), shortPower(ofTen: exponent - low))
  }

  /// 10^exponent for 0...18, exactly.
  private static func shortPower(ofTen exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// This number divided by another, as a ratio; nil where the other is zero.
  func ratio(to other: ExactDecimal) -> DoubleDouble? {
    other.isZero ? nil : binary / other.binary
  }
}
