import FolioNumbers

/// How a long period is cut into short ones: calendar periods, the first and the last of which may
/// be parts.
public enum PeriodStep: String, Sendable, CaseIterable {
  case day, week, month, quarter, year

  /// The last day of the calendar period that a day is in; weeks end on Sunday (ISO 8601).
  public func end(of day: Day) -> Day {
    switch self {
    case .day: return day
    case .week: return day.adding(days: (7 - day.weekday) % 7) ?? .last
    case .month: return Self.lastDay(day.year, day.month)
    case .quarter: return Self.lastDay(day.year, (day.month + 2) / 3 * 3)
    case .year: return Self.lastDay(day.year, 12)
    }
  }

  private static func lastDay(_ year: Int, _ month: Int) -> Day {
    (try? Day(year: year, month: month, day: Day.dayCount(year: year, month: month))) ?? .last
  }
}
