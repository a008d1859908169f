extension JSONScanner {
  /// Past a number of up to seven digits before and 23 after the point, in quotes or not; nil,
  /// without moving, for all other numbers and for invalid syntax. The caller has checked that
  /// `MemberCursor.valueReach` bytes are there.
  @unsafe @inline(__always)
  static func shortDecimal(_ bytes: Span<UInt8>, _ start: inout Int) -> ExactDecimal? {
    let isQuoted = unsafe bytes[unchecked: start] == UInt8(ascii: "\"")
    var at = isQuoted ? start &+ 1 : start
    let isNegative = unsafe bytes[unchecked: at] == UInt8(ascii: "-")
    if isNegative { at &+= 1 }
    let whole = unsafe leadingDigits(bytes.uncheckedWord(at: at))
    guard whole.count > 0, unsafe bytes[unchecked: at] != 0x30 || whole.count == 1 else {
      return nil
    }
    at &+= whole.count
    var value = whole.value
    var places = 0
    if unsafe bytes[unchecked: at] == UInt8(ascii: ".") {
      let fraction = unsafe leadingDigits(bytes.uncheckedWord(at: at &+ 1))
      guard fraction.count > 0 else { return unsafe longDecimal(bytes, &start, at, value) }
      at &+= 1 &+ fraction.count
      places = fraction.count
      value = value &* power(places) &+ fraction.value
    }
    guard let end = unsafe endOfNumber(bytes, at: at, isQuoted: isQuoted) else { return nil }
    let coefficient = Int64(truncatingIfNeeded: value)
    start = end
    return ExactDecimal(short: isNegative ? 0 &- coefficient : coefficient, places: places)
  }

  /// The same for a number with more than seven digits after the point, which is at an offset;
  /// `whole` is the number before the point.
  @unsafe @inline(never)
  private static func longDecimal(
    _ bytes: Span<UInt8>, _ start: inout Int, _ point: Int, _ whole: UInt64
  ) -> ExactDecimal? {
    let isQuoted = unsafe bytes[unchecked: start] == UInt8(ascii: "\"")
    let sign = unsafe bytes[unchecked: isQuoted ? start &+ 1 : start]
    guard let number = unsafe LongFraction(bytes, at: point &+ 1, whole: whole),
      let end = unsafe endOfNumber(bytes, at: number.end, isQuoted: isQuoted),
      let value = number.value(isNegative: sign == UInt8(ascii: "-"))
    else { return nil }
    start = end
    return value
  }

  /// The end of a value whose digits end at `at`; nil if more characters follow.
  @unsafe @inline(__always)
  fileprivate static func endOfNumber(_ bytes: Span<UInt8>, at: Int, isQuoted: Bool) -> Int? {
    let next = unsafe bytes[unchecked: at]
    if isQuoted { return next == UInt8(ascii: "\"") ? at &+ 1 : nil }
    return next == UInt8(ascii: ",") || next == UInt8(ascii: "}") ? at : nil
  }

  /// How many of eight bytes, from the lowest, are digits, and their value; no digits where all
  /// eight are.
  @inline(__always)
  fileprivate static func leadingDigits(_ word: UInt64) -> (value: UInt64, count: Int) {
    let digits = word ^ everyByte(0x30)
    let others = ((digits & everyByte(0x7F)) &+ everyByte(0x76) | digits) & everyByte(0x80)
    let count = others.trailingZeroBitCount &>> 3
    guard count > 0, count < 8 else { return (0, 0) }
    return (value(ofDigits: digits &<< UInt64(truncatingIfNeeded: 64 &- count &* 8)), count)
  }

  /// The value of eight bytes that are all digits; nil if one is not.
  @inline(__always)
  fileprivate static func eightDigits(_ word: UInt64) -> UInt64? {
    let digits = word ^ everyByte(0x30)
    let others = ((digits & everyByte(0x7F)) &+ everyByte(0x76) | digits) & everyByte(0x80)
    return others == 0 ? value(ofDigits: digits) : nil
  }

  /// The value of eight digits of 0 to 9, the first one lowest.
  @inline(__always)
  private static func value(ofDigits digits: UInt64) -> UInt64 {
    var value = digits
    // Pairs, then fours, then all eight at once.
    value = value &* 10 &+ value &>> 8
    let outer = (value & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let inner = (value &>> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (outer &+ inner) &>> 32
  }

  @inline(__always)
  fileprivate static func power(_ exponent: Int) -> UInt64 {
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    default: 10_000_000
    }
  }
}

/// A number of 8 to 23 digits after the point, as databases write amounts with a fixed number of
/// places.
private struct LongFraction {
  /// The offset after the last digit.
  let end: Int
  private let places: Int
  private let coefficient: Int128

  /// Reads the digits after the point, from an offset on; nil for fewer than eight, or more than
  /// 23. `whole`, before the point, is below 10^7; the caller has checked that 24 bytes are there.
  @unsafe @inline(__always)
  init?(_ bytes: Span<UInt8>, at start: Int, whole: UInt64) {
    guard let first = unsafe JSONScanner.eightDigits(bytes.uncheckedWord(at: start)) else {
      return nil
    }
    // Below 10^15.
    let high = whole &* 100_000_000 &+ first
    let word = unsafe bytes.uncheckedWord(at: start &+ 8)
    guard let second = JSONScanner.eightDigits(word) else {
      let rest = JSONScanner.leadingDigits(word)
      (end, places) = (start &+ 8 &+ rest.count, 8 &+ rest.count)
      coefficient = Self.join(high, JSONScanner.power(rest.count), rest.value)
      return
    }
    let third = unsafe bytes.uncheckedWord(at: start &+ 16)
    guard JSONScanner.eightDigits(third) == nil else { return nil }
    let rest = JSONScanner.leadingDigits(third)
    (end, places) = (start &+ 16 &+ rest.count, 16 &+ rest.count)
    let power = JSONScanner.power(rest.count)
    coefficient = Self.join(high, power &* 100_000_000, second &* power &+ rest.value)
  }

  /// `high * power + low`, below 10^30.
  @inline(__always)
  private static func join(_ high: UInt64, _ power: UInt64, _ low: UInt64) -> Int128 {
    let product = high.multipliedFullWidth(by: power)
    let (sum, carries) = product.low.addingReportingOverflow(low)
    let top = product.high &+ (carries ? 1 : 0)
    return Int128(truncatingIfNeeded: UInt128(top) &<< 64 | UInt128(sum))
  }

  /// The number, with its sign.
  @inline(__always)
  func value(isNegative: Bool) -> ExactDecimal? {
    try? ExactDecimal(coefficient: isNegative ? 0 &- coefficient : coefficient, places: places)
  }
}
