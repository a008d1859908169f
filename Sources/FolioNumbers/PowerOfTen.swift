/// The powers of ten that fit in one or two machine words.
@usableFromInline
enum PowerOfTen {
  /// The largest exponent that ``short(_:)`` supports.
  @usableFromInline static var lastShort: Int { 19 }

  /// 10 to the power of `exponent`, for 0...19; any other exponent counts as 19.
  ///
  /// The switch compiles to a load from a constant table, without lazy initialization or bounds
  /// checks.
  @inlinable @inline(__always)
  static func short(_ exponent: Int) -> UInt64 {
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1_000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    case 8: 100_000_000
    case 9: 1_000_000_000
    case 10: 10_000_000_000
    case 11: 100_000_000_000
    case 12: 1_000_000_000_000
    case 13: 10_000_000_000_000
    case 14: 100_000_000_000_000
    case 15: 1_000_000_000_000_000
    case 16: 10_000_000_000_000_000
    case 17: 100_000_000_000_000_000
    case 18: 1_000_000_000_000_000_000
    default: 10_000_000_000_000_000_000
    }
  }

  /// 10 to the power of `exponent`, for 0...38; a larger exponent counts as 38.
  @inlinable
  static func wide(_ exponent: Int) -> UInt128 {
    guard exponent > lastShort else { return UInt128(short(exponent)) }
    return UInt128(short(lastShort)) &* UInt128(short(exponent &- lastShort))
  }

  /// The number of decimal digits of `value`; 1 for zero.
  @inlinable
  static func digitCount(_ value: UInt64) -> Int {
    // 1233 / 4096 is slightly more than log10(2), so the guess is right or one too small. Setting
    // the lowest bit gives zero one digit and changes no other count.
    let value = value | 1
    let guess = ((64 &- value.leadingZeroBitCount) &* 1233) &>> 12
    return value < short(guess) ? guess : guess &+ 1
  }

  /// The number of decimal digits of `value`, which must be below 10^38; 1 for zero.
  @inlinable
  static func digitCount(wide value: UInt128) -> Int {
    let low = UInt64(truncatingIfNeeded: value)
    guard UInt128(low) != value else { return digitCount(low) }
    let guess = ((128 &- value.leadingZeroBitCount) &* 1233) &>> 12
    return value < wide(guess) ? guess : guess &+ 1
  }
}
