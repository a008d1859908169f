extension ExactDecimal {
  /// The nearest binary number.
  var binary: Double {
    let coefficient = normalizedCoefficient
    if places <= 22, coefficient.magnitude < 1 << 53 {
      // Both are exact, so the quotient is rounded once.
      return Double(Int64(truncatingIfNeeded: coefficient)) / Self.powersOfTen[places]
    }
    return Double(description) ?? .nan
  }

  /// The digits as a whole number: 12.50 has 1250.
  private var normalizedCoefficient: Int128 { coefficient }

  private static let powersOfTen = (0...22).map { Double("1e\($0)") ?? .nan }
}
