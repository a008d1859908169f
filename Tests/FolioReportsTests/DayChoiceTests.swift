import FolioNumbers
import Testing

@testable import FolioReports

struct DayChoiceTests {
  @Test(arguments: [
    ("2024-02-10", "2024-02-10", "2024-02-10"), ("2024", "2024-01-01", "2024-12-31"),
    ("2024-02", "2024-02-01", "2024-02-29"), ("2023-02", "2023-02-01", "2023-02-28"),
    ("2024-04", "2024-04-01", "2024-04-30"), ("9999-12", "9999-12-01", "9999-12-31"),
    ("0001", "0001-01-01", "0001-12-31"),
  ]) func `a year and a month have a first and a last day`(
    text: String, first: String, last: String
  ) throws {
    #expect(try DayChoice(text, edge: .first) == .day(try Day(first)))
    #expect(try DayChoice(text, edge: .last) == .day(try Day(last)))
  }

  @Test(arguments: [
    ("2024-13", DayFault.monthOutOfRange(13)), ("2024-00", .monthOutOfRange(0)),
    ("2023-02-29", .dayOutOfRange(29, daysInMonth: 28)), ("0000", .yearOutOfRange),
  ]) func `a day that does not exist is refused`(text: String, fault: DayFault) {
    #expect(throws: fault) { try DayChoice(text, edge: .last) }
  }

  @Test(arguments: ["", "-", "24", "2024-", "2024-1", "20240101", "２０２４", "Today", "2024-01-1"])
  func `what is not written as a day is refused`(text: String) {
    #expect(throws: DayFault.self) { try DayChoice(text, edge: .first) }
  }

  @Test func `today is the caller's day`() throws {
    let day = Day("2024-02-10")
    #expect(try DayChoice("today", edge: .first) == .today)
    #expect(DayChoice.today.resolved(today: day) == day)
    #expect(DayChoice.day(day).resolved(today: Day("2000-01-01")) == day)
  }
}
