/// A calendar date in the proleptic Gregorian calendar, from 0001-01-01 to 9999-12-31, without a
/// time or a time zone.
@frozen
public struct Day: Sendable, Hashable {
  /// Days since 1970-01-01; negative for earlier days.
  public let daysSince1970: Int32

  @inlinable
  init(unchecked days: Int32) {
    daysSince1970 = days
  }

  /// 0001-01-01.
  @inlinable public static var first: Day { Day(unchecked: -719_162) }

  /// 9999-12-31.
  @inlinable public static var last: Day { Day(unchecked: 2_932_896) }

  /// Creates a day from its number; nil outside the years 1...9999.
  @inlinable
  public init?(daysSince1970 days: Int32) {
    guard days >= Day.first.daysSince1970, days <= Day.last.daysSince1970 else { return nil }
    self.init(unchecked: days)
  }

  /// Creates a day from year, month and day of the month.
  ///
  /// Throws `yearOutOfRange`, `monthOutOfRange` or `dayOutOfRange`, checked in this order.
  @inlinable
  public init(year: Int, month: Int, day: Int) throws(DayFault) {
    guard year >= 1, year <= 9999 else { throw .yearOutOfRange }
    guard month >= 1, month <= 12 else { throw .monthOutOfRange(month) }
    guard day >= 1, day <= 28 || day <= Day.dayCount(year: year, month: month) else {
      throw .dayOutOfRange(day, daysInMonth: Day.dayCount(year: year, month: month))
    }
    self.init(unchecked: Day.number(year: year, month: month, day: day))
  }

  /// The year, 1...9999.
  public var year: Int { civil.year }

  /// The month, 1...12.
  public var month: Int { civil.month }

  /// The day of the month, 1...31.
  public var day: Int { civil.day }

  /// The ISO 8601 day of the week: Monday is 1, Sunday is 7.
  public var weekday: Int {
    // 0001-01-01, day -719_162, was a Monday.
    (Int(daysSince1970) + 719_162) % 7 + 1
  }

  /// Whether a year of the Gregorian calendar has a 29 February.
  @inlinable
  public static func isLeap(_ year: Int) -> Bool {
    year & 3 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The number of days in a month; 31 if the month is not in 1...12.
  @inlinable
  public static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number of a valid day, by Howard Hinnant's `days_from_civil`. Years start in March, so
  /// that the leap day is the last one.
  @inlinable
  static func number(year: Int, month: Int, day: Int) -> Int32 {
    let shifted = UInt32(truncatingIfNeeded: month <= 2 ? year &- 1 : year)
    let fromMarch = UInt32(truncatingIfNeeded: month > 2 ? month &- 3 : month &+ 9)
    let dayOfYear = (153 &* fromMarch &+ 2) / 5 &+ UInt32(truncatingIfNeeded: day) &- 1
    let days = 365 &* shifted &+ shifted / 4 &- shifted / 100 &+ shifted / 400 &+ dayOfYear
    return Int32(truncatingIfNeeded: days) &- 719_468
  }

  /// Year, month and day at once, which is faster than one by one. Uses Hinnant's
  /// `civil_from_days`.
  @inlinable
  public var civil: (year: Int, month: Int, day: Int) {
    let days = UInt32(truncatingIfNeeded: daysSince1970 &+ 719_468)
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let leaps = dayOfEra / 1460 &- dayOfEra / 36_524 &+ dayOfEra / 146_096
    let yearOfEra = (dayOfEra &- leaps) / 365
    let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
    let fromMarch = (5 &* dayOfYear &+ 2) / 153
    let day = dayOfYear &- (153 &* fromMarch &+ 2) / 5 &+ 1
    let month = fromMarch < 10 ? fromMarch &+ 3 : fromMarch &- 9
    let year = yearOfEra &+ era &* 400 &+ (month <= 2 ? 1 : 0)
    return (Int(year), Int(month), Int(day))
  }
}

extension Day: Comparable {
  /// Orders days chronologically.
  @inlinable
  public static func < (left: Day, right: Day) -> Bool {
    left.daysSince1970 < right.daysSince1970
  }
}

/// The reason why a day does not exist or a text is not a day.
@frozen
public enum DayFault: Error, Sendable, Hashable {
  /// The byte at this offset does not match YYYY-MM-DD. At an unexpected end, the offset is the
  /// length of the text.
  case syntax(offset: Int)
  /// There is no month with this number.
  case monthOutOfRange(Int)
  /// The month has fewer days.
  case dayOutOfRange(Int, daysInMonth: Int)
  /// The year is not in 1...9999.
  case yearOutOfRange
}
