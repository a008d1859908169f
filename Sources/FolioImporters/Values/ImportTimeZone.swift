/// The time zone in which the days of times count that are written in UTC or with an offset.
///
/// In an app, `TimeZone` of Foundation gives the offsets:
///
///     let zone = TimeZone.current
///     options.timeZone = ImportTimeZone(zone.identifier) { time in
///       zone.secondsFromGMT(for: Date(time))
///     }
public struct ImportTimeZone: Sendable {
  /// The name, such as Europe/Berlin or +01:00.
  public let name: String
  private let secondsFromUTC: @Sendable (Timestamp) -> Int

  /// A time zone with the offset from UTC, in seconds, at any point in time.
  public init(_ name: String, secondsFromUTC: @escaping @Sendable (Timestamp) -> Int) {
    (self.name, self.secondsFromUTC) = (name, secondsFromUTC)
  }

  /// A time zone with the same offset at all times: `UTC`, `+01:00` or `-05`.
  public init?(offset text: String) {
    let offset = text.uppercased() == "UTC" ? "Z" : text
    guard let time = try? Timestamp("2000-01-01T00:00:00" + offset), time.form != .noOffset else {
      return nil
    }
    let seconds = Int(time.offsetMinutes) * 60
    self.init(text) { _ in seconds }
  }

  /// The time on the clocks of the zone. Midnight there is a day without a time, and so is midnight
  /// in UTC: programs write days in this way.
  func local(_ time: Timestamp) -> Timestamp {
    let minutes = secondsFromUTC(time) / 60
    if minutes == Int(time.offsetMinutes) || time.isMidnight { return time }
    let local = time.shifted(minutes: minutes)
    return local.isMidnight ? Timestamp(local.day) : local
  }
}

extension Timestamp {
  var isMidnight: Bool { secondOfDay == 0 && nanoseconds == 0 }

  /// The same point in time, written in UTC.
  var inUTC: Timestamp {
    form == .offset
      ? Timestamp(secondsSince1970: Int(seconds), nanoseconds: nanoseconds) : self
  }

  /// The same point in time, written with an offset from UTC.
  func shifted(minutes: Int) -> Timestamp {
    let local = Timestamp(secondsSince1970: Int(seconds) + minutes * 60)
    let second = local.secondOfDay
    let shifted = try? Timestamp(
      day: local.day, hour: second / 3600, minute: second / 60 % 60, second: second % 60,
      nanosecond: Int(nanoseconds), offsetMinutes: minutes)
    return shifted ?? self
  }

  /// The same point in time, with the offset that puts it on a day; nil if no zone does that.
  func shifted(to day: Day) -> Timestamp? {
    let hours =
      day > self.day ? (86_400 - secondOfDay + 3599) / 3600 : -(secondOfDay / 3600 + 1)
    guard !isMidnight, (-12...14).contains(hours) else { return nil }
    let shifted = shifted(minutes: hours * 60)
    return shifted.day == day ? shifted : nil
  }
}

/// The rows of a file with times in UTC whose day is another one in zones where many people live.
///
/// Exchanges are closed at midnight in most of them, so a trade of a security counts between 21:00
/// and 05:00. Coins and payments have all times of day: only a change of the year or of a tax year
/// counts, up to twelve hours before midnight and eight hours after it. Tax years that do not begin
/// on 1 January are those of countries to the east of UTC, and of summer in the United Kingdom.
struct OpenDays {
  private var count = 0
  /// The row that is shown: the first one that changes the year, or else the first one.
  private var shown: (time: Timestamp, row: ImportRow, changesYear: Bool)?

  /// The first days of tax years: 1 January, 1 and 6 April, and 1 July.
  private static let firstDays = [(1, 1), (4, 1), (4, 6), (7, 1)]

  /// Takes the time of a row.
  mutating func see(_ time: Timestamp, of row: ImportRow, isSecurityTrade: Bool) {
    let second = time.secondOfDay
    let isBefore = second >= 12 * 3600
    guard !time.isMidnight, isBefore || second < 8 * 3600 else { return }
    let later = isBefore ? time.day.adding(days: 1) ?? time.day : time.day
    let changesYear = Self.firstDays.contains { month, day in
      later.month == month && later.day == day && (isBefore || month == 1)
    }
    let isNight = second >= 21 * 3600 || second < 5 * 3600
    guard changesYear || isSecurityTrade && isNight else { return }
    count += 1
    if shown == nil || changesYear && shown?.changesYear == false {
      shown = (time, row, changesYear)
    }
  }

  /// What to say about the file; nil if no day is open.
  fileprivate var finding: (row: ImportRow, message: String)? {
    guard let (time, row, _) = shown else { return nil }
    let other = time.day.adding(days: time.secondOfDay >= 12 * 3600 ? 1 : -1) ?? time.day
    let hours = Int(time.shifted(to: other)?.offsetMinutes ?? 0) / 60
    let rows = count == 1 ? "this row" : "\(count) rows"
    let message =
      "the day of \(rows) depends on the time zone: \(time.day) in UTC is \(other) in "
      + "UTC\(hours < 0 ? "" : "+")\(hours)"
    return (row, message)
  }
}

extension ImportDraft {
  /// Says once for the file that is being read that days depend on the time zone.
  mutating func reportOpenDays() {
    guard let (row, message) = openDays.finding else { return }
    openDays = OpenDays()
    report(
      .dayDependsOnZone, message,
      help: "The days are those of UTC. Name your time zone with --time-zone, such as "
        + "Europe/Berlin, or UTC to keep them.", row: row)
  }
}
