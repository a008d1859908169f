/// A decimal number that is never rounded unless it is asked to be: up to 36 digits, of which up
/// to 36 stand after the point.
///
/// The places that a number was written with are kept (1.50 stays 1.50), but equality, order
/// and hash are those of the number (1.5 == 1.50). An operation whose exact result has no room
/// fails with an ``ArithmeticFault``; there is no NaN, no infinity and no negative zero.
///
/// The layout, 16 bytes:
///
///     bit 127                                   6 5      0
///     ┌──────────────────────────────────────────┬────────┐
///     │ coefficient, two's complement, < 10^36   │ places │   value = coefficient / 10^places
///     └──────────────────────────────────────────┴────────┘
///
/// 10^36 < 2^120, so that the sum of two coefficients never leaves the field: it is checked
/// once, after the addition.
@frozen
public struct ExactDecimal: Sendable {
  @usableFromInline let bits: Int128

  @inlinable
  init(bits: Int128) {
    self.bits = bits
  }

  /// For a coefficient below 10^36 and places in 0...36, both known to be so.
  @inlinable
  init(unchecked coefficient: Int128, places: Int) {
    bits = (coefficient &<< 6) | Int128(truncatingIfNeeded: places)
  }

  /// The most digits a number has, before and after the point together.
  @inlinable public static var maximumDigits: Int { 36 }

  /// The most digits that a number has after the point.
  @inlinable public static var maximumPlaces: Int { 36 }

  /// 10^36, the first coefficient with no room.
  @inlinable static var limit: Int128 { 1_000_000_000_000_000_000_000_000_000_000_000_000 }

  /// 0, without places.
  @inlinable public static var zero: ExactDecimal { ExactDecimal(bits: 0) }

  /// 1, without places.
  @inlinable public static var one: ExactDecimal { ExactDecimal(bits: 1 &<< 6) }

  /// An integer. Never fails: every `Int` has fewer than 36 digits.
  @inlinable
  public init(_ integer: Int) {
    self.init(unchecked: Int128(integer), places: 0)
  }

  /// `coefficient / 10^places`.
  ///
  /// Throws `overflow` where the coefficient has more than 36 digits and `tooManyPlaces` where
  /// the places are not in 0...36.
  @inlinable
  public init(coefficient: Int128, places: Int) throws(ArithmeticFault) {
    guard places >= 0, places <= Self.maximumPlaces else { throw .tooManyPlaces }
    guard coefficient < Self.limit, coefficient > -Self.limit else { throw .overflow }
    self.init(unchecked: coefficient, places: places)
  }

  /// `coefficient / 10^places`, for places that are known to be in 0...36: no `Int64` has more
  /// digits than there is room for.
  @inlinable
  package init(short coefficient: Int64, places: Int) {
    self.init(unchecked: Int128(coefficient), places: places)
  }

  /// The digits as one integer, without the point: 150 for 1.50.
  @inlinable public var coefficient: Int128 { bits &>> 6 }

  /// How many digits stand after the point, zeros at the end included: 2 for 1.50.
  @inlinable public var places: Int { Int(truncatingIfNeeded: bits) & 63 }

  /// How many digits stand before the point; 1 for 0.5.
  package var wholeDigits: Int {
    max(PowerOfTen.digitCount(wide: coefficient.magnitude) - places, 1)
  }

  /// Whether the number is 0, with whatever places.
  @inlinable public var isZero: Bool { coefficient == 0 }

  /// Whether the number is below 0.
  @inlinable public var isNegative: Bool { bits < 0 }

  /// Whether the number is above 0.
  @inlinable public var isPositive: Bool { bits > 63 }

  /// -1, 0 or 1.
  @inlinable public var signum: Int { isNegative ? -1 : (isPositive ? 1 : 0) }

  /// The number without its sign. Never fails: the range is symmetric.
  @inlinable public var magnitude: ExactDecimal { isNegative ? -self : self }

  /// The number with the other sign and the same places. Never fails: the range is symmetric.
  @inlinable
  public static prefix func - (value: ExactDecimal) -> ExactDecimal {
    // bits = coefficient · 64 + places
    ExactDecimal(bits: Int128(truncatingIfNeeded: 2 &* value.places) &- value.bits)
  }

  /// Whether raw bits hold a coefficient within the range, by their upper word alone: of those
  /// that do, the very longest are turned away.
  @inlinable
  @inline(__always)
  static func isSurelyInRange(_ bits: Int128) -> Bool {
    let upper = Int64(truncatingIfNeeded: bits &>> 64)
    let end = Int64(truncatingIfNeeded: (limit &<< 6) &>> 64)
    return upper >= 0 &- end && upper < end
  }
}

extension ExactDecimal: ExpressibleByIntegerLiteral {
  /// An integer literal.
  @inlinable
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}
