extension DoubleDouble {
  /// ln 2.
  private static let logOfTwo = DoubleDouble(
    larger: 0x1.62e4_2fef_a39efp-1, smaller: 0x1.abc9_e3b3_9803fp-56)

  /// 1 / n! for n = 1...9.
  private static let inverseFactorials: [DoubleDouble] = {
    var factorial = 1.0
    return (1...9).map { number in
      factorial *= Double(number)
      return one / DoubleDouble(factorial)
    }
  }()

  private static let halvings = 9

  /// Returns e to this power with about 30 digits, or 0 on underflow.
  ///
  /// The argument is reduced to 0 ± ln 2 / 1024, where nine terms of the series suffice. The result
  /// is squared back with (1 + p)² - 1 = 2p + p², which keeps the digits of small p.
  func exponential() -> DoubleDouble {
    guard high > -745 else { return .zero }
    guard high < 709 else { return DoubleDouble(.infinity) }
    let twos = (high / Self.logOfTwo.high).rounded()
    let reduced = (self - Self.logOfTwo * twos).scaled(byPowerOfTwo: -Self.halvings)
    var sum = DoubleDouble.zero
    for coefficient in Self.inverseFactorials.reversed() {
      sum = (sum + coefficient) * reduced
    }
    for _ in 0..<Self.halvings { sum = sum.scaled(byPowerOfTwo: 1) + sum * sum }
    return (sum + .one).scaled(byPowerOfTwo: Int(twos))
  }
}
