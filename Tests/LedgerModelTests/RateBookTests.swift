import ExactNumbers
import Testing

@testable import LedgerModel

@Suite("Exchange rates by pair and day")
struct RateBookTests {
  private func book(_ rows: (Day, Currency, Currency, ExactDecimal)...) -> RateBook {
    let builder = LedgerBuilder()
    for row in rows { builder.rate(row.0, row.1, row.2, row.3) }
    return RateBook(builder.draft.tables)
  }

  private func convert(
    _ book: RateBook, _ from: Currency, _ to: Currency, _ day: Day, _ amount: ExactDecimal = 100
  ) throws -> ExactDecimal? { try book.rate(from: from, to: to, on: day)?.convert(amount) }

  @Test("the last rate on or before the day counts")
  func lastBefore() throws {
    let book = book(
      ("2024-03-01", "EUR", "USD", "1.3"), ("2024-01-01", "EUR", "USD", "1.1"),
      ("2024-02-01", "EUR", "USD", "1.2"))
    let expected: [(Day, ExactDecimal?)] = [
      ("2023-12-31", nil), ("2024-01-01", 110), ("2024-01-31", 110), ("2024-02-01", 120),
      ("2024-02-29", 120), ("2024-03-01", 130), ("2030-01-01", 130),
    ]
    for (day, amount) in expected {
      #expect(try convert(book, "EUR", "USD", day) == amount, "\(day)")
    }
  }

  @Test("of two rates for one pair and day the later row counts")
  func sameDay() throws {
    let book = book(("2024-01-01", "EUR", "USD", 5), ("2024-01-01", "EUR", "USD", 2))
    #expect(try convert(book, "EUR", "USD", "2024-01-01") == 200)
  }

  @Test("the other way round is a quotient, rounded only when an amount is converted")
  func inverse() throws {
    let book = book(("2024-01-01", "EUR", "USD", 3))
    #expect(try convert(book, "USD", "EUR", "2024-01-01", 300) == 100)
    #expect(try convert(book, "USD", "EUR", "2024-01-01", 1) == "0.333333333333333333")
    let rate = try #require(book.rate(from: "USD", to: "EUR", on: "2024-01-01"))
    #expect(rate.path == ["USD", "EUR"])
  }

  @Test("a pair as it stands comes before its inverse")
  func directFirst() throws {
    let book = book(("2024-01-01", "USD", "EUR", "0.9"), ("2024-01-01", "EUR", "USD", 2))
    #expect(try convert(book, "EUR", "USD", "2024-01-01") == 200)
    #expect(try convert(book, "USD", "EUR", "2024-01-01") == 90)
  }

  @Test("a cross goes over the fewest currencies, and is exact")
  func cross() throws {
    let book = book(
      ("2024-01-01", "GBP", "USD", "1.25"), ("2024-01-01", "EUR", "USD", "1.1"),
      ("2024-01-01", "EUR", "JPY", 160))
    #expect(try convert(book, "GBP", "EUR", "2024-01-01", 88) == 100)
    #expect(try convert(book, "GBP", "JPY", "2024-01-01", 88) == 16_000)
    let rate = try #require(book.rate(from: "GBP", to: "JPY", on: "2024-01-01"))
    #expect(rate.path == ["GBP", "USD", "EUR", "JPY"])
  }

  @Test("of two ways of one length the currency that was mentioned first is gone over")
  func ties() throws {
    let book = book(
      ("2024-01-01", "CHF", "SEK", 1), ("2024-01-01", "NOK", "GBP", 3),
      ("2024-01-01", "CHF", "GBP", 2), ("2024-01-01", "NOK", "SEK", 1))
    let rate = try #require(book.rate(from: "SEK", to: "GBP", on: "2024-01-01"))
    #expect(rate.path == ["SEK", "CHF", "GBP"])
    #expect(try rate.convert(10) == 20)
  }

  @Test("a cross takes only pairs that are known by then")
  func crossByDay() throws {
    let book = book(
      ("2024-01-01", "GBP", "USD", 2), ("2024-03-01", "USD", "EUR", 1),
      ("2024-01-01", "GBP", "CHF", 3), ("2024-02-01", "CHF", "EUR", 1))
    #expect(book.rate(from: "GBP", to: "EUR", on: "2024-01-15") == nil)
    #expect(try convert(book, "GBP", "EUR", "2024-02-15") == 300)
    #expect(try convert(book, "GBP", "EUR", "2024-03-15") == 200)
  }

  @Test("a currency to itself is 1; an unknown one, or one without a way, has no rate")
  func edges() throws {
    let book = book(("2024-01-01", "EUR", "USD", 2), ("2024-01-01", "GBP", "CHF", 2))
    #expect(book.rate(from: "XYZ", to: "XYZ", on: "2024-01-01") == .identity)
    #expect(book.rate(from: "EUR", to: "XYZ", on: "2024-01-01") == nil)
    #expect(book.rate(from: "EUR", to: "CHF", on: "2024-01-01") == nil)
  }

  @Test("a cross that needs more digits than there are has no rate, and does not fail")
  func tooLong() {
    let long: ExactDecimal = "1.23456789012345678901234567891"
    let book = book(("2024-01-01", "EUR", "USD", long), ("2024-01-01", "USD", "CHF", long))
    #expect(book.rate(from: "EUR", to: "CHF", on: "2024-01-01") == nil)
    #expect(book.rate(from: "EUR", to: "USD", on: "2024-01-01") != nil)
  }
}
