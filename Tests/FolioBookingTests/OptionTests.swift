import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Options")
struct OptionTests {
  /// 2 contracts at 100 and 3 at 200, on shares of A.
  private func books(_ method: CostBasisMethod = .fifo) -> LedgerBuilder {
    LedgerBuilder(base: "USD").settings { $0.costBasisMethod = method }
      .account("usd", "USD").stock("A").stock("O")
      .event("g1", "2024-01-01", .buy("O", 2, at: 100))
      .event("g2", "2024-02-01", .buy("O", 3, at: 200))
  }

  private func written() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A").stock("O")
      .event("g1", "2024-01-01", .shortSell("O", 4, at: 50))
  }

  private func end(
    _ type: TradeType, _ units: ExactDecimal, _ trade: StockRow
  ) -> GroupRow {
    let cash = LedgerBuilder(base: "USD").stock("A").payment(for: trade, from: "usd")
    return GroupRow(
      id: "end", at: "2024-03-01", type: .stockTrade,
      stock: [trade, StockRow(type, "O").units(units)], cash: cash)
  }

  @Test("a call that is held raises the cost, whatever the order of the legs")
  func call() throws {
    let booked = try Booked(books().group(end(.exercise, 4, .buy("A", 400, at: 10))))
    #expect(
      booked.lots == ["A - 2024-03-01 400 4600 4600", "O - 2024-02-01 1 200 200"])
    #expect(booked.gains.isEmpty)
    expectSoundBooks(booked)
  }

  @Test("a pool gives its average")
  func pool() throws {
    let booked = try Booked(books(.average).group(end(.exercise, 2, .buy("A", 200, at: 10))))
    #expect(booked.balance("Assets:Securities:A") == "2320")
    #expect(booked.balance("Assets:Securities:O") == "480")
    expectSoundBooks(booked)
  }

  @Test("a put that is held lowers the proceeds")
  func put() throws {
    let booked = try Booked(
      books().event("g3", "2024-02-02", .buy("A", 300, at: 9))
        .group(end(.exercise, 2, .sell("A", 200, at: 10))))
    #expect(booked.gains == ["A 2024-02-02 200 1800 1800"])
    expectSoundBooks(booked)
  }

  @Test("a call that was written raises the proceeds, a put lowers the cost")
  func assigned() throws {
    let sold = try Booked(
      written().event("g2", "2024-02-02", .buy("A", 100, at: 9))
        .group(end(.assignment, 1, .sell("A", 100, at: 10))))
    #expect(sold.gains == ["A 2024-02-02 100 1050 900"])
    expectSoundBooks(sold)
    let bought = try Booked(written().group(end(.assignment, 3, .buy("A", 300, at: 10))))
    #expect(bought.lots == ["A - 2024-03-01 300 2850 2850", "-O - 2024-01-01 1 50 50"])
    expectSoundBooks(bought)
  }

  @Test("a trade that crosses zero shares the premium between its parts")
  func crossing() throws {
    let booked = try Booked(
      books().settings { $0.crossingZero = .allow }
        .event("g3", "2024-02-02", .shortSell("A", 100, at: 12))
        .group(end(.exercise, 2, .buy("A", 400, at: 10))))
    #expect(booked.gains == ["A 2024-02-02 100 1200 1050"])
    #expect(booked.lots.last == "O - 2024-02-01 3 600 600")
    #expect(booked.balance("Assets:Securities:A") == "3150")
    expectSoundBooks(booked)
  }

  @Test("by settlement date, shares that are sold sooner have the premium in their cost")
  func settlement() throws {
    var group = end(.exercise, 2, .buy("A", 200, at: 10))
    group.stock[0].settles = "2024-03-08"
    let books = books().group(group)
      .event("g4", "2024-03-02", .sell("A", 50, at: 20))
    let booked = try Booked(books) {
      $0.dateBasis = .settlement
      $0.asOf = "2024-03-05"
    }
    #expect(booked.gains == ["A 2024-03-01 50 1000 550"])
    #expect(booked.balance("Assets:Securities:O") == "800")
  }

  @Test("expiry ends what is open, on either side")
  func expiry() throws {
    let held = try Booked(books().event("end", "2024-03-01", StockRow(.expiry, "O").fees(1)))
    #expect(held.gains == ["O 2024-01-01 2 0 200", "O 2024-02-01 3 0 600"])
    #expect(held.result.disposals.allSatisfy { $0.cause == .expiry })
    #expect(held.balance("Expenses:Fees") == "1")
    expectSoundBooks(held)
    let owed = try Booked(
      written().event("end", "2024-03-01", StockRow(.expiry, "O").units(3)))
    #expect(owed.gains == ["O 2024-01-01 3 150 0"])
    #expect(owed.result.disposals.map(\.cause) == [.shortExpiry])
    #expect(owed.lots == ["-O - 2024-01-01 1 50 50"])
    expectSoundBooks(owed)
  }

  @Test("what cannot be exercised, assigned or expire")
  func faults() throws {
    let buy = StockRow.buy("A", 100, at: 1)
    #expect(try bookingFaults(books().group(end(.exercise, 6, buy))) == [.soldMoreThanHeld])
    #expect(try bookingFaults(books().group(end(.assignment, 1, buy))) == [.wrongSideOfOption])
    #expect(try bookingFaults(written().group(end(.exercise, 1, buy))) == [.wrongSideOfOption])
    #expect(
      try bookingFaults(written().group(end(.assignment, 5, buy))) == [.coveredMoreThanShort])
    #expect(try bookingFaults(written().group(end(.assignment, 4, buy))) == [.premiumBeyondCost])
    let row = StockRow(.expiry, "A")
    #expect(try bookingFaults(books().event("end", "2024-03-01", row)) == [.nothingHeld])
    let more = StockRow(.expiry, "O").units(6)
    #expect(try bookingFaults(books().event("end", "2024-03-01", more)) == [.soldMoreThanHeld])
  }

  @Test("under uk, options that the sales of their day take cannot be exercised before them")
  func sameDay() throws {
    let books = LedgerBuilder(base: "USD").settings { $0.taxRules = .uk }
      .account("usd", "USD").stock("A").stock("O")
      .event("g1", "2024-03-01", .buy("O", 2, at: 100))
      .group(end(.exercise, 2, .buy("A", 200, at: 10)))
      .event("g3", "2024-03-01", .buy("O", 2, at: 300))
      .event("g4", "2024-03-01", .sell("O", 2, at: 300))
    #expect(try bookingFaults(books) == [.soldMoreThanHeld])
  }
}
