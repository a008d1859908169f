/// A binary number of about 32 digits, as the unevaluated sum of two. It preserves the last digits
/// of a rate when large flows cancel.
///
/// The algorithms are those of T. J. Dekker, "A floating-point technique for extending the
/// available precision", Numerische Mathematik 18 (1971).
struct DoubleDouble: Sendable {
  var high: Double
  /// The remainder, at most half a unit in the last place of `high`.
  var low: Double

  static let zero = DoubleDouble(0)
  static let one = DoubleDouble(1)

  init(_ value: Double) {
    (high, low) = (value, 0)
  }

  /// Creates the exact sum of two numbers. The first must have the larger magnitude.
  init(larger: Double, smaller: Double) {
    high = larger + smaller
    low = smaller - (high - larger)
  }

  /// Creates the exact sum of two numbers.
  init(sumOf left: Double, _ right: Double) {
    high = left + right
    let shifted = high - left
    low = (left - (high - shifted)) + (right - shifted)
  }

  /// Creates the exact product of two numbers.
  init(productOf left: Double, _ right: Double) {
    high = left * right
    low = (-high).addingProduct(left, right)
  }

  /// The nearest `Double`.
  var value: Double { high + low }

  static prefix func - (number: DoubleDouble) -> DoubleDouble {
    var negated = number
    negated.high = -number.high
    negated.low = -number.low
    return negated
  }

  static func + (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
    let high = DoubleDouble(sumOf: left.high, right.high)
    let low = DoubleDouble(sumOf: left.low, right.low)
    let carried = DoubleDouble(larger: high.high, smaller: high.low + low.high)
    return DoubleDouble(larger: carried.high, smaller: carried.low + low.low)
  }

  static func - (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble { left + -right }

  static func * (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
    let product = DoubleDouble(productOf: left.high, right.high)
    let cross = left.high * right.low + left.low * right.high
    return DoubleDouble(larger: product.high, smaller: product.low + cross)
  }

  static func * (left: DoubleDouble, right: Double) -> DoubleDouble {
    let product = DoubleDouble(productOf: left.high, right)
    return DoubleDouble(larger: product.high, smaller: product.low + left.low * right)
  }

  static func / (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
    let first = left.high / right.high
    var rest = left - right * first
    let second = rest.high / right.high
    rest = rest - right * second
    let third = rest.high / right.high
    return DoubleDouble(larger: first, smaller: second) + DoubleDouble(third)
  }

  /// Returns the number times a power of two, which is exact.
  func scaled(byPowerOfTwo exponent: Int) -> DoubleDouble {
    var scaled = self
    scaled.high = Double(sign: .plus, exponent: exponent, significand: high)
    scaled.low = Double(sign: .plus, exponent: exponent, significand: low)
    return scaled
  }
}
