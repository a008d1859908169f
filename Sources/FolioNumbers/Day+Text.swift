extension Day: CustomStringConvertible {
  /// Parses YYYY-MM-DD. Throws the same faults as ``parse(_:)``.
  public init(_ text: some StringProtocol) throws(DayFault) {
    self = try Array(text.utf8).withSpan(Day.parse)
  }

  /// Parses YYYY-MM-DD: exactly four, two and two digits, for an existing day.
  @inlinable
  public static func parse(_ bytes: Span<UInt8>) throws(DayFault) -> Day {
    guard bytes.count >= 10 else { throw shortFault(bytes) }
    let day = try parsePrefix(bytes)
    guard bytes.count == 10 else { throw .syntax(offset: 10) }
    return day
  }

  /// Parses the first ten bytes. There must be at least ten.
  @inlinable
  static func parsePrefix(_ bytes: Span<UInt8>) throws(DayFault) -> Day {
    let digits = (
      bytes[0] &- 0x30, bytes[1] &- 0x30, bytes[2] &- 0x30, bytes[3] &- 0x30,
      bytes[5] &- 0x30, bytes[6] &- 0x30, bytes[8] &- 0x30, bytes[9] &- 0x30
    )
    let first = max(max(digits.0, digits.1), max(digits.2, digits.3))
    let second = max(max(digits.4, digits.5), max(digits.6, digits.7))
    guard max(first, second) < 10, bytes[4] == 0x2D, bytes[7] == 0x2D else {
      throw shortFault(bytes)
    }
    let century = Int(digits.0) &* 10 &+ Int(digits.1)
    return try Day(
      year: century &* 100 &+ Int(digits.2) &* 10 &+ Int(digits.3),
      month: Int(digits.4) &* 10 &+ Int(digits.5), day: Int(digits.6) &* 10 &+ Int(digits.7))
  }

  /// The fault at the first byte that does not match YYYY-MM-DD.
  @usableFromInline
  static func shortFault(_ bytes: Span<UInt8>) -> DayFault {
    for offset in 0..<min(bytes.count, 10) {
      let isDash = offset == 4 || offset == 7
      let fits = isDash ? bytes[offset] == 0x2D : bytes[offset] &- 0x30 < 10
      if !fits { return .syntax(offset: offset) }
    }
    return .syntax(offset: min(bytes.count, 10))
  }

  /// The day as YYYY-MM-DD.
  public var description: String { String(writing: write(into:)) }

  /// Appends YYYY-MM-DD as ASCII.
  public func write(into bytes: inout [UInt8]) {
    let (year, month, day) = civil
    bytes.append(addingCapacity: 10) { room in
      Self.writePair(year / 100, into: &room)
      Self.writePair(year % 100, into: &room)
      room.append(0x2D)
      Self.writePair(month, into: &room)
      room.append(0x2D)
      Self.writePair(day, into: &room)
    }
  }

  /// Appends two digits of a value in 0...99.
  static func writePair(_ value: Int, into room: inout OutputSpan<UInt8>) {
    room.append(0x30 &+ UInt8(truncatingIfNeeded: value / 10))
    room.append(0x30 &+ UInt8(truncatingIfNeeded: value % 10))
  }
}
