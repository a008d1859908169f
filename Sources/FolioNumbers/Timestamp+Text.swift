extension Timestamp: CustomStringConvertible {
  /// Parses a timestamp. The grammar and faults are those of ``parse(_:)``.
  public init(_ text: some StringProtocol) throws(TimestampFault) {
    self = try Array(text.utf8).withSpan(Timestamp.parse)
  }

  /// Parses RFC 3339, `YYYY-MM-DDTHH:MM:SS[.f](Z|±HH:MM)`, and the variants of PostgreSQL and
  /// spreadsheets: a space instead of the T, an offset of ±HH or ±HHMM, no offset (UTC), and a date
  /// without a time (midnight UTC).
  ///
  /// T and Z may be lowercase, as in RFC 3339. A fraction has up to nine digits; further digits
  /// must be zeros. 24:00:00 and second 60 are not valid.
  public static func parse(_ bytes: Span<UInt8>) throws(TimestampFault) -> Timestamp {
    let day = try parseDay(bytes)
    if bytes.count == 10 {
      return Timestamp(
        unchecked: day, secondOfDay: 0, nanoseconds: 0, offsetMinutes: 0, form: .dateOnly)
    }
    guard bytes[10] | 0x20 == 0x74 || bytes[10] == 0x20 else { throw .syntax(offset: 10) }
    let hour = try pair(bytes, at: 11)
    try expectColon(bytes, at: 13)
    let minute = try pair(bytes, at: 14)
    try expectColon(bytes, at: 16)
    let second = try pair(bytes, at: 17)
    let secondOfDay = try secondOfDay(hour: hour, minute: minute, second: second)
    let (nanoseconds, end) = try parseFraction(bytes, from: 19)
    let (offset, form) = try parseOffset(bytes, from: end)
    return Timestamp(
      unchecked: day, secondOfDay: secondOfDay, nanoseconds: nanoseconds, offsetMinutes: offset,
      form: form)
  }

  private static func parseDay(_ bytes: Span<UInt8>) throws(TimestampFault) -> Day {
    guard bytes.count >= 10 else { throw .date(Day.shortFault(bytes)) }
    do {
      return try Day.parsePrefix(bytes)
    } catch {
      throw .date(error)
    }
  }

  /// Two digits.
  private static func pair(_ bytes: Span<UInt8>, at offset: Int) throws(TimestampFault) -> Int {
    guard offset < bytes.count, bytes[offset] &- 0x30 < 10 else { throw .syntax(offset: offset) }
    guard offset + 1 < bytes.count, bytes[offset + 1] &- 0x30 < 10 else {
      throw .syntax(offset: offset + 1)
    }
    return Int(bytes[offset] &- 0x30) * 10 + Int(bytes[offset + 1] &- 0x30)
  }

  private static func expectColon(
    _ bytes: Span<UInt8>, at offset: Int
  ) throws(TimestampFault) {
    guard offset < bytes.count, bytes[offset] == 0x3A else { throw .syntax(offset: offset) }
  }

  /// An optional fraction: a point followed by digits.
  private static func parseFraction(
    _ bytes: Span<UInt8>, from start: Int
  ) throws(TimestampFault) -> (nanoseconds: UInt32, end: Int) {
    guard start < bytes.count, bytes[start] == 0x2E else { return (0, start) }
    var end = start + 1
    var unit: UInt32 = 100_000_000
    var nanoseconds: UInt32 = 0
    while end < bytes.count, bytes[end] &- 0x30 < 10 {
      let digit = UInt32(bytes[end] &- 0x30)
      guard unit > 0 || digit == 0 else { throw .tooPrecise(offset: end) }
      nanoseconds += digit * unit
      unit /= 10
      end += 1
    }
    guard end > start + 1 else { throw .syntax(offset: end) }
    return (nanoseconds, end)
  }

  /// Z, ±HH, ±HHMM, ±HH:MM or nothing, up to the end of the text.
  private static func parseOffset(
    _ bytes: Span<UInt8>, from start: Int
  ) throws(TimestampFault) -> (minutes: Int, form: Form) {
    guard start < bytes.count else { return (0, .noOffset) }
    if bytes[start] | 0x20 == 0x7A {
      guard bytes.count == start + 1 else { throw .syntax(offset: start + 1) }
      return (0, .utc)
    }
    guard bytes[start] == 0x2B || bytes[start] == 0x2D else { throw .syntax(offset: start) }
    let hours = try pair(bytes, at: start + 1)
    var (minutes, end) = (0, start + 3)
    if end < bytes.count {
      if bytes[end] == 0x3A { end += 1 }
      minutes = try pair(bytes, at: end)
      end += 2
    }
    guard end == bytes.count else { throw .syntax(offset: end) }
    guard hours < 24, minutes < 60 else { throw .offsetOutOfRange }
    let total = hours * 60 + minutes
    return (bytes[start] == 0x2D ? -total : total, .offset)
  }

  /// The timestamp in RFC 3339 with the offset as written: "2024-03-01T14:30:00.5+05:30".
  ///
  /// The fraction has no trailing zeros. If no offset was written, the offset is Z.
  public var description: String { String(writing: write(into:)) }

  /// Appends ``description`` as ASCII.
  public func write(into bytes: inout [UInt8]) {
    day.write(into: &bytes)
    let second = secondOfDay
    bytes.append(addingCapacity: 9) { room in
      room.append(0x54)
      Day.writePair(second / 3600, into: &room)
      room.append(0x3A)
      Day.writePair(second / 60 % 60, into: &room)
      room.append(0x3A)
      Day.writePair(second % 60, into: &room)
    }
    if nanoseconds > 0 { writeFraction(into: &bytes) }
    guard form == .offset else {
      bytes.append(0x5A)
      return
    }
    bytes.append(addingCapacity: 6) { room in
      room.append(offsetMinutes < 0 ? 0x2D : 0x2B)
      Day.writePair(Int(offsetMinutes.magnitude) / 60, into: &room)
      room.append(0x3A)
      Day.writePair(Int(offsetMinutes.magnitude) % 60, into: &room)
    }
  }

  private func writeFraction(into bytes: inout [UInt8]) {
    bytes.append(0x2E)
    var (rest, unit) = (nanoseconds, UInt32(100_000_000))
    while rest > 0 {
      bytes.append(0x30 &+ UInt8(truncatingIfNeeded: rest / unit))
      rest %= unit
      unit /= 10
    }
  }
}
