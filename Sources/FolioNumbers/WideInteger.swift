/// An unsigned integer of 256 bits: what the product of two coefficients needs, and no more.
///
///     value = high · 2^128 + low
///
/// The product of two coefficients is below 10^72, and 10^72 < 2^240, so that every exact
/// product has room, and a sum of two as well.
struct WideInteger: Sendable, Hashable, Comparable {
  var high: UInt128
  var low: UInt128

  static let zero = WideInteger(high: 0, low: 0)

  init(high: UInt128, low: UInt128) {
    self.high = high
    self.low = low
  }

  init(_ value: UInt128) {
    self.init(high: 0, low: value)
  }

  /// `x · y`, exactly.
  init(product x: UInt128, _ y: UInt128) {
    let full = x.multipliedFullWidth(by: y)
    self.init(high: full.high, low: full.low)
  }

  var isOdd: Bool { low & 1 == 1 }

  static func < (left: WideInteger, right: WideInteger) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }

  /// The sum, or nil where it needs more than 256 bits.
  func adding(_ other: WideInteger) -> WideInteger? {
    let (sum, carry) = low.addingReportingOverflow(other.low)
    let (upper, lost) = high.addingReportingOverflow(other.high)
    let (top, lostToo) = upper.addingReportingOverflow(carry ? 1 : 0)
    return lost || lostToo ? nil : WideInteger(high: top, low: sum)
  }

  /// How far apart the two are: the larger one less the smaller one.
  func distance(to other: WideInteger) -> WideInteger {
    let (larger, smaller) = self < other ? (other, self) : (self, other)
    let (difference, borrow) = larger.low.subtractingReportingOverflow(smaller.low)
    return WideInteger(high: larger.high &- smaller.high &- (borrow ? 1 : 0), low: difference)
  }

  /// The product, or nil where it needs more than 256 bits.
  func multiplied(by factor: UInt128) -> WideInteger? {
    let bottom = WideInteger(product: low, factor)
    guard high != 0 else { return bottom }
    let (top, lost) = high.multipliedReportingOverflow(by: factor)
    return lost ? nil : bottom.adding(WideInteger(high: top, low: 0))
  }

  /// Quotient and remainder; a divisor of zero gives a quotient of zero and the dividend's low
  /// half as the remainder (callers rule it out before).
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

  /// One digit in base 2^128: `(remainder, next) / divisor`, where `remainder < divisor` and the
  /// divisor's top bit is set.
  private static func divideStep(
    _ remainder: inout UInt128, _ next: UInt128, by divisor: UInt128
  ) -> UInt128 {
    let upper = halfStep(&remainder, UInt64(truncatingIfNeeded: next &>> 64), by: divisor)
    let lower = halfStep(&remainder, UInt64(truncatingIfNeeded: next), by: divisor)
    return UInt128(upper) &<< 64 | UInt128(lower)
  }

  /// One digit in base 2^64 by Knuth's algorithm D (TAOCP 4.3.1): guess it from the divisor's
  /// upper half, then take the guess back, at most twice, while it is too large.
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
    // The true difference is below the divisor, so that it is right modulo 2^128.
    remainder = (remainder &<< 64 | UInt128(next)) &- guess &* divisor
    return UInt64(truncatingIfNeeded: guess)
  }
}
