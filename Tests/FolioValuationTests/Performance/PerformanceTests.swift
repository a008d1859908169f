import FolioBooking
import FolioModel
import FolioNumbers
import FolioValuation
import Testing

@testable import TestSupport

@Suite("Returns of a portfolio")
struct PerformanceTests {
  private func books() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").account("eur", "EUR")
      .stock("A").stock("B").stock("E", "EUR")
  }

  /// A group without stock legs.
  private func deposit(
    _ builder: LedgerBuilder, _ id: String, _ at: Timestamp, _ amount: ExactDecimal,
    to account: String = "usd"
  ) -> LedgerBuilder {
    builder.group(id, at, .deposit, cash: [.into(account, amount, .deposit)])
  }

  private func periods(
    _ builder: LedgerBuilder, _ change: (inout PerformanceQuestion) -> Void = { _ in }
  ) throws -> [PeriodReturn] {
    var options = BookingOptions()
    options.keepsMovements = true
    let booked = try BookedLedger(booking: builder.ledger(), options)
    var question = PerformanceQuestion()
    change(&question)
    let pass = try #require(
      PerformancePass(booked, prices: PriceBook(booked.ledger), question))
    var found: [PeriodReturn] = []
    _ = pass.run { found.append($0) }
    return found
  }

  @Test("a fee on the first purchase counts, since the deposit of its day counts from its start")
  func firstFee() throws {
    let builder = deposit(books(), "d", "2024-01-01", "107.50")
      .event("b", "2024-01-01", .buy("A", 10, at: 10).with { $0.fees = "7.50" })
      .price("A", "2024-01-01", 10).price("A", "2024-02-01", 10)
    let all = try #require(try periods(builder).first)
    #expect(all.startValue == 0)
    #expect(all.endValue == 100)
    #expect(all.netContributions == "107.50")
    #expect(near(all.timeWeighted, 100 / 107.5 - 1))
    #expect(all.days == 31)
  }

  @Test("a single return has no volatility, whatever happens beside it")
  func singleReturn() throws {
    let still = deposit(books(), "d", "2024-01-01", 200)
      .event("b1", "2024-01-01", .buy("A", 10, at: 10)).price("A", "2024-01-01", 10)
      .event("b2", "2024-03-01", .buy("A", 5, at: 10))
    let one = still.price("A", "2024-12-31", 12)
    #expect(try periods(one).first?.volatility == nil)
    #expect(near(try periods(one).first?.timeWeighted, 0.15))
    let two = one.price("A", "2024-06-30", 11)
    #expect(try periods(two).first?.volatility != nil)
  }

  @Test("the value before a flow is at the prices of its day; a deposit on the last day is neutral")
  func flows() throws {
    let builder = deposit(books(), "d1", "2024-01-01", 100)
      .event("b1", "2024-01-01", .buy("A", 10, at: 10))
      .price("A", "2024-01-01", 10).price("A", "2024-03-01", 12).price("A", "2024-06-30", 9)
    let whole = deposit(
      deposit(builder, "d2", "2024-03-01", 60)
        .event("b2", "2024-03-01", .buy("A", 5, at: 12)), "d3", "2024-06-30", 1_000)
    let all = try #require(try periods(whole).first)
    #expect(all.endValue == 1_135)
    #expect(near(all.timeWeighted, 1.2 * 0.75 - 1))
    #expect(!all.isApproximate)
  }

  @Test("a part that is sold out earns what it was sold for, its dividends too")
  func soldOut() throws {
    let builder = deposit(books(), "d", "2024-01-01", 1_000)
      .event("b", "2024-01-02", .buy("A", 10, at: 10))
      .event("v", "2024-02-01", .dividend("A", 5))
      .event("s", "2024-03-01", .sell("A", 10, at: 13))
      .price("A", "2024-01-02", 10).price("A", "2024-02-01", 10).price("A", "2024-03-01", 12)
    let parts = try periods(builder) { $0.scope = .symbol }
    let first = try #require(parts.first { $0.part == 0 })
    #expect(first.endValue == 0)
    #expect(first.netContributions == -35)
    #expect(near(first.timeWeighted, 1.05 * 1.3 - 1))
  }

  @Test("the value of an option that is exercised flows to the units of its trade")
  func exercise() throws {
    let trade = StockRow.buy("B", 10, at: 50)
    let legs = [StockRow(.exercise, "A").units(1), trade]
    let builder = deposit(books(), "d", "2024-01-01", 1_000)
      .event("b", "2024-01-02", .buy("A", 1, at: 200))
      .group("x", "2024-02-01", .stockTrade, stock: legs, cash: [.out("usd", 500)])
      .price("A", "2024-01-02", 200).price("A", "2024-02-01", 500).price("B", "2024-02-01", 100)
    let parts = try periods(builder) { $0.scope = .symbol }
    let (option, units) = try (
      #require(parts.first { $0.part == 0 }), #require(parts.first { $0.part == 1 })
    )
    #expect(option.netContributions == -300)
    #expect(option.endValue == 0)
    #expect(near(option.timeWeighted, 1.5))
    #expect(units.netContributions == 1_000)
    #expect(units.endValue == 1_000)
    #expect(near(units.timeWeighted, 0))
  }

  @Test("the price at which an option is exercised is no price of the market")
  func strikePrice() throws {
    let legs = [StockRow(.exercise, "A").units(1), .buy("B", 10, at: 50)]
    let ledger = try books().event("b", "2024-01-02", .buy("A", 1, at: 200))
      .group("x", "2024-02-01", .stockTrade, stock: legs, cash: [.out("usd", 500)]).ledger()
    let prices = PriceBook(ledger, tradesCount: true)
    #expect(prices.quote(0, on: "2024-03-01")?.price == 200)
    #expect(prices.quote(1, on: "2024-03-01") == nil)
  }

  @Test("a split changes nothing, with or without a price of its day")
  func split() throws {
    for priced in [false, true] {
      var builder = deposit(books(), "d", "2024-01-01", 100)
        .event("b", "2024-01-01", .buy("A", 10, at: 10))
        .event("x", "2024-02-01", .split("A", 2, for: 1)).price("A", "2024-01-01", 10)
      if priced { builder = builder.price("A", "2024-02-01", 5) }
      let days = try periods(deposit(builder, "d2", "2024-02-02", 1)) { $0.step = .day }
      #expect(days.allSatisfy { $0.timeWeighted == 0 })
      #expect(days.last?.endValue == 101)
    }
  }

  @Test("what rates did is told apart: the yen that lost a twentieth")
  func currency() throws {
    let builder = deposit(books(), "d", "2024-01-01", 100, to: "eur")
      .event("b", "2024-01-01", .buy("E", 10, at: 10))
      .rate("2024-01-01", "USD", "EUR", 1).rate("2024-12-31", "USD", "EUR", "1.05")
      .price("E", "2024-01-01", 10).price("E", "2024-12-31", 11)
    let all = try #require(try periods(builder).first)
    #expect(near(all.timeWeighted, 1.0 / 21))
    #expect(near(all.local, 0.1))
    #expect(near(all.currencyEffect, -11.0 / 210))
  }

  @Test("local returns of short periods link to that of a long one")
  func localLinks() throws {
    let builder = deposit(books(), "d", "2024-01-01", 100, to: "eur")
      .event("b", "2024-01-01", .buy("E", 8, at: 10))
      .rate("2024-01-01", "EUR", "USD", 1).rate("2024-01-11", "EUR", "USD", "1.10")
      .rate("2024-02-15", "EUR", "USD", "0.95").rate("2024-03-20", "EUR", "USD", "1.20")
      .price("E", "2024-01-01", 10).price("E", "2024-01-20", 12).price("E", "2024-02-20", 9)
      .price("E", "2024-03-10", 14)
    let all = try #require(try periods(builder).first)
    // 80 of 100 are units, and all is in euros: what rates did is no part of it.
    #expect(near(all.local, 0.32))
    for step in [PeriodStep.week, .month, .day] {
      let linked = try periods(builder) { $0.step = step }.reduce(1.0) {
        $0 * (1 + ($1.local ?? 9))
      }
      #expect(near(linked, 1.32), "\(step)")
    }
  }

  @Test("what has no price is told with its days")
  func unpriced() throws {
    let builder = deposit(books(), "d", "2024-01-01", 1_000)
      .event("b", "2024-01-02", .buy("A", 10, at: 10)).price("A", "2024-01-10", 10)
      .event("c", "2024-01-20", .buy("B", 10, at: 10)).price("E", "2024-01-25", 1)
    var options = BookingOptions()
    options.keepsMovements = true
    let booked = try BookedLedger(booking: builder.ledger(), options)
    let pass = try #require(
      PerformancePass(booked, prices: PriceBook(booked.ledger), PerformanceQuestion()))
    let (first, second): (ClosedRange<Day>, ClosedRange<Day>) = (
      "2024-01-02"..."2024-01-09", "2024-01-20"..."2024-01-25"
    )
    let found = pass.run { _ in }
    #expect(found.map(\.instrument) == [0, 1] && found.map(\.days) == [first, second])
  }

  @Test("without a price at a flow, the stretch is by Modified Dietz, and says so")
  func dietz() throws {
    let builder = deposit(books(), "d1", "2013-01-01", 100)
      .event("b1", "2013-01-01", .buy("A", 100, at: 1)).price("A", "2013-01-01", 1)
      .event("b2", "2014-01-01", .buy("B", 1, at: 50)).price("A", "2015-01-01", 2)
      .price("B", "2015-01-01", 100)
    let whole = builder.group("d2", "2013-12-31", .deposit, cash: [.into("usd", 50, .deposit)])
      .group(
        "d3", "2014-01-01T10:00:00Z", .deposit, cash: [.into("usd", 50, .deposit)])
    let all = try #require(try periods(whole).first)
    #expect(all.isApproximate)
    // 100, then 50 before anything is unknown; 50 half way through, unvalued; 350 at the end.
    #expect(near(all.timeWeighted, (350.0 - 150 - 50) / (150 + 50 * 365.0 / 366), within: 1e-2))
  }

  @Test("units that come from outside are no gain, at the price of the day")
  func inKind() throws {
    let builder = deposit(books(), "d", "2024-01-01", 100).price("A", "2024-01-01", 50)
      .group(
        "t", "2024-02-01", .transfer,
        stock: [
          .transferIn("A", 2, to: "x").with {
            $0.lots = [LotRow(acquired: "2020-01-01", quantity: 2, cost: 10)]
            $0.currency = "USD"
          }
        ])
    let all = try #require(try periods(builder).first)
    #expect(all.timeWeighted == 0)
    #expect(all.netContributions == 200)
  }

  @Test("a rate of a year beyond the limit withholds no other")
  func rateBeyondTheLimit() throws {
    let builder = deposit(books(), "d1", "2024-01-01", "192.4")
      .group("i", "2024-01-31", .interest, cash: [.into("usd", "998.7", .interest)])
      .group("w", "2024-01-31", .withdrawal, cash: [.out("usd", "1191.1", .withdrawal)])
    let all = deposit(builder, "d2", "2024-03-01", 1000)
      .group("f", "2024-03-01", .fee, cash: [.out("usd", 1000, .fee)])
    #expect(near(try periods(all).first?.moneyWeighted.value, 0.01980159982364804))
  }

  @Test("the benchmark gets the same flows at its own price")
  func benchmark() throws {
    let builder = deposit(
      deposit(books(), "d1", "2024-01-01", 100).price("B", "2023-12-31", 10)
        .price("B", "2024-03-01", 20), "d2", "2024-03-01", 100
    ).price("B", "2024-06-01", 30)
    let all = try #require(try periods(builder) { $0.benchmark = 1 }.first)
    #expect(all.benchmark?.endValue == 450)
    #expect(near(all.benchmark?.timeWeighted, 2))
    #expect(all.timeWeighted == 0)
  }

  @Test("periods follow the calendar, and link to the whole")
  func steps() throws {
    let builder = deposit(books(), "d", "2023-11-15", 100)
      .event("b", "2023-11-15", .buy("A", 10, at: 10)).price("A", "2023-11-15", 10)
      .price("A", "2023-12-31", 11).price("A", "2024-02-10", 9)
    let months = try periods(builder) { $0.step = .month }
    #expect(
      months.map(\.to) == ["2023-11-30", "2023-12-31", "2024-01-31", "2024-02-10"])
    let whole = try #require(try periods(builder).first)
    #expect(near(months.last?.cumulative, whole.timeWeighted ?? 9))
    #expect(near(whole.drawdown?.depth, 9.0 / 11 - 1))
    #expect(whole.drawdown?.trough == "2024-02-10")
  }

  /// A purchase without a price: 100 in, later 50 more; from 2023-12-31 on the price is known, and
  /// the year ends with it. No cash flow follows, so that the end of the year alone would show it.
  @Test("a sub-period with unknown values ends on the first day whose value is known")
  func firstKnownDay() throws {
    let builder = deposit(
      deposit(books(), "d0", "2023-01-01", 100), "d1", "2023-10-01", 50
    )
    .event("b", "2023-10-01", .buy("A", 10, at: 10))
    .group("d2", "2023-11-01", .deposit, cash: [.into("usd", 50, .deposit)])
    .price("A", "2023-12-31", 12).price("A", "2024-03-01", 9).price("A", "2024-06-01", 15)
    let whole = try #require(try periods(builder).first)
    #expect(whole.isApproximate)
    for step in [PeriodStep.year, .quarter, .month] {
      let parts = try periods(builder) { $0.step = step }
      #expect(parts.last?.cumulative == whole.timeWeighted, "\(step)")
      #expect(parts.last?.belowHigh == 0)
    }
    let years = try periods(builder) { $0.step = .year }
    let linked = years.reduce(1.0) { $0 * (1 + ($1.timeWeighted ?? 9)) } - 1
    #expect(near(whole.timeWeighted, linked))
  }

  /// The price of the end of the first quarter is unknown.
  @Test("the whole has a return after a row that has none, and falls as in the whole")
  func unknownRow() throws {
    let builder = deposit(books(), "d", "2024-01-01", 100)
      .price("A", "2024-02-01", 10)
      .event("b", "2024-02-01", .buy("A", 10, at: 10))
      .event("x", "2024-03-01", .buy("B", "0.5", at: 10))
      .event("y", "2024-03-01", .sell("A", "0.5", at: 10))
      .price("B", "2024-04-02", 10).price("A", "2024-05-01", 8).price("A", "2024-08-01", 9)
    let rows = try periods(builder) { $0.step = .quarter }
    let whole = try #require(try periods(builder).first)
    #expect(rows[0].timeWeighted == nil && rows[0].cumulative == nil && rows[0].belowHigh == nil)
    #expect(rows.last?.cumulative == whole.timeWeighted && whole.timeWeighted != nil)
    let depth = try #require(whole.falls.first?.depth)
    #expect(near(rows[1].belowHigh, depth))
    #expect(near(rows.last?.belowHigh, whole.belowHigh ?? 9))
  }
}
