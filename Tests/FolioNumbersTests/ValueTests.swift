import Testing

@testable import FolioNumbers

@Suite struct CurrencyTests {
  @Test func theOrderIsThatOfTheCodes() throws {
    let codes = ["1INCH", "A", "AA", "AAVE", "EUR", "USD", "USDC", "USDT", "X-Y", "X.Y", "ZZZ"]
    let currencies = try codes.map { code in try Currency(code) }
    var dice = Dice(state: 41)
    #expect(currencies.shuffled(using: &dice).sorted().map(\.code) == codes.sorted())
  }

  @Test func takesOneWord() {
    #expect(MemoryLayout<Currency>.size == 8)
  }

  @Test func printsItsCode() throws {
    #expect("\(try Currency("BTC"))" == "BTC")
    var bytes = Array("1 ".utf8)
    try Currency("ABCDEFGH").write(into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "1 ABCDEFGH")
  }
}

@Suite struct DayTests {
  @Test func everyDayOfTwoWholeCyclesFollowsTheOneBefore() throws {
    // The calendar repeats after 400 years, or 146,097 days.
    let first = try Day("1600-01-01").daysSince1970
    var (year, month, day) = (1600, 1, 1)
    for number in first..<(first + 2 * 146_097) {
      let civil = Day(unchecked: number).civil
      guard civil == (year, month, day), Day.number(year: year, month: month, day: day) == number
      else {
        Issue.record("\(number) is \(civil), not \(year)-\(month)-\(day)")
        return
      }
      day += 1
      if day > Day.dayCount(year: year, month: month) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect((year, month, day) == (2400, 1, 1))
  }

  @Test func numbersOutsideOfTheCalendarAreNoDays() {
    #expect(Day(daysSince1970: Day.first.daysSince1970 - 1) == nil)
    #expect(Day(daysSince1970: Day.last.daysSince1970 + 1) == nil)
    #expect(Day(daysSince1970: .min) == nil)
    #expect(Day(daysSince1970: .max) == nil)
    #expect(Day.first.description == "0001-01-01")
    #expect(Day.last.description == "9999-12-31")
  }

  @Test func partsAreChecked() {
    #expect(throws: DayFault.yearOutOfRange) { try Day(year: 0, month: 1, day: 1) }
    #expect(throws: DayFault.yearOutOfRange) { try Day(year: 10_000, month: 1, day: 1) }
    #expect(throws: DayFault.yearOutOfRange) { try Day(year: .min, month: .min, day: .min) }
    #expect(throws: DayFault.monthOutOfRange(.max)) { try Day(year: 1, month: .max, day: 1) }
    #expect(throws: DayFault.dayOutOfRange(.min, daysInMonth: 28)) {
      try Day(year: 2023, month: 2, day: .min)
    }
  }

  @Test func sumsNeverLeaveTheCalendar() throws {
    let day = try Day("2024-01-31")
    #expect(day.adding(days: .max) == nil)
    #expect(day.adding(days: .min) == nil)
    #expect(day.adding(months: .max) == nil)
    #expect(day.adding(months: .min) == nil)
    #expect(day.adding(years: .max) == nil)
    #expect(day.adding(years: .min) == nil)
    #expect(day.adding(months: 1)?.description == "2024-02-29")
    #expect(day.adding(months: 13)?.description == "2025-02-28")
    #expect(try Day("2024-02-29").adding(years: 1)?.description == "2025-02-28")
    #expect(try Day("2024-02-29").adding(years: 4)?.description == "2028-02-29")
  }

  @Test func daysAreOrdered() throws {
    #expect(try Day("2024-02-29") < Day("2024-03-01"))
    #expect(try Day("1969-12-31") < Day("1970-01-01"))
  }
}

@Suite struct TimestampTests {
  @Test func fitsIntoSixteenBytes() {
    #expect(MemoryLayout<Timestamp>.stride == 16)
  }

  @Test func equalityIsThatOfTheInstant() throws {
    let (east, west) = (
      try Timestamp("2024-03-01T01:30:00+05:30"), try Timestamp("2024-02-29T15:00:00-05:00")
    )
    #expect(east == west)
    #expect(east.hashValue == west.hashValue)
    #expect(east.day.description == "2024-03-01")
    #expect(west.day.description == "2024-02-29")
    #expect(try Timestamp("2024-03-01") == Timestamp("2024-03-01T00:00:00Z"))
  }

  @Test func orderLooksAtNanosecondsLast() throws {
    let first = try Timestamp("2024-03-01T00:00:00.000000001Z")
    #expect(try Timestamp("2024-03-01T00:00:00Z") < first)
    #expect(try first < Timestamp("2024-03-01T00:00:00.00000001Z"))
    #expect(try Timestamp("1969-12-31T23:59:59.9Z") < Timestamp("1970-01-01"))
  }

  @Test func theCivilDayStaysInTheCalendarAtItsEdges() throws {
    let first = try Timestamp("0001-01-01T00:00:00+23:59")
    #expect(first.day == Day.first && first.secondOfDay == 0)
    #expect(first.description == "0001-01-01T00:00:00+23:59")
    let last = try Timestamp("9999-12-31T23:59:59.999999999-23:59")
    #expect(last.day == Day.last && last.secondOfDay == 86_399)
    #expect(last.description == "9999-12-31T23:59:59.999999999-23:59")
  }

  @Test func isMadeFromParts() throws {
    let day = try Day("2024-03-01")
    let stamp = try Timestamp(
      day: day, hour: 14, minute: 30, second: 5, nanosecond: 250_000_000, offsetMinutes: -90)
    #expect(stamp.description == "2024-03-01T14:30:05.25-01:30")
    #expect(try Timestamp(day: day).description == "2024-03-01T00:00:00Z")
    #expect(try Timestamp(day: day).form == .utc)
  }

  @Test func partsAreChecked() throws {
    let day = try Day("2024-03-01")
    #expect(throws: TimestampFault.hourOutOfRange(24)) { try Timestamp(day: day, hour: 24) }
    #expect(throws: TimestampFault.minuteOutOfRange(-1)) { try Timestamp(day: day, minute: -1) }
    #expect(throws: TimestampFault.secondOutOfRange(60)) { try Timestamp(day: day, second: 60) }
    #expect(throws: TimestampFault.nanosecondOutOfRange(.max)) {
      try Timestamp(day: day, nanosecond: .max)
    }
    #expect(throws: TimestampFault.offsetOutOfRange) {
      try Timestamp(day: day, offsetMinutes: 1440)
    }
  }
}
