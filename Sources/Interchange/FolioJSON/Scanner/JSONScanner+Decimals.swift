import ExactNumbers

extension JSONScanner {
  /// Past a number of up to seven digits before and seven after the point, in quotes or not; nil,
  /// and nothing moves, for all others and for what breaks the grammar.
  @inline(__always)
  mutating func shortDecimal(_ bytes: Span<UInt8>) -> ExactDecimal? {
    guard bytes.holds(Self.shortDecimalReach, at: index) else { return nil }
    return unsafe Self.shortDecimal(bytes, &index)
  }

  /// How many bytes are looked at for a short number: the longest has 7 digits on each side of the
  /// point, and quotes and a sign around them.
  static var shortDecimalReach: Int { 32 }

  /// The same from an offset on; the caller has seen that `shortDecimalReach` bytes are there.
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
      guard fraction.count > 0 else { return nil }
      at &+= 1 &+ fraction.count
      places = fraction.count
      value = value &* power(places) &+ fraction.value
    }
    guard let end = unsafe endOfNumber(bytes, at: at, isQuoted: isQuoted) else { return nil }
    let coefficient = Int64(truncatingIfNeeded: value)
    start = end
    return ExactDecimal(short: isNegative ? 0 &- coefficient : coefficient, places: places)
  }

  /// Where a value ends whose digits end at `at`, a byte that is there; nil for what goes on.
  @unsafe @inline(__always)
  private static func endOfNumber(_ bytes: Span<UInt8>, at: Int, isQuoted: Bool) -> Int? {
    let next = unsafe bytes[unchecked: at]
    if isQuoted { return next == UInt8(ascii: "\"") ? at &+ 1 : nil }
    return next == UInt8(ascii: ",") || next == UInt8(ascii: "}") ? at : nil
  }

  /// How many of eight bytes, from the lowest, are digits, and their value; no digits where all
  /// eight are.
  @inline(__always)
  private static func leadingDigits(_ word: UInt64) -> (value: UInt64, count: Int) {
    let digits = word ^ everyByte(0x30)
    let others = ((digits & everyByte(0x7F)) &+ everyByte(0x76) | digits) & everyByte(0x80)
    let count = others.trailingZeroBitCount &>> 3
    guard count > 0, count < 8 else { return (0, 0) }
    var value = digits &<< UInt64(truncatingIfNeeded: 64 &- count &* 8)
    // Pairs, then fours, then all eight at once.
    value = value &* 10 &+ value &>> 8
    let outer = (value & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let inner = (value &>> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return ((outer &+ inner) &>> 32, count)
  }

  @inline(__always)
  private static func power(_ exponent: Int) -> UInt64 {
    switch exponent {
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
