import Testing

@testable import FolioNumbers

@Suite struct CalendarTableTests {
  @Test func days() throws {
    try Table.forEachRow(of: "days") { row in
      let day = try Day(row[1])
      #expect(Int(day.daysSince1970) == (try row.integer(2)), "\(row.id)")
      #expect(day.weekday == (try row.integer(3)), "\(row.id)")
      #expect(Day.isLeap(day.year).description == row[4], "\(row.id)")
      #expect(day.description == row[1], "\(row.id)")
      let parts = row[1].split(separator: "-").compactMap { Int($0) }
      #expect([day.year, day.month, day.day] == parts, "\(row.id)")
      #expect(try Day(year: day.year, month: day.month, day: day.day) == day, "\(row.id)")
      #expect(Day(daysSince1970: day.daysSince1970) == day, "\(row.id)")
    }
  }

  @Test func daysRefused() throws {
    try Table.forEachRow(of: "days-refused") { row in
      let text = try row.text(1)
      let fault = #expect(throws: DayFault.self, "\(row.id)") { try Day(text) }
      #expect(fault.map(name) == row[2], "\(row.id)")
    }
  }

  @Test func sumsOfDays() throws {
    try Table.forEachRow(of: "day-sums") { row in
      let (day, count) = (try Day(row[1]), try row.integer(3))
      let sum =
        switch row[2] {
        case "days": day.adding(days: count)
        case "months": day.adding(months: count)
        default: day.adding(years: count)
        }
      #expect(sum.map(\.description) ?? "nil" == row[4], "\(row.id)")
      if row[2] == "days", let sum { #expect(day.days(until: sum) == count, "\(row.id)") }
    }
  }

  @Test func timestamps() throws {
    try Table.forEachRow(of: "timestamps") { row in
      let text = try row.text(1)
      do {
        let stamp = try Timestamp(text)
        #expect(stamp.seconds.description == row[2], "\(row.id)")
        #expect(stamp.nanoseconds.description == row[3], "\(row.id)")
        #expect(stamp.offsetMinutes.description == row[4], "\(row.id)")
        #expect("\(stamp.form)" == row[5], "\(row.id)")
        #expect(stamp.day.description == row[6], "\(row.id)")
        #expect(stamp.description == row[7], "\(row.id)")
        let again = try Timestamp(row[7])
        #expect(again == stamp, "\(row.id)")
        #expect(again.offsetMinutes == stamp.offsetMinutes, "\(row.id)")
        #expect(again.description == stamp.description, "\(row.id)")
      } catch let fault as TimestampFault {
        #expect("!" + name(of: fault) == row[2], "\(row.id)")
      }
    }
  }

  private func name(of fault: DayFault) -> String {
    switch fault {
    case .syntax(let offset): "syntax@\(offset)"
    case .monthOutOfRange(let month): "month@\(month)"
    case .dayOutOfRange(let day, let count): "day@\(day)/\(count)"
    case .yearOutOfRange: "year"
    }
  }

  private func name(of fault: TimestampFault) -> String {
    switch fault {
    case .date(let fault): "date:" + name(of: fault)
    case .syntax(let offset): "syntax@\(offset)"
    case .hourOutOfRange(let hour): "hour@\(hour)"
    case .minuteOutOfRange(let minute): "minute@\(minute)"
    case .secondOutOfRange(let second): "second@\(second)"
    case .nanosecondOutOfRange(let count): "nanosecond@\(count)"
    case .offsetOutOfRange: "offset"
    case .tooPrecise(let offset): "precise@\(offset)"
    }
  }

  @Test func currencies() throws {
    try Table.forEachRow(of: "currencies") { row in
      let text = try row.text(1)
      do {
        let currency = try Currency(text)
        #expect(currency.code == text, "\(row.id)")
        #expect(currency.minorUnits == Int(row[2]), "\(row.id)")
        #expect(currency.balanceTolerance.description == row[4], "\(row.id)")
      } catch let fault as CurrencyFault {
        #expect("!" + name(of: fault) == row[2], "\(row.id)")
      }
    }
  }

  private func name(of fault: CurrencyFault) -> String {
    switch fault {
    case .empty, .tooLong: caseName(of: fault)
    case .lowercase(let offset): "lowercase@\(offset)"
    case .badCharacter(let offset): "badCharacter@\(offset)"
    }
  }
}
