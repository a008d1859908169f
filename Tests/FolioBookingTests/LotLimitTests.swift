import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Lots that are made of other lots")
struct LotLimitTests {
  /// A and B spin off each other in turn: each event makes as many lots as its instrument has.
  private func mutual(_ count: Int, inOneGroup: Bool = false) -> LedgerBuilder {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A").stock("B")
      .event("g", "2024-01-01", .buy("A", 1_000_000, at: 1))
    let legs = (0..<count).map { number in
      let isEven = number % 2 == 0
      return StockRow.spinOff(
        isEven ? "A" : "B", into: isEven ? "B" : "A", 1, for: 1, basis: "0.25")
    }
    if inOneGroup { return builder.group("s", "2024-01-02", stock: legs) }
    for (number, leg) in legs.enumerated() {
      builder.group("s-\(number)", "2024-01-02", stock: [leg])
    }
    return builder
  }

  private func faults(
    _ builder: LedgerBuilder, _ options: BookingOptions = .init()
  ) throws
    -> [Diagnostic]
  {
    BookedLedger.faults(in: builder.check(), options).faults
  }

  @Test("mutual spin-offs make lots like Fibonacci's numbers, and no cost is lost")
  func fibonacci() throws {
    let booked = try Booked(mutual(15))
    #expect(booked.result.lots.count == 1597)
    #expect(booked.result.lots.map(\.cost).total() == 1_000_000)
  }

  @Test(
    "at the limit booking stops with one fault",
    arguments: TestScale.isFull ? [false, true] : [true])
  func stops(inOneGroup: Bool) throws {
    let faults = try faults(mutual(60, inOneGroup: inOneGroup))
    #expect(faults.map(\.code) == [.tooManyLots])
    #expect(faults.first?.message.contains("more than 100010 lots") == true)
  }

  @Test("an instrument that spins off itself doubles its lots, and stops alike")
  func ofItself() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .event("g", "2024-01-01", .buy("A", 1_000_000, at: 1))
    for number in 0..<60 {
      builder.group(
        "s-\(number)", "2024-01-02", stock: [.spinOff("A", into: "A", 1, for: 1, basis: "0.25")])
    }
    #expect(try faults(builder).map(\.code) == [.tooManyLots])
  }

  @Test("each lot that was opened otherwise allows ten more")
  func grows() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A").stock("B")
    for number in 0..<3 {
      builder.event("g-\(number)", "2024-01-01", .buy("A", 1, at: 1))
    }
    builder.group("s", "2024-01-02", stock: [.spinOff("A", into: "B", 1, for: 1, basis: "0.25")])
    let ledger = try builder.ledger()
    func codes(after spunOff: Int) -> [DiagnosticCode] {
      var booker = Booker(ledger, .init())
      booker.lots = LotArena(openedCount: UInt32(spunOff))
      booker.madeLots = DerivedLotCounts(spunOff: spunOff)
      booker.book(ledger)
      return booker.faults.map(\.code)
    }
    #expect(codes(after: DerivedLotCounts.spunOffLimit + 30 - 3) == [])
    #expect(codes(after: DerivedLotCounts.spunOffLimit + 30 - 2) == [.tooManyLots])
  }

  @Test("corporate actions change so many lots and no more", arguments: 0..<4)
  func changes(event: Int) throws {
    let rows: [StockRow] = [
      .split("A", 2, for: 1), .stockDividend("A", 1), .symbolChange("A", to: "B"),
      .merger("A", into: "B", 1, for: 2),
    ]
    let ledger = try LedgerBuilder(base: "USD").account("usd", "USD").stock("A").stock("B")
      .event("b-1", "2024-01-01", .buy("A", 10, at: 10))
      .event("b-2", "2024-01-02", .buy("A", 10, at: 10))
      .group("e", "2024-01-03", stock: [rows[event]]).ledger()
    func codes(after changed: Int) -> [DiagnosticCode] {
      var booker = Booker(ledger, .init())
      booker.madeLots = DerivedLotCounts(changed: changed)
      booker.book(ledger)
      return booker.faults.map(\.code)
    }
    #expect(
      codes(after: DerivedLotCounts.changedLimit + 2 * DerivedLotCounts.changedPerLot - 2) == [])
    #expect(
      codes(after: DerivedLotCounts.changedLimit + 2 * DerivedLotCounts.changedPerLot - 1) == [
        .tooManyLots
      ])
  }

  @Test("so does a loss that divides a lot once too often")
  func divides() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .event("b-1", "2024-01-01", .buy("A", 10, at: 10))
      .event("s-1", "2024-01-02", .sell("A", 4, at: 5))
      .event("b-2", "2024-01-03", .buy("A", 10, at: 10))
    let ledger = try builder.ledger()
    func codes(after divided: Int) -> [DiagnosticCode] {
      var booker = Booker(ledger, .init(), UnitedStates())
      booker.madeLots = DerivedLotCounts(divided: divided)
      booker.book(ledger)
      return booker.faults.map(\.code)
    }
    #expect(codes(after: DerivedLotCounts.dividedLimit - 1) == [])
    #expect(codes(after: DerivedLotCounts.dividedLimit) == [.tooManyLots])
  }
}
