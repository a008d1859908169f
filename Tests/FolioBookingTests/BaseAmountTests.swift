import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

/// Shares in EUR, a base currency of USD.
@Suite("Gains in the base currency")
struct BaseAmountTests {
  private func books(_ base: Currency? = "USD") -> LedgerBuilder {
    LedgerBuilder(base: base).account("eur", "EUR").account("usd", "USD").stock("A", "EUR")
  }

  private func rated() -> LedgerBuilder {
    books().rate("2024-01-01", "EUR", "USD", "1.10").rate("2024-02-01", "EUR", "USD", "1.20")
  }

  @Test("cost is at the acquisition's rate, proceeds at the disposal's; the effects add up")
  func effects() throws {
    let booked = try Booked(
      rated().event("g1", "2024-01-15", .buy("A", 10, at: 100))
        .event("g2", "2024-02-15", .sell("A", 10, at: 130)))
    // Proceeds 1560, cost 1100: a gain of 460, of which 300 EUR at 1.20 by price.
    #expect(booked.baseGains == ["1560 1100 360 100"])
    #expect(booked.result.options.baseCurrency == "USD")
    expectSoundBooks(booked)
  }

  @Test("of a short sale the proceeds are at the opening's rate, the cost at the cover's")
  func short() throws {
    let booked = try Booked(
      rated().event("g1", "2024-01-15", .shortSell("A", 10, at: 100))
        .event("g2", "2024-02-15", .cover("A", 10, at: 90)))
    #expect(booked.baseGains == ["1100 1080 120 -100"])
  }

  @Test("the leg's own rate wins over the rate book")
  func ownRate() throws {
    let booked = try Booked(
      rated().event("g1", "2024-01-15", .buy("A", 10, at: 100).atRate("1.5"))
        .event("g2", "2024-02-15", .sell("A", 10, at: 130).atRate("1.6")))
    #expect(booked.baseGains == ["2080 1500 480 100"])
  }

  @Test("the rate of an exchange inside the group wins over the rate book")
  func exchangeInside() throws {
    let booked = try Booked(
      rated().group(
        "g1", "2024-01-15", stock: [.buy("A", 10, at: 100)], cash: [.out("usd", 1150)]))
    #expect(booked.lots == ["A - 2024-01-15 10 1000 1150"])
    #expect(booked.balance("Equity:Conversions", "EUR") == "-1000")
    #expect(booked.balance("Equity:Conversions", "USD") == "1150")
    expectSoundBooks(booked)
  }

  @Test("the rate of an exchange inside one group does not serve the next one")
  func exchangeEnds() throws {
    let booked = try Booked(
      books()
        .group("g1", "2024-01-15", stock: [.buy("A", 10, at: 100)], cash: [.out("usd", 1150)])
        .event("g2", "2024-01-15", .buy("A", 10, at: 100)))
    #expect(booked.lots == ["A - 2024-01-15 10 1000 1150", "A - 2024-01-15 10 1000 none"])
    #expect(booked.codes == [.noRate])
  }

  @Test("nor does it serve a purchase that has not settled, whose lot a sale takes")
  func unsettledPurchase() throws {
    let builder = rated()
      .group("g1", "2024-01-15", stock: [.buy("A", 10, at: 100)], cash: [.out("usd", 1150)])
      .group(
        GroupRow(
          id: "g2", at: "2024-01-16", type: .stockTrade, status: .pending,
          stock: [.buy("A", 10, at: 100)], cash: [.out("eur", 1000)])
      )
      .event("g3", "2024-02-15", .sell("A", 20, at: 130))
    let booked = try Booked(builder) { $0.dateBasis = .settlement }
    #expect(booked.baseGains == ["1560 1150 360 50", "1560 1100 360 100"])
  }

  @Test("of a purchase that has not settled the rate of its own exchange counts")
  func unsettledExchange() throws {
    let builder = rated()
      .group(
        GroupRow(
          id: "g1", at: "2024-01-15", type: .stockTrade, status: .pending,
          stock: [.buy("A", 10, at: 100)], cash: [.out("usd", 1150)])
      )
      .event("g2", "2024-02-15", .sell("A", 10, at: 130))
    let booked = try Booked(builder) { $0.dateBasis = .settlement }
    #expect(booked.baseGains == ["1560 1150 360 50"])
  }

  @Test("without any rate base amounts are empty, and one warning says so: W405")
  func noRate() throws {
    let booked = try Booked(
      books().event("g1", "2024-01-15", .buy("A", 10, at: 100))
        .event("g2", "2024-01-16", .buy("A", 10, at: 100))
        .event("g3", "2024-02-15", .sell("A", 15, at: 130)))
    #expect(booked.baseGains == ["none", "none"])
    #expect(booked.lots == ["A - 2024-01-16 5 500 none"])
    #expect(booked.codes == [.noRate])
    #expect(booked.result.warnings.first?.message.contains("2 more") == true)
  }

  @Test("the warning counts legs, not lots")
  func noRateCount() throws {
    let booked = try Booked(
      books().event("g1", "2024-01-15", .buy("A", 10, at: 100).atRate(1))
        .event("g2", "2024-01-16", .buy("A", 10, at: 100).atRate(1))
        .event("g3", "2024-02-15", .returnOfCapital("A", 50)))
    #expect(booked.codes == [.noRate])
    #expect(booked.result.warnings.first?.message.hasSuffix("2024-02-15") == true)
  }

  @Test("a report in another base crosses from the settings' base, with the leg's own rate")
  func otherBase() throws {
    let builder = books().rate("2024-01-01", "USD", "CHF", "0.9")
      .event("g1", "2024-01-15", .buy("A", 10, at: 100).atRate("1.5"))
    #expect(
      try Booked(builder) { $0.baseCurrency = "CHF" }.lots == ["A - 2024-01-15 10 1000 1350"])
  }

  @Test("a report in the lots' own currency needs no rate")
  func ownBase() throws {
    let builder = books().event("g1", "2024-01-15", .buy("A", 10, at: 100).atRate("1.5"))
    #expect(
      try Booked(builder) { $0.baseCurrency = "EUR" }.lots == ["A - 2024-01-15 10 1000 1000"])
  }

  @Test("a ledger of one currency has it as its base; one of several has none")
  func defaultBase() throws {
    let single = LedgerBuilder().account("eur", "EUR").stock("A", "EUR")
      .event("g1", "2024-01-15", .buy("A", 10, at: 100))
    #expect(try Booked(single).result.baseCurrency == "EUR")
    let several = books(nil).event("g1", "2024-01-15", .buy("A", 10, at: 100))
    let booked = try Booked(several)
    #expect(booked.result.baseCurrency == nil)
    #expect(booked.lots == ["A - 2024-01-15 10 1000 none"])
    #expect(booked.codes.isEmpty)
  }

  @Test("a return of capital lowers the base cost at its own day's rate")
  func returnOfCapital() throws {
    let booked = try Booked(
      rated().event("g1", "2024-01-15", .buy("A", 10, at: 100))
        .event("g2", "2024-02-15", .returnOfCapital("A", 100)))
    #expect(booked.lots == ["A - 2024-01-15 10 900 980"])
  }

  @Test("what a return of capital pays beyond the cost takes the rest of the base cost along")
  func excess() throws {
    let booked = try Booked(
      rated().event("g1", "2024-01-15", .buy("A", 10, at: 100))
        .event("g2", "2024-02-15", .returnOfCapital("A", 1050)))
    // 1000 EUR used at 1.20 leave 1100 - 1200 = -100 of base cost; 50 EUR are a gain of 60.
    #expect(booked.baseGains == ["60 -100 60 100"])
    #expect(booked.lots == ["A - 2024-01-15 10 0 0"])
  }

  @Test("a return of exactly the cost loses no base cost: it stays, or is told as a gain")
  func exactly() throws {
    let booked = try Booked(
      rated().event("g1", "2024-01-15", .buy("A", 10, at: 100))
        .event("g2", "2024-02-15", .returnOfCapital("A", 1000)))
    let left = booked.result.lots.map(\.costBase).total()
    let told = booked.result.disposals.map { $0.costBase - $0.proceedsBase }.total()
    #expect(left + told == -100)
  }

  @Test("an average pool of which one part has no base cost has none", arguments: [true, false])
  func averageWithoutRate(_ unknownFirst: Bool) throws {
    let days: [Timestamp] =
      unknownFirst ? ["2023-12-01", "2024-01-15"] : ["2024-01-15", "2024-01-16"]
    let builder = rated().settings { $0.costBasisMethod = .average }
    if unknownFirst {
      builder.event("g1", days[0], .buy("A", 10, at: 100))
        .event("g2", days[1], .buy("A", 10, at: 100))
    } else {
      builder
        .event("g1", days[0], .buy("A", 10, at: 100))
        .event(
          "g2", days[1],
          .transferIn("A", 10, to: nil).inCurrency("EUR").lots(
            LotRow(acquired: "2023-12-01", quantity: 10, cost: 1000)))
    }
    let booked = try Booked(builder.event("g3", "2024-02-15", .sell("A", 15, at: 130)))
    #expect(booked.baseGains == ["none", "none"])
    #expect(booked.result.lots.allSatisfy { !$0.hasBase })
  }

  @Test("an average pool whose return of capital has no rate loses its base cost")
  func averageReturnWithoutRate() throws {
    let booked = try Booked(
      books().settings { $0.costBasisMethod = .average }
        .event("g1", "2024-01-15", .buy("A", 10, at: 100).atRate("1.1"))
        .event("g2", "2024-02-15", .returnOfCapital("A", 100)))
    #expect(booked.lots == ["A - 2024-01-15 10 900 none"])
  }

  @Test("a moved part of an average pool without base cost has none either")
  func averageMove() throws {
    let booked = try Booked(
      rated().settings { $0.costBasisMethod = .average }
        .event("g1", "2023-12-01", .buy("A", 10, at: 100))
        .event("g2", "2024-01-15", .buy("A", 10, at: 100))
        .event("g3", "2024-02-15", .symbolChange("A", to: "B")))
    #expect(
      booked.lots == ["B - 2023-12-01 10 1000 none", "B - 2024-01-15 10 1000 none"])
  }

  @Test("a pool takes cost in another currency at the rate of the acquisition")
  func poolInTwoCurrencies() throws {
    let booked = try Booked(
      rated().settings { $0.costBasisMethod = .average }
        .event("g1", "2024-01-15", .buy("A", 10, at: 100))
        .event("g2", "2024-01-16", .buy("A", 10, at: 88).inCurrency("USD")))
    #expect(booked.lots == ["A - 2024-01-15 10 900 990", "A - 2024-01-16 10 900 990"])
    expectSoundBooks(booked)
  }

  @Test("a pool without a rate to the currency of its cost is F311")
  func poolWithoutRate() throws {
    let builder = books().settings { $0.costBasisMethod = .average }
      .event("g1", "2024-01-15", .buy("A", 10, at: 100))
      .event("g2", "2024-01-16", .buy("A", 10, at: 88).inCurrency("USD"))
    #expect(try bookingFaults(builder) == [.mixedCurrencies])
  }
}
