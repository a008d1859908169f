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
    guard high != 0 else {
      let (quotient, remainder) = low.quotientAndRemainder(dividingBy: divisor)
      return (WideInteger(quotient), remainder)
    }
    // Schoolbook division in base 2^64: two digits of the divisor, three of the remainder.
    let shift = UInt128(divisor.leadingZeroBitCount)
    let divisor = divisor &<< shift
    let top = shift == 0 ? 0 : high &>> (128 &- shift)
    let middle = shift == 0 ? high : (high &<< shift) | (low &>> (128 &- shift))
    let bottom = low &<< shift
    var remainder = top
    let upper = Self.divideStep(&remainder, middle, by: divisor)
    let lower = Self.divideStep(&remainder, bottom, by: divisor)
    return (WideInteger(high: upper, low: lower), remainder &>> shift)
  }

  /// Computes one digit in base 2^128: `(remainder, next) / divisor`. The remainder must be less
  /// than the divisor, and the top bit of the divisor must be set.
  private static func divideStep(
    _ remainder: inout UInt128, _ next: UInt128, by divisor: UInt128
  ) -> UInt128 {
    let upper = halfStep(&remainder, UInt64(truncatingIfNeeded: next &>> 64), by: divisor)
    let lower = halfStep(&remainder, UInt64(truncatingIfNeeded: next), by: divisor)
    return UInt128(upper) &<< 64 | UInt128(lower)
  }

  /// Computes one digit in base 2^64 with Knuth's algorithm D (TAOCP 4.3.1): estimates it from the
  /// upper half of the divisor, then decrements it while it is too large, at most twice.
  private static func halfStep(
    _ remainder: inout UInt128, _ next: UInt64, by divisor: UInt128
  ) -> UInt64 {
    let upper = divisor &>> 64
    let lower = divisor & UInt128(UInt64.max)
    var guess = min(remainder / upper, UInt128(UInt64.max))
    var rest = remainder &- guess &* upper
    while rest &>> 64 == 0, guess &* lower > (rest &<< 64 | UInt128(next)) {
      guess &-= 1
      rest &+= upper
    }
    // The difference is below the divisor, so arithmetic modulo 2^128 is exact.
    remainder = (remainder &<< 64 | UInt128(next)) &- guess &* divisor
    return UInt64(truncatingIfNeeded: guess)
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
