/// A day as written on the command line: a date, or `today`, which the caller resolves.
package enum DayChoice: Sendable, Equatable {
  case day(Day)
  case today

  /// The day that a year or a month without a day means: its first or its last.
  package enum Edge: Sendable { case first, last }

  /// Parses `YYYY-MM-DD`, `YYYY-MM`, `YYYY` or `today`. `edge` determines the day of a year or a
  /// month.
  package init(_ text: String, edge: Edge) throws(DayFault) {
    if text == "today" {
      self = .today
      return
    }
    guard let parts = DayChoice.numbers(in: text) else {
      self = .day(try Day(text))
      return
    }
    let month = parts.count == 2 ? parts[1] : edge == .first ? 1 : 12
    self = .day(try DayChoice.day(in: month, of: parts[0], edge: edge))
  }

  /// Parses `YYYY-MM-DD` or `today`.
  package init(fullDate text: String) throws(DayFault) {
    self = text == "today" ? .today : .day(try Day(text))
  }

  /// The day; `today` is replaced by the given day.
  package func resolved(today: Day) -> Day {
    switch self {
    case .day(let day): day
    case .today: today
    }
  }

  /// The day, unless it is `today`.
  package var given: Day? { if case .day(let day) = self { day } else { nil } }

  /// The day as it can be typed.
  package var text: String {
    switch self {
    case .day(let day): day.description
    case .today: "today"
    }
  }

  /// The numbers of `YYYY` and `YYYY-MM`; nil for anything else.
  private static func numbers(in text: String) -> [Int]? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isDigits = parts.allSatisfy { part in
      part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    let lengths = parts.map(\.utf8.count)
    guard isDigits, lengths == [4] || lengths == [4, 2] else { return nil }
    return parts.compactMap { Int($0) }
  }

  private static func day(
    in month: Int, of year: Int, edge: Edge
  ) throws(DayFault) -> Day {
    let first = try Day(year: year, month: month, day: 1)
    if edge == .first { return first }
    return try Day(year: year, month: month, day: Day.dayCount(year: year, month: month))
  }
}
