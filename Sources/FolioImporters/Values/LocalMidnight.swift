/// Days that a program keeps as midnight of the time zone of its user, and writes in UTC: the days
/// of a user in Berlin are 22:00 and 23:00 of the day before.
struct LocalMidnight: Sendable, Hashable {
  /// The times of day in UTC that are midnight, in seconds: one, or two an hour apart where clocks
  /// change in spring and autumn.
  private var times: [Int]

  /// The earliest midnight of zones in Europe and Africa. Trades are rarely made so late.
  private static let late = 21 * 3600
  /// The earliest midnight of zones further east, and the number of transactions that show it: a
  /// few may be at these times by chance.
  private static let earliest = 12 * 3600
  private static let many = 10

  /// Finds the zone in whose midnight all points in time are; nil if there is none, or if the days
  /// in UTC are right.
  init?(_ all: [Timestamp]) {
    var months: [Int: Set<Int>] = [:]
    for time in all {
      // Zones less than three hours ahead of UTC are whole hours ahead.
      let step = time.secondOfDay >= Self.late ? 3600 : 900
      guard time.form == .utc, time.nanoseconds == 0, time.secondOfDay % step == 0 else {
        return nil
      }
      months[time.secondOfDay, default: []].insert(time.day.month)
    }
    times = months.keys.sorted()
    guard let first = times.first, let last = times.last,
      last >= (all.count < Self.many ? Self.late : Self.earliest)
    else { return nil }
    if times.count > 1 {
      let isHourApart = last - first == 3600 || first == 0 && last == 23 * 3600
      guard times.count == 2, isHourApart else { return nil }
      // Summer time is further from UTC to the east, so its midnight comes an hour earlier.
      let (summer, winter) = first == 0 ? (last, first) : (first, last)
      let (ofSummer, ofWinter) = (months[summer] ?? [], months[winter] ?? [])
      let isNorthern = ofSummer.isSubset(of: 3...11) && ofWinter.isDisjoint(with: 5...8)
      let isSouthern = ofSummer.isDisjoint(with: 5...8) && ofWinter.isSubset(of: 3...11)
      guard isNorthern || isSouthern else { return nil }
    }
  }

  /// The day that a point in time means.
  func day(_ time: Timestamp) -> Timestamp {
    let isNext = time.secondOfDay >= Self.earliest
    return Timestamp((isNext ? time.day.adding(days: 1) : time.day) ?? time.day)
  }

  /// The zone, for messages: UTC+1 and UTC+2.
  var zone: String {
    times.map { ($0 == 0 ? 0 : 86_400 - $0) }.sorted().map { offset in
      let minutes = offset % 3600 / 60
      return "UTC+\(offset / 3600)" + (minutes == 0 ? "" : ":\(minutes)")
    }.joined(separator: " and ")
  }
}

extension ImportDraft {
  /// Says that the days of the file are those of a time zone.
  mutating func note(_ zone: LocalMidnight) {
    report(
      .assumedTimeZone,
      "all times of the file are midnight in the time zone \(zone.zone), and count as days there",
      help: "Look whether the days are right. If not, name the time zone with --time-zone.")
  }
}
