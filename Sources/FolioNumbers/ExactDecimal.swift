/// A decimal number with up to 36 digits, of which up to 36 are decimal places. It is rounded only
/// on request.
///
/// A number keeps the decimal places that it was written with (1.50 stays 1.50), but equality,
/// order and hash ignore trailing zeros (1.5 == 1.50). An operation whose exact result does not fit
/// throws an ``ArithmeticFault``. There is no NaN, no infinity and no negative zero.
///
/// The layout, 16 bytes:
///
///     bit 127                                   6 5      0
///     ┌──────────────────────────────────────────┬────────┐
///     │ coefficient, two's complement, < 10^36   │ places │   value = coefficient / 10^places
///     └──────────────────────────────────────────┴────────┘
///
/// 10^36 < 2^120, so the sum of two coefficients always fits in the field. The range is checked
/// once, after the addition.
@frozen
public struct ExactDecimal: Sendable {
  @usableFromInline let bits: Int128

  @inlinable
  init(bits: Int128) {
    self.bits = bits
  }

  /// Requires that the coefficient is below 10^36 in magnitude and that the places are in 0...36.
  @inlinable
  init(unchecked coefficient: Int128, places: Int) {
    bits = (coefficient &<< 6) | Int128(truncatingIfNeeded: places)
  }

  /// The maximum number of digits, before and after the decimal point together.
  @inlinable public static var maximumDigits: Int { 36 }

  /// The maximum number of decimal places.
  @inlinable public static var maximumPlaces: Int { 36 }

  /// 10^36, the upper limit for the magnitude of a coefficient (exclusive).
  @inlinable static var limit: Int128 { 1_000_000_000_000_000_000_000_000_000_000_000_000 }

  /// 0, without decimal places.
  @inlinable public static var zero: ExactDecimal { ExactDecimal(bits: 0) }

  /// 1, without decimal places.
  @inlinable public static var one: ExactDecimal { ExactDecimal(bits: 1 &<< 6) }

  /// Creates an integer. Never fails: every `Int` has fewer than 36 digits.
  @inlinable
  public init(_ integer: Int) {
    self.init(unchecked: Int128(integer), places: 0)
  }

  /// Creates the number `coefficient / 10^places`.
  ///
  /// Throws `overflow` if the coefficient has more than 36 digits, and `tooManyPlaces` if the
  /// places are not in 0...36.
  @inlinable
  public init(coefficient: Int128, places: Int) throws(ArithmeticFault) {
    guard places >= 0, places <= Self.maximumPlaces else { throw .tooManyPlaces }
    guard coefficient < Self.limit, coefficient > -Self.limit else { throw .overflow }
    self.init(unchecked: coefficient, places: places)
  }

  /// Creates the number `coefficient / 10^places`. Requires places in 0...36; every `Int64` fits.
  @inlinable
  package init(short coefficient: Int64, places: Int) {
    self.init(unchecked: Int128(coefficient), places: places)
  }

  /// The digits as an integer, without the decimal point: 150 for 1.50.
  @inlinable public var coefficient: Int128 { bits &>> 6 }

  /// The number of decimal places, including trailing zeros: 2 for 1.50.
  @inlinable public var places: Int { Int(truncatingIfNeeded: bits) & 63 }

  /// The number of digits before the decimal point; 1 for 0.5.
  package var wholeDigits: Int {
    max(PowerOfTen.digitCount(wide: coefficient.magnitude) - places, 1)
  }

  /// Whether the number is zero.
  @inlinable public var isZero: Bool { coefficient == 0 }

  /// Whether the number is less than zero.
  @inlinable public var isNegative: Bool { bits < 0 }

  /// Whether the number is greater than zero.
  @inlinable public var isPositive: Bool { bits > 63 }

  /// The sign: -1, 0 or 1.
  @inlinable public var signum: Int { isNegative ? -1 : (isPositive ? 1 : 0) }

  /// The absolute value. Never fails: the range is symmetric.
  @inlinable public var magnitude: ExactDecimal { isNegative ? -self : self }

  /// The negated number with the same decimal places. Never fails: the range is symmetric.
  @inlinable
  public static prefix func - (value: ExactDecimal) -> ExactDecimal {
    // bits = coefficient · 64 + places
    ExactDecimal(bits: Int128(truncatingIfNeeded: 2 &* value.places) &- value.bits)
  }

  /// Whether raw bits contain a coefficient in range, judged by the upper word only. May be false
  /// for the largest valid coefficients, but is never true for an invalid one.
  @inlinable
  @inline(__always)
  static func isSurelyInRange(_ bits: Int128) -> Bool {
    let upper = Int64(truncatingIfNeeded: bits &>> 64)
    let end = Int64(truncatingIfNeeded: (limit &<< 6) &>> 64)
    return upper >= 0 &- end && upper < end
  }
}

extension ExactDecimal: ExpressibleByIntegerLiteral {
  /// Creates a number from an integer literal.
  @inlinable
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}
