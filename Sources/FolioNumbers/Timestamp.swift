/// An instant, together with the local time and offset as written.
///
/// Equality, order and hash depend only on the instant. The offset and the form are kept so that
/// the calendar date does not shift and the timestamp can be written back.
///
/// The layout, 15 bytes: seconds since 1970-01-01T00:00:00Z (8), nanoseconds (4), offset in minutes
/// (2), form (1). Leap seconds are not counted, as in POSIX time.
@frozen
public struct Timestamp: Sendable {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down; negative for earlier times.
  public let seconds: Int64
  /// The fraction of a second in nanoseconds: 0...999_999_999.
  public let nanoseconds: UInt32
  /// The offset from UTC as written, in minutes: 330 for +05:30, 0 for Z and for no offset.
  public let offsetMinutes: Int16
  /// The form in which the timestamp was written.
  public let form: Form

  /// The form of a timestamp.
  @frozen
  public enum Form: UInt8, Sendable, Hashable {
    /// A date and a time with "Z".
    case utc
    /// A date and a time with a numeric offset.
    case offset
    /// A date and a time without an offset; interpreted as UTC.
    case noOffset
    /// A date only; interpreted as midnight UTC.
    case dateOnly
  }

  @inlinable
  init(
    unchecked day: Day, secondOfDay: Int, nanoseconds: UInt32, offsetMinutes: Int, form: Form
  ) {
    let civil = Int64(day.daysSince1970) &* 86_400 &+ Int64(secondOfDay)
    seconds = civil &- Int64(offsetMinutes) &* 60
    self.nanoseconds = nanoseconds
    self.offsetMinutes = Int16(truncatingIfNeeded: offsetMinutes)
    self.form = form
  }

  /// Creates a timestamp from a local date and time with an offset from UTC.
  ///
  /// Throws `hourOutOfRange`, `minuteOutOfRange`, `secondOutOfRange`, `nanosecondOutOfRange` or,
  /// for an offset of 24 hours or more, `offsetOutOfRange`.
  public init(
    day: Day, hour: Int = 0, minute: Int = 0, second: Int = 0, nanosecond: Int = 0,
    offsetMinutes: Int = 0
  ) throws(TimestampFault) {
    let secondOfDay = try Timestamp.secondOfDay(hour: hour, minute: minute, second: second)
    guard 0..<1_000_000_000 ~= nanosecond else { throw .nanosecondOutOfRange(nanosecond) }
    guard -1439...1439 ~= offsetMinutes else { throw .offsetOutOfRange }
    self.init(
      unchecked: day, secondOfDay: secondOfDay, nanoseconds: UInt32(nanosecond),
      offsetMinutes: offsetMinutes, form: offsetMinutes == 0 ? .utc : .offset)
  }

  /// Creates the start of a day in UTC, in the form of a date alone.
  public init(_ day: Day) {
    self.init(
      unchecked: day, secondOfDay: 0, nanoseconds: 0, offsetMinutes: 0, form: .dateOnly)
  }

  /// Creates an instant in UTC from seconds since 1970-01-01T00:00:00Z and nanoseconds. Instants
  /// outside the years 1...9999 are clamped to the first or last second of that range.
  public init(secondsSince1970: Int, nanoseconds: UInt32 = 0) {
    let first = Int(Day.first.daysSince1970) * 86_400
    let last = Int(Day.last.daysSince1970) * 86_400 + 86_399
    let seconds = min(max(secondsSince1970, first), last)
    let days = (seconds - first) / 86_400 + first / 86_400
    self.init(
      unchecked: Day(unchecked: Int32(days)), secondOfDay: seconds - days * 86_400,
      nanoseconds: min(nanoseconds, 999_999_999), offsetMinutes: 0, form: .utc)
  }

  /// The seconds since another point in time, exactly.
  package func seconds(since start: Int64) -> ExactDecimal {
    // Below 2^64 · 10^9, which has 29 digits.
    ExactDecimal(
      unchecked: Int128(seconds &- start) * 1_000_000_000 + Int128(nanoseconds), places: 9)
  }

  /// The calendar date as written, not converted to another time zone.
  @inlinable
  public var day: Day {
    let civil = seconds &+ Int64(offsetMinutes) &* 60
    let days = (civil &- (civil < 0 ? 86_399 : 0)) / 86_400
    return Day(unchecked: Int32(truncatingIfNeeded: days))
  }

  /// Seconds since midnight in local time as written: 0...86_399.
  @inlinable
  public var secondOfDay: Int {
    Int(seconds &+ Int64(offsetMinutes) &* 60 &- Int64(day.daysSince1970) &* 86_400)
  }

  /// Validates a time. 24:00:00 is not valid since it would belong to two days. Second 60 is not
  /// valid since POSIX time cannot represent leap seconds.
  @inlinable
  static func secondOfDay(hour: Int, minute: Int, second: Int) throws(TimestampFault) -> Int {
    guard hour >= 0, hour < 24 else { throw .hourOutOfRange(hour) }
    guard minute >= 0, minute < 60 else { throw .minuteOutOfRange(minute) }
    guard second >= 0, second < 60 else { throw .secondOutOfRange(second) }
    return (hour &* 60 &+ minute) &* 60 &+ second
  }
}

extension Timestamp: Hashable, Comparable {
  /// Whether both are the same instant, regardless of their offsets.
  @inlinable
  public static func == (left: Timestamp, right: Timestamp) -> Bool {
    left.seconds == right.seconds && left.nanoseconds == right.nanoseconds
  }

  /// Orders timestamps chronologically.
  @inlinable
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.seconds == right.seconds
      ? left.nanoseconds < right.nanoseconds : left.seconds < right.seconds
  }

  /// Hashes the instant.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(seconds)
    hasher.combine(nanoseconds)
  }
}

/// The reason why a text is not a timestamp. Offsets are in bytes from the start of the text.
@frozen
public enum TimestampFault: Error, Sendable, Hashable {
  /// The date at the start is not valid.
  case date(DayFault)
  /// The byte at this offset violates the grammar. At an unexpected end, the offset is the length
  /// of the text.
  case syntax(offset: Int)
  /// The hour is not in 0...23.
  case hourOutOfRange(Int)
  /// The minute is not in 0...59.
  case minuteOutOfRange(Int)
  /// The second is not in 0...59. Leap seconds are not supported.
  case secondOutOfRange(Int)
  /// The nanosecond is not in 0...999_999_999.
  case nanosecondOutOfRange(Int)
  /// The hours of the offset exceed 23 or its minutes exceed 59.
  case offsetOutOfRange
  /// The fraction has a nonzero digit after the ninth, at this offset.
  case tooPrecise(offset: Int)
}
