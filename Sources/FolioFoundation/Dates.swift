import Foundation

extension Day {
  /// The civil day of an instant in a time zone.
  /// - Returns: `nil` outside the years 1...9999.
  public init?(_ date: Date, in timeZone: TimeZone) {
    // Time zones reject dates that no calendar has.
    guard date.timeIntervalSince1970.magnitude < 1e12 else { return nil }
    let seconds = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
    guard let days = Int32(exactly: (seconds / 86_400).rounded(.down)) else { return nil }
    self.init(daysSince1970: days)
  }
}

extension Date {
  /// The first instant of a civil day in a time zone.
  public init(_ day: Day, in timeZone: TimeZone) {
    let midnight = Double(day.daysSince1970) * 86_400
    // The clocks may change at midnight: of the offsets before and after, one is right.
    let starts = [-86_400.0, 86_400.0].map { shift in
      let date = Date(timeIntervalSince1970: midnight + shift)
      return Date(timeIntervalSince1970: midnight - Double(timeZone.secondsFromGMT(for: date)))
    }.sorted()
    self = starts.first { Day($0, in: timeZone) == day } ?? starts[1]
  }

  /// The instant of a timestamp, to the nearest value that a date has.
  public init(_ timestamp: Timestamp) {
    self.init(
      timeIntervalSince1970: Double(timestamp.seconds) + Double(timestamp.nanoseconds) / 1e9)
  }
}

extension Timestamp {
  /// The instant of a date in UTC, to the nearest microsecond. Dates outside the years 1...9999 are
  /// the first or the last second of them.
  public init(_ date: Date) {
    let limit = 1e12
    let time = min(max(date.timeIntervalSince1970, -limit), limit)
    let whole = time.isNaN ? 0 : time.rounded(.down)
    let microseconds = time.isNaN ? 0 : Int(((time - whole) * 1e6).rounded())
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    self.init(
      secondsSince1970: Int(whole) + seconds, nanoseconds: UInt32(clamping: rest * 1_000))
  }
}
