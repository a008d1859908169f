import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Holdings: one row for each instrument")
struct HoldingTests {
  private func books() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").account("eur", "EUR")
      .stock("B", name: "Beta").stock("A", name: "Alpha").stock("S")
  }

  private func holdings(
    _ builder: LedgerBuilder, _ isIncluded: (Lot) -> Bool = { _ in true }
  ) throws -> [Holding] {
    try BookedLedger(booking: builder.ledger()).holdings(where: isIncluded)
  }

  @Test("lots of one instrument add up, in order of their symbols")
  func sums() throws {
    let builder = books()
      .event("g1", "2024-01-01", .buy("B", 1, at: 10))
      .event("g2", "2024-01-02", .buy("A", 1, at: 10).inAccount("x"))
      .event("g3", "2024-01-03", .buy("A", 2, at: 20).inAccount("y"))
    #expect(
      try holdings(builder) == [
        Holding(
          symbol: "A", name: "Alpha", currency: "USD", quantity: 3,
          averageCost: "16.666666666666666667", costBasis: 50),
        Holding(
          symbol: "B", name: "Beta", currency: "USD", quantity: 1, averageCost: 10, costBasis: 10),
      ])
  }

  @Test("what was sold is not held")
  func sold() throws {
    let builder = books().event("g1", "2024-01-01", .buy("A", 1, at: 10))
      .event("g2", "2024-01-02", .sell("A", 1, at: 20))
    #expect(try holdings(builder).isEmpty)
  }

  @Test("units that are owed are below zero, and so is what their sale brought")
  func owed() throws {
    let builder = books().event("g1", "2024-01-01", .shortSell("S", 4, at: 5))
    #expect(
      try holdings(builder) == [
        Holding(symbol: "S", currency: "USD", quantity: -4, averageCost: 5, costBasis: -20)
      ])
  }

  @Test("cost in two currencies is two rows")
  func currencies() throws {
    let builder = books().event("g1", "2024-01-01", .buy("A", 1, at: 10))
      .event("g2", "2024-01-02", .buy("A", 1, at: 9).inCurrency("EUR"))
    let rows = try holdings(builder)
    #expect(rows.map(\.currency) == ["USD", "EUR"])
    #expect(rows.map(\.costBasis) == [10, 9])
  }

  @Test("only the lots that are asked for are counted")
  func filtered() throws {
    let builder = books().event("g1", "2024-01-01", .buy("A", 1, at: 10))
      .event("g2", "2024-01-02", .buy("A", 2, at: 10))
    #expect(try holdings(builder) { $0.acquired > "2024-01-01" }.map(\.quantity) == [2])
    #expect(try holdings(builder) { _ in false }.isEmpty)
  }

  @Test("the average of units that cost nothing is nothing")
  func free() throws {
    let builder = books().event("g1", "2024-01-01", .buy("A", 5, at: 0))
    #expect(try holdings(builder).map(\.averageCost) == [0])
  }

  @Test("under average cost the holding is the pool", arguments: CostBasisMethod.allCases)
  func methods(_ method: CostBasisMethod) throws {
    let builder = books().settings { $0.costBasisMethod = method }
      .event("g1", "2024-01-01", .buy("A", 1, at: 10))
      .event("g2", "2024-01-02", .buy("A", 2, at: 11))
    let rows = try holdings(builder)
    #expect(rows.map(\.quantity) == [3])
    #expect(rows.map(\.costBasis) == [32])
  }
}
