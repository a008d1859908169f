import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

/// Cost in another currency than that of the pool, the lot or the payment, without a rate in the
/// table.
@Suite("Cost in another currency")
struct PoolCurrencyTests {
  private func books(_ rules: TaxRules = .none) -> LedgerBuilder {
    LedgerBuilder(base: "CAD").account("cad", "CAD").account("usd", "USD").account("eur", "EUR")
      .stock("A", "CAD").settings {
        $0.taxRules = rules
        $0.costBasisMethod = .average
      }
  }

  private func currencies(_ booked: Booked) -> [Currency] {
    booked.result.lots.map { booked.tables.currencies[$0.currency] }
  }

  @Test("enters a pool in base at the leg's own rate", arguments: [TaxRules.none, .ca, .uk])
  func ownRate(_ rules: TaxRules) throws {
    let booked = try Booked(
      books(rules).event("g1", "2024-01-02", .buy("A", 10, at: 10))
        .event("g2", "2024-03-04", .buy("A", 10, at: "6.2").inCurrency("USD").atRate("1.5"))
        .event("g3", "2024-06-03", .sell("A", 10, at: 20)))
    #expect(booked.result.disposals.map(\.costBase).total() == "96.5")
    #expect(booked.result.lots.map(\.cost).total() == "96.5")
    #expect(currencies(booked) == ["CAD"])
    expectSoundBooks(booked)
  }

  @Test("counts at the leg's own rate although the table has another")
  func ownRateBeforeTable() throws {
    let booked = try Booked(
      books().rate("2024-01-01", "USD", "CAD", "1.4")
        .event("g1", "2024-01-02", .buy("A", 10, at: 10))
        .event("g2", "2024-03-04", .buy("A", 10, at: "6.2").inCurrency("USD").atRate("1.5")))
    #expect(booked.result.lots.map(\.cost).total() == 193)
    #expect(booked.result.lots.map(\.costBase).total() == 193)
  }

  @Test("enters a pool at what the group really paid")
  func exchange() throws {
    let booked = try Booked(
      books().event("g1", "2024-01-02", .buy("A", 10, at: 10).inCurrency("USD").atRate("1.25"))
        .group(
          "g2", "2024-03-04", stock: [.buy("A", 10, at: 8).inCurrency("EUR")],
          cash: [.out("usd", 90)]))
    #expect(booked.result.lots.map(\.cost).total() == 190)
    #expect(currencies(booked) == ["USD", "USD"])
    expectSoundBooks(booked)
  }

  @Test(
    "takes a pool over to base where no rate leads to it", arguments: [TaxRules.none, .ca, .uk])
  func toBase(_ rules: TaxRules) throws {
    let builder = books(rules)
      .event("g1", "2024-01-02", .buy("A", 10, at: 10).inCurrency("USD").atRate("1.25"))
      .event("g2", "2024-03-04", .buy("A", 10, at: 10).inCurrency("EUR").atRate("1.5"))
      .event("g3", "2024-06-03", .sell("A", 10, at: 20).inCurrency("USD").atRate(2))
    let booked = try Booked(builder)
    #expect(booked.result.disposals.map(\.costBase).total() == "137.5")
    #expect(booked.result.disposals.map(\.cost).total() == "68.75")
    #expect(booked.result.lots.map(\.cost).total() == "137.5")
    #expect(currencies(booked) == ["CAD"])
    expectSoundBooks(booked)
  }

  @Test("is F311 where the cost in base is not known either")
  func unknown() throws {
    let builder = books()
      .event("g1", "2024-01-02", .buy("A", 10, at: 10).inCurrency("USD"))
      .event("g2", "2024-03-04", .buy("A", 10, at: 10).inCurrency("EUR").atRate("1.5"))
    #expect(try bookingFaults(builder) == [.mixedCurrencies])
  }

  @Test("keeps the pool's currency where the way by base is known")
  func byBase() throws {
    let booked = try Booked(
      books().rate("2024-01-01", "USD", "CAD", "1.25")
        .event("g1", "2024-01-02", .buy("A", 10, at: 10).inCurrency("USD"))
        .event("g2", "2024-03-04", .buy("A", 10, at: 10).inCurrency("EUR").atRate("1.5")))
    #expect(booked.result.lots.map(\.cost).total() == 220)
    #expect(booked.result.lots.map(\.costBase).total() == 275)
    #expect(currencies(booked) == ["USD", "USD"])
    expectSoundBooks(booked)
  }

  @Test("an empty pool has no currency any more", arguments: [TaxRules.none, .ca, .uk])
  func emptied(_ rules: TaxRules) throws {
    let booked = try Booked(
      books(rules).rate("2024-01-01", "USD", "CAD", "1.25").rate("2024-01-01", "EUR", "CAD", "1.5")
        .event("g1", "2024-01-02", .buy("A", 10, at: 10).inCurrency("EUR"))
        .event("g2", "2024-01-02T10:00:00Z", .sell("A", 10, at: 20).inCurrency("EUR"))
        .event("g3", "2024-06-03", .buy("A", 10, at: 10).inCurrency("USD")))
    #expect(booked.lots == ["A - 2024-06-03 10 100 125"])
    #expect(currencies(booked) == ["USD"])
    expectSoundBooks(booked)
  }

  @Test("purchases of one day in two currencies are one in base, for the 30-day rule")
  func dayInTwoCurrencies() throws {
    let booked = try Booked(
      books(.uk).event("g1", "2024-01-02", .buy("A", 10, at: 10))
        .event("g2", "2024-03-04", .sell("A", 10, at: 8))
        .event("g3", "2024-03-11", .buy("A", 10, at: 10).inCurrency("USD").atRate("0.5"))
        .event(
          "g4", "2024-03-11T10:00:00Z", .buy("A", 10, at: 10).inCurrency("EUR").atRate("0.75")))
    #expect(booked.baseGains == ["80 62.5 17.5 0"])
    #expect(booked.result.lots.map(\.costBase).total() == "162.5")
    #expect(booked.result.lots.map(\.cost).total() == "162.5")
    expectSoundBooks(booked)
  }

  @Test("in a report in another base the leg's own rate still leads to the settings' base")
  func otherBase() throws {
    let builder = books().event("g1", "2024-01-02", .buy("A", 10, at: 10))
      .event("g2", "2024-03-04", .buy("A", 10, at: "6.2").inCurrency("USD").atRate("1.5"))
      .event("g3", "2024-06-03", .sell("A", 10, at: 20).inCurrency("USD").atRate("1.25"))
    let booked = try Booked(builder) { $0.baseCurrency = "EUR" }
    #expect(booked.result.lots.map(\.cost).total() == "96.5")
    #expect(booked.result.disposals.map(\.cost).total() == "77.2")
  }

  @Test("a return of capital lowers the cost at its own rate", arguments: [true, false])
  func returnOfCapital(_ isPooled: Bool) throws {
    let builder = books().settings { $0.costBasisMethod = isPooled ? .average : .fifo }
    builder.event("g1", "2024-01-02", .buy("A", 10, at: 10))
      .event("g2", "2024-03-04", .returnOfCapital("A", 20).inCurrency("USD").atRate("1.5"))
    let booked = try Booked(builder)
    #expect(booked.lots == ["A - 2024-01-02 10 70 70"])
    expectSoundBooks(booked)
  }

  @Test("a return of capital counts at its own rate in base, also where the table has another")
  func returnOfCapitalBase() throws {
    let builder = books().settings { $0.costBasisMethod = .fifo }
    builder.rate("2024-01-01", "USD", "CAD", "1.25").rate("2024-01-01", "EUR", "CAD", 2)
      .event("g1", "2024-01-02", .buy("A", 10, at: 10).inCurrency("EUR"))
      .event("g2", "2024-03-04", .returnOfCapital("A", 20).inCurrency("USD").atRate("1.5"))
    let booked = try Booked(builder)
    #expect(booked.result.lots.map(\.costBase) == [170])
    expectSoundBooks(booked)
  }

  @Test("a lot goes over to base where no rate leads from what is paid to it")
  func lotToBase() throws {
    let builder = books().settings { $0.costBasisMethod = .fifo }
    builder.event("g1", "2024-01-02", .buy("A", 10, at: 10).inCurrency("EUR").atRate("1.5"))
      .event("g2", "2024-03-04", .returnOfCapital("A", 20).inCurrency("USD").atRate("1.25"))
    let booked = try Booked(builder)
    #expect(booked.lots == ["A - 2024-01-02 10 125 125"])
    #expect(currencies(booked) == ["CAD"])
    expectSoundBooks(booked)
  }

  @Test(
    "the cash of a merger for shares counts at its own rate",
    arguments: [TaxRules.none, .us, .uk, .ca])
  func merger(_ rules: TaxRules) throws {
    let row = StockRow.merger("A", into: "B", 1, for: 2).gross(20).inCurrency("USD").atRate("1.5")
    let booked = try Booked(
      books(rules).event("g1", "2024-01-02", .buy("A", 10, at: 10).inCurrency("EUR").atRate("1.5"))
        .event("g2", "2024-03-04", row.with { $0.price = 40 }))
    let gained = booked.result.disposals.map { $0.proceedsBase - $0.costBase }.total()
    let left = booked.result.lots.map(\.costBase).total()
    #expect(left - gained == 120)
    #expect(booked.result.disposals.map(\.hasBase).allSatisfy { $0 })
    expectSoundBooks(booked)
  }

  @Test(
    "a deferred loss raises the cost in base by what it is in base", arguments: [TaxRules.us, .ca])
  func deferredLoss(_ rules: TaxRules) throws {
    let booked = try Booked(
      books(rules).event("g1", "2024-01-02", .buy("A", 10, at: 10).inCurrency("EUR").atRate(1))
        .event("g2", "2024-03-04", .sell("A", 10, at: 8).inCurrency("EUR").atRate("1.125"))
        .event("g3", "2024-03-11", .buy("A", 10, at: 9)))
    #expect(booked.result.disposals.map(\.disallowedBase) == [10])
    #expect(booked.lots == ["A - 2024-03-11 10 100 100"])
    expectSoundBooks(booked)
  }

  @Test("units that are owed go over to base with their sign in the journal")
  func short() throws {
    let booked = try Booked(
      books().event(
        "g1", "2024-01-02", .shortSell("A", 10, at: 10).inCurrency("USD").atRate("1.25")
      )
      .event("g2", "2024-03-04", .shortSell("A", 10, at: 10).inCurrency("EUR").atRate("1.5"))
      .event("g3", "2024-06-03", .cover("A", 10, at: 10)))
    #expect(booked.baseGains == ["137.5 100 37.5 0"])
    #expect(booked.result.lots.map(\.cost).total() == "137.5")
    expectSoundBooks(booked)
  }

  @Test("lots gather in base where a change of method pools currencies without a rate")
  func methodChange() throws {
    let builder = LedgerBuilder(base: "CAD").account("cad", "CAD").account("usd", "USD")
      .account("eur", "EUR").stock("A", "CAD").method(.fifo).method(.average, from: "2024-04-01")
      .event("g1", "2024-01-02", .buy("A", 10, at: 10).inCurrency("USD").atRate("1.25"))
      .event("g2", "2024-03-04", .buy("A", 10, at: 10).inCurrency("EUR").atRate("1.5"))
      .event("g3", "2024-06-03", .sell("A", 10, at: 20))
    let booked = try Booked(builder)
    #expect(booked.result.disposals.map(\.cost).total() == "137.5")
    #expect(currencies(booked) == ["CAD"])
    expectSoundBooks(booked)
  }
}
