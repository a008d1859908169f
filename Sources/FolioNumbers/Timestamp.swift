/// An instant, and the civil time that it was written as.
///
/// Equality, order and hash are those of the instant; the offset and form that it was written
/// with ride along, so that its civil day never shifts and it can be written back.
///
/// The layout, 15 bytes: seconds since 1970-01-01T00:00:00Z (8), nanoseconds (4), offset in
/// minutes (2), form (1). Leap seconds are not counted, as in POSIX time.
@frozen
public struct Timestamp: Sendable {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down; below zero before it.
  public let seconds: Int64
  /// What is added to them: 0...999_999_999.
  public let nanoseconds: UInt32
  /// The offset from UTC as written, in minutes: 330 for +05:30, 0 for Z and where there was none.
  public let offsetMinutes: Int16
  /// How much of a time the text held.
  public let form: Form

  /// How a timestamp was written.
  @frozen
  public enum Form: UInt8, Sendable, Hashable {
    /// With "Z".
    case utc
    /// With an offset in digits.
    case offset
    /// A date and a time without an offset: taken as UTC.
    case noOffset
    /// A date alone: taken as midnight UTC.
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

  /// A civil day and time at an offset from UTC of less than a day.
  ///
  /// Throws `hourOutOfRange`, `minuteOutOfRange`, `secondOutOfRange`, `nanosecondOutOfRange` or
  /// `offsetOutOfRange`.
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

  /// An instant in UTC, as clocks count: seconds since 1970-01-01T00:00:00Z, and nanoseconds. What
  /// lies outside of the years 1 to 9999 becomes their first or last second.
  public init(secondsSince1970: Int, nanoseconds: UInt32 = 0) {
    let first = Int(Day.first.daysSince1970) * 86_400
    let last = Int(Day.last.daysSince1970) * 86_400 + 86_399
    let seconds = min(max(secondsSince1970, first), last)
    let days = (seconds - first) / 86_400 + first / 86_400
    self.init(
      unchecked: Day(unchecked: Int32(days)), secondOfDay: seconds - days * 86_400,
      nanoseconds: min(nanoseconds, 999_999_999), offsetMinutes: 0, form: .utc)
  }

  /// The civil day as written: never shifted to another zone.
  @inlinable
  public var day: Day {
    let civil = seconds &+ Int64(offsetMinutes) &* 60
    let days = (civil &- (civil < 0 ? 86_399 : 0)) / 86_400
    return Day(unchecked: Int32(truncatingIfNeeded: days))
  }

  /// Seconds since the civil midnight, as written: 0...86_399.
  @inlinable
  public var secondOfDay: Int {
    Int(seconds &+ Int64(offsetMinutes) &* 60 &- Int64(day.daysSince1970) &* 86_400)
  }

  /// Checks a civil time. There is no 24:00:00 (it would belong to two days), and no second 60
  /// (time since 1970 has no place for it, and no other second is the same).
  @inlinable
  static func secondOfDay(hour: Int, minute: Int, second: Int) throws(TimestampFault) -> Int {
    guard hour >= 0, hour < 24 else { throw .hourOutOfRange(hour) }
    guard minute >= 0, minute < 60 else { throw .minuteOutOfRange(minute) }
    guard second >= 0, second < 60 else { throw .secondOutOfRange(second) }
    return (hour &* 60 &+ minute) &* 60 &+ second
  }
}

extension Timestamp: Hashable, Comparable {
  /// Whether both are the same instant, whatever their offsets.
  @inlinable
  public static func == (left: Timestamp, right: Timestamp) -> Bool {
    left.seconds == right.seconds && left.nanoseconds == right.nanoseconds
  }

  /// Earlier before later.
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

/// Why a text is not a timestamp. Offsets count bytes from the start of the text.
@frozen
public enum TimestampFault: Error, Sendable, Hashable {
  /// The date in front is none.
  case date(DayFault)
  /// The byte at this offset (the text's length, where it ends too early) breaks the grammar.
  case syntax(offset: Int)
  /// The hour is not in 0...23.
  case hourOutOfRange(Int)
  /// The minute is not in 0...59.
  case minuteOutOfRange(Int)
  /// The second is not in 0...59: leap seconds are not taken.
  case secondOutOfRange(Int)
  /// The nanosecond is not in 0...999_999_999.
  case nanosecondOutOfRange(Int)
  /// The offset has more than 23 hours or 59 minutes.
  case offsetOutOfRange
  /// The tenth digit of the fraction, or a later one, is not zero; its offset.
  case tooPrecise(offset: Int)
}
