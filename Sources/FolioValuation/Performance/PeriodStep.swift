/// The calendar periods that a longer period is divided into. The first and the last may be
/// partial. New minor versions may add cases.
public enum PeriodStep: String, Sendable, CaseIterable {
  case day, week, month, quarter, year

  /// Returns the last day of the calendar period of a day. Weeks end on Sunday (ISO 8601).
  public func end(of day: Day) -> Day {
    switch self {
    case .day: day
    case .week: day.adding(days: (7 - day.weekday) % 7) ?? .last
    case .month: Self.lastDay(day.year, day.month)
    case .quarter: Self.lastDay(day.year, (day.month + 2) / 3 * 3)
    case .year: Self.lastDay(day.year, 12)
    }
  }

  private static func lastDay(_ year: Int, _ month: Int) -> Day {
    (try? Day(year: year, month: month, day: Day.dayCount(year: year, month: month))) ?? .last
  }
}
