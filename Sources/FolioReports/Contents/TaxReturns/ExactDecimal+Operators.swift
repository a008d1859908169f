// Laws are sums and rates; with signs they can be read beside their text. Tests have signs of their
// own that need no `try`, and these go first there.
extension ExactDecimal {
  @_disfavoredOverload
  static func + (
    left: ExactDecimal, right: ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    try left.adding(right)
  }

  @_disfavoredOverload
  static func - (
    left: ExactDecimal, right: ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    try left.subtracting(right)
  }

  @_disfavoredOverload
  static func * (
    left: ExactDecimal, right: ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    try left.multiplied(by: right)
  }

  /// A rate in tenths of a per cent: 275 is 27.5 %.
  static func permille(_ number: Int) -> ExactDecimal {
    ExactDecimal(short: Int64(number), places: 3)
  }

  /// A rate in per cent.
  static func percent(_ number: Int) -> ExactDecimal {
    ExactDecimal(short: Int64(number), places: 2)
  }

  /// The nearest whole number; one half rounds up.
  var whole: ExactDecimal { rounded(toPlaces: 0, .halfUp) }

  /// The nearest hundredth; one half rounds up.
  var cents: ExactDecimal { rounded(toPlaces: 2, .halfUp) }
}

extension Sequence {
  /// The exact sum of an amount over all elements.
  func total(_ amount: (Element) throws -> ExactDecimal) throws -> ExactDecimal {
    var sum = ExactDecimal.zero
    for element in self { try sum.add(amount(element)) }
    return sum
  }

  /// The exact sum of a property over all elements.
  func total(of amount: (Element) -> ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    var sum = ExactDecimal.zero
    for element in self { try sum.add(amount(element)) }
    return sum
  }
}
