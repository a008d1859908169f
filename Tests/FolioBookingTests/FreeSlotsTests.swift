import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("The places of emptied lots are used again")
struct FreeSlotsTests {
  private func builder() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A").stock("B")
  }

  @Test("a place is free from the next leg on")
  func nextLeg() throws {
    let builder = builder()
      .event("g1", "2024-01-01", .buy("A", 1, at: 10), .buy("A", 1, at: 11))
      .event("g2", "2024-01-02", .sell("A", 1, at: 12))
      .event("g3", "2024-01-03", .sell("A", 1, at: 12))
    let ledger = try builder.ledger()
    var booker = Booker(ledger, BookingOptions())
    booker.book(ledger)
    // The second sale used up the second lot: nobody may have its place before the leg is over.
    #expect(booker.lots.released == [1])
    booker.lots.reuseReleased(&booker.positions)
    #expect(booker.lots.released.isEmpty)
    #expect(booker.lots.free.contains(0) && booker.lots.free.contains(1))
  }

  @Test("the array is as long as lots are open, and numbers go on")
  func length() throws {
    let builder = builder()
    for number in 0..<100 {
      let day = Day(daysSince1970: Int32(19_000 + number)) ?? .first
      let noon = try Timestamp(day: day, hour: 12, minute: 0)
      let evening = try Timestamp(day: day, hour: 20, minute: 0)
      builder.event("b\(number)", noon, .buy("A", 10, at: 5))
      builder.event("s\(number)", evening, .sell("A", 10, at: 6))
    }
    let ledger = try builder.ledger()
    var booker = Booker(ledger, BookingOptions())
    booker.book(ledger)
    #expect(booker.faults.isEmpty)
    #expect(booker.lots.openedCount == 100)
    #expect(booker.lots.all.count <= 3)
  }

  @Test("a lot in the place of one that might have replaced a loss is not taken for it")
  func strangers() throws {
    let builder = builder()
      .event("g1", "2024-03-01", .buy("A", 10, at: 10))
      .event("g2", "2024-03-02", .sell("A", 10, at: 12))
      .event("g3", "2024-03-03", .buy("A", 5, at: 10))
      // This sale leaves nothing: the places of both lots are anyone's.
      .event("g4", "2024-03-04", .sell("A", 5, at: 12))
      .event("g5", "2024-03-05", .buy("B", 10, at: 10))
      .event("g6", "2024-03-06", .buy("A", 10, at: 10))
      .event("g7", "2024-03-07", .sell("A", 4, at: 8))
    let booked = try Booked(builder) { $0.taxRules = .us }
    #expect(booked.result.deferredLosses.isEmpty)
    #expect(booked.lots == ["A - 2024-03-06 6 60 60", "B - 2024-03-05 10 100 100"])
  }

  @Test("what is deferred of a loss is told in order of booking")
  func deferredLosses() throws {
    let builder = builder()
      .event("g0", "2024-01-01", .buy("A", 10, at: 10))
      .event("g1", "2024-01-01", .buy("B", 10, at: 10))
      .event("g2", "2024-03-01", .sell("A", 10, at: 9))
      .event("g3", "2024-03-02", .sell("B", 10, at: 8))
      .event("g4", "2024-03-03", .buy("A", 3, at: 9))
      .event("g5", "2024-03-04", .buy("B", 5, at: 9))
      .event("g6", "2024-03-05", .buy("A", 4, at: 9))
    let booked = try Booked(builder) { $0.taxRules = .us }
    let losses = [0, 1].map { booked.result.deferredLosses(of: $0).map(\.amountBase) }
    #expect(losses == [[3, 4], [10]])
  }
}
