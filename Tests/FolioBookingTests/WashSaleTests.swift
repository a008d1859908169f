import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Days of a wash sale")
struct WashSaleTests {
  /// A loss of 60 on 2024-03-01, and a purchase of as many units on another day.
  @Test(
    "a purchase on the 30th day before or after the sale defers the loss, on the 31st it does not",
    arguments: [
      ("2024-01-30", 0), ("2024-01-31", 60), ("2024-03-31", 60), ("2024-04-01", 0),
    ] as [(Day, ExactDecimal)])
  func window(day: Day, deferred: ExactDecimal) throws {
    let at = try Timestamp(day: day)
    let booked = try Booked(
      LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
        .event("b1", "2023-01-10", .buy("A", 20, at: 10))
        .event("s1", "2024-03-01", .sell("A", 20, at: 7))
        .event("b2", at, .buy("A", 20, at: 8))
    ) { $0.taxRules = .us }
    #expect(booked.result.disposals.map(\.disallowedBase) == [deferred])
    #expect(booked.result.lots.map(\.cost) == [160 + deferred])
  }
}
