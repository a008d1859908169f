import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

/// Units received as a gift: 100 that cost the giver 10,000 and were worth 8,000.
@Suite("The two costs of a gift")
struct GiftBasisTests {
  private func books(
    worth value: ExactDecimal = 8000, _ method: CostBasisMethod = .fifo
  ) -> LedgerBuilder {
    let lot = LotRow(acquired: "2020-02-03", quantity: 100, cost: 10000, fairValue: value)
    return LedgerBuilder(base: "USD").account("usd", "USD").stock("A").stock("B")
      .settings {
        $0.taxRules = .us
        $0.costBasisMethod = method
        $0.lotScope = .portfolio
      }
      .event("g1", "2023-06-01", .transferIn("A", 100, to: "x").lots(lot))
  }

  private func values(_ booked: Booked) -> [ExactDecimal?] {
    booked.result.lots.map { booked.result.fairValue(of: $0)?.normalized() }
  }

  @Test(
    "a gain has the giver's cost, a loss the value, and between them there is neither",
    arguments: [
      (120 as ExactDecimal, 10000 as ExactDecimal, BasisRule.giver), (100, 10000, .giver),
      (90, 9000, .proceeds), (80, 8000, .proceeds), (70, 8000, .fairValue),
    ])
  func sold(_ price: ExactDecimal, _ cost: ExactDecimal, _ rule: BasisRule) throws {
    let booked = try Booked(books().event("g2", "2023-12-01", .sell("A", 100, at: price)))
    #expect(booked.result.disposals.map(\.cost) == [cost])
    #expect(booked.result.disposals.map(\.costBase) == [cost])
    #expect(booked.result.disposals.map(\.basis) == [rule])
    let isOfValue = rule == .fairValue
    #expect(booked.result.disposals.map(\.acquired) == [isOfValue ? "2023-06-01" : "2020-02-03"])
    #expect(booked.result.disposals.map(\.term) == [isOfValue ? .short : .long])
    #expect(booked.balance("Equity:Contributions") == booked.text(ExactDecimal.zero - cost))
    expectSoundBooks(booked)
  }

  @Test("parts take their share of both costs, wherever they go")
  func parts() throws {
    let builder = books()
      .event("g2", "2023-07-01", .split("A", 3, for: 1))
      .event(
        "g3", "2023-08-01", .transferIn("A", 100, to: "y"), .transferOut("A", 100, from: "x")
      )
      .event("g4", "2023-09-01", .spinOff("A", into: "B", 1, for: 1, basis: "0.1"))
      .event("g5", "2023-10-01", .returnOfCapital("A", 300))
    let booked = try Booked(builder)
    #expect(
      booked.lots == [
        "A x 2020-02-03 200 5800 5800", "A y 2020-02-03 100 2900 2900",
        "B x 2020-02-03 200 666.666666666666666667 666.666666666666666667",
        "B y 2020-02-03 100 333.333333333333333333 333.333333333333333333",
      ])
    #expect(values(booked).prefix(2) == [4600, 2300])
    let all = try Booked(
      builder.event("g6", "2023-11-01", .sell("A", 300, at: 1))
        .event("g7", "2023-11-01", .sell("B", 300, at: 1)))
    #expect(all.result.disposals.map(\.cost).total() == 7700)
    expectSoundBooks(all)
  }

  @Test("a payment of capital does not take the cost for losses below zero")
  func limited() throws {
    let builder = books().event("g2", "2023-07-01", .returnOfCapital("A", 9000))
      .event("g3", "2023-08-01", .costAdjustment("A", .increase, by: 500))
    let booked = try Booked(builder)
    #expect(values(booked) == [500])
    expectSoundBooks(booked)
  }

  @Test("average takes the lower cost, when the units come in or later")
  func average() throws {
    let booked = try Booked(books(worth: 8000, .average))
    #expect(booked.result.lots.map(\.cost) == [8000])
    #expect(booked.balance("Assets:Securities:A") == "8000")
    #expect(try Booked(books(worth: 12000, .average)).result.lots.map(\.cost) == [10000])
    let later = try Booked(
      books().settings { $0.costBasisMethod = nil }
        .method(.average, from: "2023-07-01").event("g2", "2023-08-01", .buy("A", 100, at: 100)))
    #expect(later.result.lots.map(\.cost) == [9000, 9000])
    expectSoundBooks(booked)
    expectSoundBooks(later)
  }

  @Test("hifo compares the giver's cost")
  func hifo() throws {
    let builder = books(worth: 8000, .hifo).event("g2", "2023-07-01", .buy("A", 10, at: 90))
      .event("g3", "2023-12-01", .sell("A", 10, at: 70))
    #expect(try Booked(builder).result.disposals.map(\.cost) == [800])
  }

  @Test("in base the value is converted at the rate of the day of the gift")
  func base() throws {
    let lot = LotRow(
      acquired: "2020-02-03", quantity: 10, cost: 100, costBase: 110, fairValue: 100)
    let booked = try Booked(
      LedgerBuilder(base: "USD").account("eur", "EUR").stock("E", "EUR")
        .settings { $0.taxRules = .us }
        .rate("2023-06-01", "EUR", "USD", "0.9").rate("2023-12-01", "EUR", "USD", "0.8")
        .event("g1", "2023-06-01", .transferIn("E", 10, to: nil).lots(lot).inCurrency("EUR"))
        .event("g2", "2023-12-01", .sell("E", 10, at: 10).inCurrency("EUR")))
    #expect(booked.result.disposals.map(\.cost) == [100])
    #expect(booked.result.disposals.map(\.costBase) == [90])
    #expect(booked.result.disposals.map(\.proceedsBase) == [80])
    #expect(booked.result.disposals.map(\.basis) == [.fairValue])
    expectSoundBooks(booked)
  }

  @Test("a gift is no purchase that replaces units sold at a loss")
  func noReplacement() throws {
    let lot = LotRow(acquired: "2023-11-16", quantity: 10, cost: 160, fairValue: 150)
    let booked = try Booked(
      LedgerBuilder(base: "USD").account("usd", "USD").stock("A").settings { $0.taxRules = .us }
        .event("g1", "2022-06-01", .buy("A", 10, at: 20))
        .event("g2", "2023-11-26", .transferIn("A", 10, to: nil).lots(lot))
        .event("g3", "2023-12-01", .sell("A", 10, at: 15)))
    #expect(booked.result.deferredLosses.isEmpty)
  }

  @Test("without tax rules the value changes nothing, and stays with the lot")
  func withoutRules() throws {
    let booked = try Booked(books().event("g2", "2023-12-01", .sell("A", 50, at: 70))) {
      $0.taxRules = TaxRules.none
    }
    #expect(booked.result.disposals.map(\.cost) == [5000])
    #expect(booked.result.disposals.map(\.basis) == [nil])
    #expect(values(booked) == [4000])
  }
}
