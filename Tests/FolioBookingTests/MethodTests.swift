import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

/// Three lots of 10 at 100, 300 and 200, and a sale of 15 at 400; worked out by hand.
@Suite("Each method relieves the lots it should")
struct MethodTests {
  private static let expected: [(CostBasisMethod, [String], [String])] = [
    (
      .fifo, ["A 2024-01-01 10 4000 1000", "A 2024-02-01 5 2000 1500"],
      ["A - 2024-02-01 5 1500 1500", "A - 2024-03-01 10 2000 2000"]
    ),
    (
      .lifo, ["A 2024-03-01 10 4000 2000", "A 2024-02-01 5 2000 1500"],
      ["A - 2024-01-01 10 1000 1000", "A - 2024-02-01 5 1500 1500"]
    ),
    (
      .hifo, ["A 2024-02-01 10 4000 3000", "A 2024-03-01 5 2000 1000"],
      ["A - 2024-01-01 10 1000 1000", "A - 2024-03-01 5 1000 1000"]
    ),
    (
      .lofo, ["A 2024-01-01 10 4000 1000", "A 2024-03-01 5 2000 1000"],
      ["A - 2024-02-01 10 3000 3000", "A - 2024-03-01 5 1000 1000"]
    ),
    (
      .average, ["A 2024-01-01 10 4000 2000", "A 2024-02-01 5 2000 1000"],
      ["A - 2024-02-01 5 1000 1000", "A - 2024-03-01 10 2000 2000"]
    ),
  ]

  private func history() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .event("g1", "2024-01-01", .buy("A", 10, at: 100))
      .event("g2", "2024-02-01", .buy("A", 10, at: 300))
      .event("g3", "2024-03-01", .buy("A", 10, at: 200))
  }

  @Test("a sale takes the lots that come first in the order of the method", arguments: expected)
  func order(_ method: CostBasisMethod, _ gains: [String], _ lots: [String]) throws {
    let builder = history().event("g4", "2024-04-01", .sell("A", 15, at: 400))
    let booked = try Booked(builder) { $0.method = method }
    #expect(booked.gains == gains)
    #expect(booked.lots == lots)
    expectSoundBooks(booked)
  }
}
