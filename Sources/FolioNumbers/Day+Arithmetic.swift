extension Day {
  /// The day so many days later, or earlier; nil outside of the years 1...9999.
  public func adding(days: Int) -> Day? {
    let (sum, overflow) = Int(daysSince1970).addingReportingOverflow(days)
    guard !overflow, let number = Int32(exactly: sum) else { return nil }
    return Day(daysSince1970: number)
  }

  /// How many days lie from this day to another one; below zero where that one is earlier.
  public func days(until other: Day) -> Int {
    Int(other.daysSince1970) - Int(daysSince1970)
  }

  /// The same day of the month so many months later, or earlier; the month's last day where it
  /// is too short: 31 January and one month is 28 or 29 February. Nil outside of 1...9999.
  public func adding(months: Int) -> Day? {
    let (year, month, day) = civil
    let (sum, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflow, sum >= 12, sum < 10_000 * 12 else { return nil }
    let (newYear, newMonth) = (sum / 12, sum % 12 + 1)
    let newDay = min(day, Day.dayCount(year: newYear, month: newMonth))
    return Day(unchecked: Day.number(year: newYear, month: newMonth, day: newDay))
  }

  /// The same day so many years later, or earlier; 29 February becomes the 28th where there is
  /// none. Nil outside of 1...9999.
  public func adding(years: Int) -> Day? {
    let (months, overflow) = years.multipliedReportingOverflow(by: 12)
    return overflow ? nil : adding(months: months)
  }
}
