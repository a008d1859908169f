extension ExactDecimal {
  /// Parses a number. The grammar and faults are those of ``parse(_:)``.
  public init(_ text: some StringProtocol) throws(NumberFault) {
    self = try Array(text.utf8).withSpan(Self.parse)
  }

  /// Parses a ratio, which may be a percentage: `0.2` or `20%`.
  public init(ratio text: some StringProtocol) throws(NumberFault) {
    guard text.hasSuffix("%") else {
      try self.init(text)
      return
    }
    let percent = try ExactDecimal(text.dropLast())
    do throws(ArithmeticFault) {
      self = try percent.multiplied(by: ExactDecimal(unchecked: 1, places: 2))
    } catch {
      throw .tooManyPlaces
    }
  }

  /// Parses a number in JSON syntax (RFC 8259, section 6): an optional minus sign, digits without a
  /// leading zero, an optional fraction and an optional exponent.
  ///
  /// The result is exact. Decimal places are kept as written; trailing zeros of the fraction are
  /// dropped only if they do not fit. An exponent moves the decimal point: 1.5e1 is 15, and 1e-3 is
  /// 0.001.
  @inlinable
  public static func parse(_ bytes: Span<UInt8>) throws(NumberFault) -> ExactDecimal {
    if let short = parseShort(bytes) { return short }
    return try parseLong(bytes)
  }

  /// Parses a number of up to 18 bytes after the sign, without an exponent; nil for all others and
  /// for syntax errors.
  @inlinable
  static func parseShort(_ bytes: Span<UInt8>) -> ExactDecimal? {
    let count = bytes.count
    guard count > 0, count <= 19 else { return nil }
    let isNegative = bytes[0] == 0x2D
    let start = isNegative ? 1 : 0
    guard count > start, count &- start <= 18 else { return nil }
    var value: UInt64 = 0
    var end = readDigits(bytes, from: start, into: &value)
    guard end > start, bytes[start] != 0x30 || end &- start == 1 else { return nil }
    var places = 0
    if end < count {
      places = count &- 1 &- end
      guard bytes[end] == 0x2E, places > 0 else { return nil }
      end = readDigits(bytes, from: end &+ 1, into: &value)
      guard end == count else { return nil }
    }
    let coefficient = Int128(value)
    return ExactDecimal(unchecked: isNegative ? 0 &- coefficient : coefficient, places: places)
  }

  /// Appends consecutive digits to a value. Returns the offset of the first byte that is not a
  /// digit.
  @inlinable @inline(__always)
  static func readDigits(_ bytes: Span<UInt8>, from start: Int, into value: inout UInt64) -> Int {
    var index = start
    while index < bytes.count {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { break }
      value = value &* 10 &+ UInt64(digit)
      index &+= 1
    }
    return index
  }

  @usableFromInline
  static func parseLong(_ bytes: Span<UInt8>) throws(NumberFault) -> ExactDecimal {
    let shape = try NumberShape(bytes)
    return try shape.value(in: bytes)
  }
}

/// The positions of the parts of a number. They are found first, so that parsing takes linear time
/// for any number of digits and any exponent.
struct NumberShape {
  var isNegative: Bool
  var whole: Range<Int>
  var fraction: Range<Int>
  /// The power of ten, clamped to ±10^17, which is larger than any length of a text and cannot
  /// overflow.
  var exponent = 0

  private static let farAway = 100_000_000_000_000_000

  /// Validates the syntax of the whole text.
  init(_ bytes: Span<UInt8>) throws(NumberFault) {
    guard bytes.count > 0 else { throw .empty }
    isNegative = bytes[0] == 0x2D
    whole = try Self.digits(bytes, from: isNegative ? 1 : 0)
    if whole.count > 1, bytes[whole.lowerBound] == 0x30 {
      throw .syntax(offset: whole.lowerBound + 1)
    }
    var end = whole.upperBound
    fraction = end..<end
    if end < bytes.count, bytes[end] == 0x2E {
      fraction = try Self.digits(bytes, from: end + 1)
      end = fraction.upperBound
    }
    if end < bytes.count, bytes[end] | 0x20 == 0x65 {
      (exponent, end) = try Self.power(bytes, from: end + 1)
    }
    guard end == bytes.count else { throw .syntax(offset: end) }
  }

  /// One or more digits.
  private static func digits(
    _ bytes: Span<UInt8>, from start: Int
  ) throws(NumberFault) -> Range<Int> {
    var end = start
    while end < bytes.count, bytes[end] &- 0x30 < 10 { end += 1 }
    guard end > start else { throw .syntax(offset: start) }
    return start..<end
  }

  private static func power(
    _ bytes: Span<UInt8>, from start: Int
  ) throws(NumberFault) -> (exponent: Int, end: Int) {
    var start = start
    var isNegative = false
    if start < bytes.count, bytes[start] == 0x2D || bytes[start] == 0x2B {
      isNegative = bytes[start] == 0x2D
      start += 1
    }
    let range = try digits(bytes, from: start)
    var exponent = 0
    for index in range {
      exponent = min(exponent * 10 + Int(bytes[index] &- 0x30), farAway)
    }
    return (isNegative ? -exponent : exponent, range.upperBound)
  }

  /// The value of the number.
  func value(in bytes: Span<UInt8>) throws(NumberFault) -> ExactDecimal {
    var places = fraction.count - exponent
    var (length, zeros) = significantDigits(in: bytes)
    guard length > 0 else {
      return ExactDecimal(
        unchecked: 0, places: min(max(places, 0), ExactDecimal.maximumPlaces))
    }
    // Only trailing zeros of the fraction may be dropped, and only as many as necessary.
    let excess = max(places - ExactDecimal.maximumPlaces, length - ExactDecimal.maximumDigits, 0)
    guard excess <= zeros else {
      throw places - min(zeros, max(places, 0)) > ExactDecimal.maximumPlaces
        ? .tooManyPlaces : .tooManyDigits
    }
    (places, length, zeros) = (places - excess, length - excess, zeros - excess)
    guard length - min(places, 0) <= ExactDecimal.maximumDigits else { throw .tooManyDigits }
    let digits = coefficient(in: bytes, length: length)
    let magnitude = Int128(truncatingIfNeeded: digits &* PowerOfTen.wide(max(-places, 0)))
    return ExactDecimal(
      unchecked: isNegative ? 0 &- magnitude : magnitude, places: max(places, 0))
  }

  /// The number of digits from the first nonzero one to the end, and the number of trailing zeros.
  private func significantDigits(in bytes: Span<UInt8>) -> (length: Int, zeros: Int) {
    var (length, zeros) = (0, 0)
    for range in [whole, fraction] {
      for index in range {
        let isZero = bytes[index] == 0x30
        zeros = isZero ? zeros + 1 : 0
        if length > 0 || !isZero { length += 1 }
      }
    }
    return (length, zeros)
  }

  /// The first `length` significant digits (at most 36) as an integer.
  private func coefficient(in bytes: Span<UInt8>, length: Int) -> UInt128 {
    var (value, left) = (UInt128(0), length)
    for range in [whole, fraction] {
      for index in range where left > 0 {
        let digit = bytes[index] &- 0x30
        guard left < length || digit != 0 else { continue }
        value = value &* 10 &+ UInt128(digit)
        left -= 1
      }
    }
    return value
  }
}
