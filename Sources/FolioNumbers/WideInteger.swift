/// An unsigned 256-bit integer for products of two coefficients.
///
///     value = high · 2^128 + low
///
/// The product of two coefficients is below 10^72 < 2^240, so every exact product and the sum of
/// two products fit.
struct WideInteger: Sendable, Hashable, Comparable {
  var high: UInt128
  var low: UInt128

  static let zero = WideInteger(high: 0, low: 0)

  var isOdd: Bool { low & 1 == 1 }

  static func < (left: WideInteger, right: WideInteger) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }

  /// The sum; nil if it needs more than 256 bits.
  func adding(_ other: WideInteger) -> WideInteger? {
    let (sum, carry) = low.addingReportingOverflow(other.low)
    let (upper, lost) = high.addingReportingOverflow(other.high)
    let (top, lostToo) = upper.addingReportingOverflow(carry ? 1 : 0)
    return lost || lostToo ? nil : WideInteger(high: top, low: sum)
  }

  /// The absolute difference.
  func distance(to other: WideInteger) -> WideInteger {
    let (larger, smaller) = self < other ? (other, self) : (self, other)
    let (difference, borrow) = larger.low.subtractingReportingOverflow(smaller.low)
    return WideInteger(high: larger.high &- smaller.high &- (borrow ? 1 : 0), low: difference)
  }

  /// The product; nil if it needs more than 256 bits.
  func multiplied(by factor: UInt128) -> WideInteger? {
    let bottom = WideInteger(product: low, factor)
    guard high != 0 else { return bottom }
    let (top, lost) = high.multipliedReportingOverflow(by: factor)
    return lost ? nil : bottom.adding(WideInteger(high: top, low: 0))
  }

  /// The quotient and the remainder. Callers must exclude a divisor of zero, for which the quotient
  /// is zero and the remainder the low half of the dividend.
  func quotientAndRemainder(
    dividingBy divisor: UInt128
  ) -> (quotient: WideInteger, remainder: UInt128) {
    guard divisor != 0 else { return (.zero, low) }
    let (top, rest) = high.quotientAndRemainder(dividingBy: divisor)
    let (bottom, remainder) = divisor.dividingFullWidth((rest, low))
    return (WideInteger(high: top, low: bottom), remainder)
  }
}

extension WideInteger {
  init(_ value: UInt128) { self.init(high: 0, low: value) }

  /// Creates the exact product `x · y`.
  init(product x: UInt128, _ y: UInt128) {
    let full = x.multipliedFullWidth(by: y)
    self.init(high: full.high, low: full.low)
  }
}
