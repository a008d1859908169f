import FolioNumbers
import Testing

@testable import FolioModel
@testable import TestSupport

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

  @Test("of two ways of one length the one whose oldest rate is the latest is gone over")
  func freshest() throws {
    let book = book(
      ("2024-01-01", "SEK", "CHF", 2), ("2024-01-20", "CHF", "GBP", 2),
      ("2024-01-02", "SEK", "NOK", 1), ("2024-01-02", "NOK", "GBP", 3),
      ("2024-01-10", "SEK", "CHF", 4))
    let early = try #require(book.rate(from: "SEK", to: "GBP", on: "2024-01-09"))
    #expect(early.path == ["SEK", "NOK", "GBP"])
    #expect(early.day == "2024-01-02")
    let late = try #require(book.rate(from: "SEK", to: "GBP", on: "2024-02-01"))
    #expect(late.path == ["SEK", "CHF", "GBP"])
    #expect(late.day == "2024-01-10")
    #expect(try late.convert(10) == 80)
  }

  @Test("a way counts as old as its oldest rate; a fresh part of a worse way does not mislead")
  func oldestOfAWay() throws {
    let book = book(
      ("2024-01-05", "AAA", "BBB", 1), ("2024-01-05", "BBB", "DDD", 2),
      ("2024-01-09", "BBB", "CCC", 3), ("2024-01-05", "DDD", "EEE", 5),
      ("2024-01-09", "CCC", "EEE", 7), ("2024-01-06", "AAA", "FFF", 1),
      ("2024-01-06", "FFF", "DDD", 11))
    let rate = try #require(book.rate(from: "AAA", to: "EEE", on: "2024-01-31"))
    #expect(rate.path == ["AAA", "BBB", "DDD", "EEE"])
    #expect(rate.day == "2024-01-05")
  }

  @Test("the fresher direction of a pair counts; fewer pairs come before fresher ones")
  func fewestThenFreshest() throws {
    let book = book(
      ("2020-01-01", "EUR", "USD", 2), ("2024-01-01", "USD", "EUR", 4),
      ("2024-06-01", "EUR", "GBP", 1), ("2024-06-01", "GBP", "USD", 1))
    let rate = try #require(book.rate(from: "EUR", to: "USD", on: "2024-12-31"))
    #expect(rate.path == ["EUR", "USD"])
    #expect(rate.day == "2024-01-01")
    #expect(try rate.convert(100) == 25)
    #expect(book.rate(from: "EUR", to: "USD", on: "2023-12-31")?.day == "2020-01-01")
  }

  /// Whatever the rows are, the rate that is found is that of the best of all ways.
  @Test("the way that is taken is the best of all", arguments: 0..<40)
  func bestOfAll(_ seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func next(_ bound: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % bound)
    }
    let codes: [Currency] = ["AAA", "BBB", "CCC", "DDD", "EEE", "FFF"]
    let builder = LedgerBuilder()
    var rows: [(from: Int, to: Int, day: Day)] = []
    for index in codes.indices { builder.rate("2030-01-01", codes[index], "ZZZ", 1) }
    for _ in 0..<(6 + next(12)) {
      let (from, to) = (next(6), next(6))
      guard from != to, let day = Day("2024-01-01").adding(days: next(12)) else { continue }
      rows.append((from, to, day))
      builder.rate(day, codes[from], codes[to], 2)
    }
    let book = RateBook(builder.draft.tables)
    for offset in 0..<14 {
      let day = try #require(Day("2023-12-31").adding(days: offset))
      let known = rows.filter { $0.day <= day }
      for (from, to) in [(0, 1), (2, 5), (4, 0)] {
        let best = Self.best([from], to, known)
        let rate = book.rate(from: codes[from], to: codes[to], on: day)
        #expect(rate?.path == best?.way.map { codes[$0] }, "\(seed) \(day)")
        #expect(rate?.day == best?.oldest, "\(seed) \(day)")
        try expectConstant(book, codes[from], codes[to], day)
      }
    }
  }

  private static func best(
    _ way: [Int], _ goal: Int, _ rows: [(from: Int, to: Int, day: Day)], _ oldest: Day = .last
  ) -> (way: [Int], oldest: Day)? {
    let here = way[way.count - 1]
    if here == goal { return (way, oldest) }
    var best: (way: [Int], oldest: Day)?
    for next in 0..<6 where !way.contains(next) {
      let days = rows.filter {
        ($0.from, $0.to) == (here, next) || ($0.to, $0.from) == (here, next)
      }
      guard let day = days.map(\.day).max(),
        let found = Self.best(way + [next], goal, rows, min(oldest, day))
      else { continue }
      let isBetter = best.map {
        (found.way.count, $0.oldest) < ($0.way.count, found.oldest)
      }
      if isBetter ?? true { best = found }
    }
    return best
  }

  /// An answer holds on the first and the last day that it names.
  private func expectConstant(
    _ book: RateBook, _ start: Currency, _ goal: Currency, _ day: Day
  ) throws {
    let ways = try #require(book.ways(to: goal, on: day))
    let number = try #require(book.currencies.existingIndex(of: start))
    let answer = book.answer(from: number, by: ways, on: day)
    #expect(answer.days.contains(day))
    for other in [answer.days.lowerBound, answer.days.upperBound] {
      #expect(book.rate(from: start, to: goal, on: other) == answer.rate, "\(day) \(other)")
    }
  }

  @Test("rows in any order, newest first too, give the same rates")
  func orders() throws {
    let days: [Day] = ["2024-01-01", "2024-01-02", "2024-01-05", "2024-01-09"]
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
      let builder = LedgerBuilder()
      for index in order { builder.rate(days[index], "EUR", "USD", ExactDecimal(index + 2)) }
      let book = RateBook(builder.draft.tables)
      for index in days.indices {
        let rate = book.rate(from: "EUR", to: "USD", on: days[index])
        #expect(rate?.multiplier == ExactDecimal(index + 2))
        #expect(rate?.day == days[index])
      }
    }
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
