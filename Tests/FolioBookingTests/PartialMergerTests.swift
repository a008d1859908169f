import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Mergers of a part")
struct PartialMergerTests {
  /// Lots of 10 at 100 and of 5 at 60.
  private func books(_ method: CostBasisMethod = .fifo) -> LedgerBuilder {
    LedgerBuilder(base: "USD").settings { $0.costBasisMethod = method }
      .account("usd", "USD").stock("A").stock("B")
      .event("g1", "2024-01-01", .buy("A", 10, at: 10))
      .event("g2", "2024-02-01", .buy("A", 5, at: 12))
  }

  private func turn(_ quantity: ExactDecimal) -> StockRow {
    .merger("A", into: "B", 3, for: 2).units(quantity)
  }

  @Test("only so many units are turned, in the order of the method")
  func order() throws {
    let oldest = try Booked(books().event("g3", "2024-03-01", turn(12)))
    #expect(
      oldest.lots == [
        "A - 2024-02-01 3 36 36", "B - 2024-01-01 15 100 100", "B - 2024-02-01 3 24 24",
      ])
    #expect(oldest.gains.isEmpty)
    expectSoundBooks(oldest)
    let newest = try Booked(books(.lifo).event("g3", "2024-03-01", turn(2)))
    #expect(
      newest.lots == [
        "A - 2024-01-01 10 100 100", "A - 2024-02-01 3 36 36", "B - 2024-02-01 3 24 24",
      ])
  }

  @Test("named lots are turned")
  func named() throws {
    let row = turn(4).lots(LotRow(group: "g2", quantity: 4))
    let booked = try Booked(books().event("g3", "2024-03-01", row))
    #expect(
      booked.lots == [
        "A - 2024-01-01 10 100 100", "A - 2024-02-01 1 12 12", "B - 2024-02-01 6 48 48",
      ])
    let wrong = turn(3).lots(LotRow(group: "g2", quantity: 4))
    #expect(try bookingFaults(books().event("g3", "2024-03-01", wrong)) == [.lotQuantities])
  }

  @Test("a pool gives its average cost")
  func pool() throws {
    let booked = try Booked(
      books(.average).event("g3", "2024-03-01", turn(3)))
    #expect(booked.balance("Assets:Securities:A") == "128")
    #expect(booked.balance("Assets:Securities:B") == "32")
    expectSoundBooks(booked)
  }

  @Test("cash lowers the cost of the units turned alone", arguments: CostBasisMethod.allCases)
  func cash(_ method: CostBasisMethod) throws {
    if method == .specific { return }
    let booked = try Booked(
      books(method).event("g0", "2024-02-10", .buy("B", 1, at: 900))
        .event("g3", "2024-03-01", turn(4).gross(10)))
    let costs = booked.balance("Assets:Securities:A") + " " + booked.balance("Assets:Securities:B")
    let expected: [CostBasisMethod: String] = [
      .fifo: "120 930", .lofo: "120 930", .lifo: "112 938", .hifo: "112 938",
    ]
    if let expected = expected[method] { #expect(costs == expected) }
    #expect(booked.gains.isEmpty)
    expectSoundBooks(booked)
  }

  @Test("cash beyond the cost of the units turned is a gain")
  func excess() throws {
    let booked = try Booked(books().event("g3", "2024-03-01", turn(4).gross(55)))
    #expect(booked.gains == ["A 2024-01-01 0 15 0"])
    #expect(booked.balance("Assets:Securities:B") == "0")
    #expect(booked.balance("Assets:Securities:A") == "120")
    expectSoundBooks(booked)
  }

  @Test("all of the units are a merger as a whole, and more than that are a fault")
  func whole() throws {
    let all = try Booked(books().event("g3", "2024-03-01", turn(15)))
    let plain = try Booked(books().event("g3", "2024-03-01", .merger("A", into: "B", 3, for: 2)))
    #expect(all.lots == plain.lots)
    #expect(try bookingFaults(books().event("g3", "2024-03-01", turn(16))) == [.soldMoreThanHeld])
  }

  @Test("units that are owed are turned too")
  func owed() throws {
    let books = LedgerBuilder(base: "USD").account("usd", "USD").stock("A").stock("B")
      .event("g1", "2024-01-01", .shortSell("A", 10, at: 10))
      .event("g2", "2024-03-01", turn(4))
    let booked = try Booked(books)
    #expect(booked.lots == ["-A - 2024-01-01 6 60 60", "-B - 2024-01-01 6 40 40"])
    expectSoundBooks(booked)
  }
}
