extension Day {
  /// The day a number of days later, or earlier if negative; nil outside the years 1...9999.
  public func adding(days: Int) -> Day? {
    let (sum, overflow) = Int(daysSince1970).addingReportingOverflow(days)
    guard !overflow, let number = Int32(exactly: sum) else { return nil }
    return Day(daysSince1970: number)
  }

  /// The number of days from this day to another; negative if the other one is earlier.
  public func days(until other: Day) -> Int {
    Int(other.daysSince1970) - Int(daysSince1970)
  }

  /// The same day of the month a number of months later, or earlier if negative. If that month is
  /// too short, its last day: 31 January plus one month is 28 or 29 February. Nil outside the years
  /// 1...9999.
  public func adding(months: Int) -> Day? {
    let (year, month, day) = civil
    let (sum, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflow, sum >= 12, sum < 10_000 * 12 else { return nil }
    let (newYear, newMonth) = (sum / 12, sum % 12 + 1)
    let newDay = min(day, Day.dayCount(year: newYear, month: newMonth))
    return Day(unchecked: Day.number(year: newYear, month: newMonth, day: newDay))
  }

  /// The same date a number of years later, or earlier if negative. 29 February becomes 28 February
  /// if the year is not a leap year. Nil outside the years 1...9999.
  public func adding(years: Int) -> Day? {
    let (months, overflow) = years.multipliedReportingOverflow(by: 12)
    return overflow ? nil : adding(months: months)
  }
}
