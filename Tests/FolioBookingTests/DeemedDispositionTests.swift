import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Deemed dispositions")
struct DeemedDispositionTests {
  private func books(_ method: CostBasisMethod = .fifo) -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .settings {
        $0.costBasisMethod = method
        $0.lotScope = .portfolio
      }
      .event("g1", "2024-01-01", .buy("A", 10, at: 100).inAccount("x"))
      .event("g2", "2024-02-01", .buy("A", 10, at: 300).inAccount("y"))
  }

  @Test("all units are sold and bought again at the value, in the account where they are")
  func all() throws {
    let booked = try Booked(
      books().event("g3", "2024-03-01", .deemedDisposition("A", at: 6000).fees(2)))
    #expect(
      booked.lots == ["A x 2024-03-01 10 3000 3000", "A y 2024-03-01 10 3000 3000"])
    #expect(booked.result.disposals.map(\.proceeds) == [3000, 3000])
    #expect(booked.result.disposals.map(\.cost) == [1000, 3000])
    #expect(booked.result.disposals.map(\.cause) == [.deemedDisposition, .deemedDisposition])
    #expect(booked.balance("Assets:Securities:A") == "6000")
    #expect(booked.balance("Income:Gains:A") == "-2000")
    #expect(booked.balance("Expenses:Fees") == "2")
    #expect(booked.result.lots.allSatisfy { booked.groupID($0.group) == "g3" })
    expectSoundBooks(booked)
  }

  @Test("a price alone is that of each unit held")
  func price() throws {
    let row = StockRow(.deemedDisposition, "A").with { $0.price = 250 }
    let booked = try Booked(books().event("g3", "2024-03-01", row))
    #expect(booked.result.disposals.map(\.proceeds) == [2500, 2500])
    expectSoundBooks(booked)
  }

  @Test("a part goes by the method, or by the lots that the leg names")
  func part() throws {
    let row = StockRow(.deemedDisposition, "A").units(4).with { $0.price = 500 }
    let booked = try Booked(books().event("g3", "2024-03-01", row))
    #expect(
      booked.lots == [
        "A x 2024-01-01 6 600 600", "A x 2024-03-01 4 2000 2000", "A y 2024-02-01 10 3000 3000",
      ])
    let named = StockRow.deemedDisposition("A", at: 800).lots(LotRow(group: "g2", quantity: 2))
    let chosen = try Booked(books(.specific).event("g3", "2024-03-01", named))
    #expect(chosen.result.disposals.map(\.cost) == [600])
    #expect(chosen.result.disposals.map(\.quantity) == [2])
    expectSoundBooks(chosen)
  }

  @Test("under average the cost of the pool is replaced by the value")
  func average() throws {
    let whole = try Booked(
      books(.average).event("g3", "2024-03-01", .deemedDisposition("A", at: 5000)))
    #expect(whole.result.lots.map(\.cost).total() == 5000)
    let row = StockRow.deemedDisposition("A", at: 5000).units(10).inAccount("x")
    let part = try Booked(books(.average).event("g3", "2024-03-01", row))
    #expect(part.result.disposals.map(\.cost) == [2000])
    #expect(part.result.lots.map(\.cost).total() == 7000)
    expectSoundBooks(part)
  }

  @Test("a loss is not superficial, and what was bought near it stays an acquisition")
  func canada() throws {
    let deemed = try Booked(
      books().event("g3", "2024-02-10", .deemedDisposition("A", at: 1000))
    ) { $0.taxRules = .ca }
    #expect(deemed.result.deferredLosses.isEmpty)
    let sold = try Booked(
      books().event("g3", "2024-02-10", .deemedDisposition("A", at: 1000))
        .event("g4", "2024-02-20", .sell("A", 5, at: 10))
    ) { $0.taxRules = .ca }
    #expect(sold.result.deferredLosses.map(\.quantity) == [5])
    let later = try Booked(
      books().event("g3", "2024-04-10", .deemedDisposition("A", at: 1000))
        .event("g4", "2024-04-20", .sell("A", 5, at: 10))
    ) { $0.taxRules = .ca }
    #expect(later.result.deferredLosses.isEmpty)
    for booked in [deemed, sold, later] { expectSoundBooks(booked) }
  }

  @Test("it is matched with no sale and no purchase")
  func unitedKingdom() throws {
    let booked = try Booked(
      books().event("g3", "2024-03-01", .sell("A", 5, at: 500))
        .event("g4", "2024-03-05", .deemedDisposition("A", at: 6000))
        .event("g5", "2024-03-10", .buy("A", 2, at: 700))
    ) { $0.taxRules = .uk }
    #expect(booked.result.disposals.map(\.matching) == [.thirtyDays, .section104, .section104])
    #expect(booked.result.disposals.map(\.cost) == [1400, 600, 3000])
    // The two units that are bought have the cost of the two that were matched with them.
    #expect(booked.result.lots.map(\.cost).total() == 6400)
    expectSoundBooks(booked)
  }

  @Test("it replaces nothing that was sold at a loss, and its own loss is allowed")
  func unitedStates() throws {
    let booked = try Booked(
      books().event("g3", "2024-03-20", .sell("A", 5, at: 50).inAccount("x"))
        .event("g4", "2024-03-25", .deemedDisposition("A", at: 1500))
    ) { $0.taxRules = .us }
    #expect(booked.result.deferredLosses.isEmpty)
    #expect(booked.result.lots.allSatisfy { $0.holdingFrom == "2024-03-25" })
    expectSoundBooks(booked)
  }

  @Test("where the rules know a pool, lots only say how many units")
  func lotsOfPool() throws {
    let row = StockRow.deemedDisposition("A", at: 800).lots(LotRow(group: "g2", quantity: 2))
    let booked = try Booked(books().event("g3", "2024-03-01", row)) { $0.taxRules = .ca }
    #expect(booked.result.disposals.map(\.quantity) == [2])
    #expect(booked.result.disposals.map(\.cost) == [400])
    #expect(booked.result.lots.map(\.cost).total() == 4400)
    expectSoundBooks(booked)
  }

  @Test("nothing held, more than held and units that are owed are faults")
  func faults() throws {
    let row = StockRow.deemedDisposition("A", at: 1)
    #expect(
      try bookingFaults(books().event("g3", "2024-03-01", row.units(21))) == [.soldMoreThanHeld])
    let short = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .event("g1", "2024-01-01", .shortSell("A", 1, at: 1))
    #expect(try bookingFaults(short.event("g3", "2024-03-01", row)) == [.nothingHeld])
  }
}
