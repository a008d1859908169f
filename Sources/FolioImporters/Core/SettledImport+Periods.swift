/// The days that a statement has, as it says.
struct StatedPeriod: Sendable {
  var account: String
  var from: Day
  var to: Day
  var position: SourcePosition
}

// Days between two statements of an account that neither of them has.
extension SettledImport {
  /// Reports the first gap between the statements of each account. Days on which no exchange is
  /// open need no statement.
  mutating func reportMissingDays() {
    let periods = draft.periods.sorted {
      ($0.account, $0.from, $0.to) < ($1.account, $1.from, $1.to)
    }
    var last: StatedPeriod?
    for period in periods {
      guard let before = last, before.account == period.account else {
        last = period
        continue
      }
      if period.to > before.to { last = period }
      guard let first = before.to.adding(days: 1), let end = period.from.adding(days: -1),
        first <= end, Self.hasTrading(first, end)
      else { continue }
      note(
        .cashBefore,
        "no statement of \(period.account) has the days from \(first) to \(end)",
        help: "Import the statement of these days in the same run.", at: period.position)
    }
  }

  private static func hasTrading(_ first: Day, _ last: Day) -> Bool {
    var day = first
    while day <= last {
      let isHoliday = [101, 1225, 1226].contains(day.month * 100 + day.day)
      if day.weekday < 6, !isHoliday { return true }
      guard let next = day.adding(days: 1) else { return false }
      day = next
    }
    return false
  }
}
