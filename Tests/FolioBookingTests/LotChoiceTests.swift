import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("A sale may choose its own lots")
struct LotChoiceTests {
  /// Two lots of one day, and one of another.
  private func history() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .event("g1", "2024-01-01T09:00:00Z", .buy("A", 10, at: 1))
      .event("g2", "2024-01-01T10:00:00Z", .buy("A", 10, at: 2))
      .event("g3", "2024-02-01", .buy("A", 10, at: 3))
  }

  private func selling(_ quantity: ExactDecimal, _ lots: LotRow...) -> LedgerBuilder {
    history().event(
      "g4", "2024-03-01", .sell("A", quantity, at: 5).with { $0.lots = lots })
  }

  private func faults(_ builder: LedgerBuilder) throws -> [Diagnostic] {
    try bookingDiagnostics(builder) { $0.method = .specific }
  }

  @Test("lots named by group or by day are relieved, in the order in which they are named")
  func named() throws {
    let builder = selling(
      12, LotRow(acquired: "2024-02-01", quantity: 10), LotRow(group: "g2", quantity: 2))
    for method in CostBasisMethod.allCases where method != .average {
      let booked = try Booked(builder) { $0.method = method }
      #expect(booked.gains == ["A 2024-02-01 10 50 30", "A 2024-01-01 2 10 4"])
      #expect(booked.lots == ["A - 2024-01-01 10 10 10", "A - 2024-01-01 8 16 16"])
      expectSoundBooks(booked)
    }
  }

  @Test("an entry that names all units of several lots is not ambiguous")
  func wholeDay() throws {
    let booked = try Booked(selling(20, LotRow(acquired: "2024-01-01", quantity: 20))) {
      $0.method = .specific
    }
    #expect(booked.gains == ["A 2024-01-01 10 50 10", "A 2024-01-01 10 50 20"])
  }

  @Test("two entries may take from the same lot")
  func twice() throws {
    let builder = selling(5, LotRow(group: "g1", quantity: 2), LotRow(group: "g1", quantity: 3))
    let booked = try Booked(builder)
    #expect(booked.gains == ["A 2024-01-01 2 10 2", "A 2024-01-01 3 15 3"])
  }

  @Test("a choice that fits a group and not its day names no lot: F303")
  func groupOfAnotherDay() throws {
    let row = LotRow(group: "g1", acquired: "2024-02-01", quantity: 1)
    #expect(try faults(selling(1, row)).map(\.code) == [.unmatchedLot])
  }

  @Test("an entry that may be one of several lots is F302, at the entry")
  func ambiguous() throws {
    let found = try faults(selling(5, LotRow(acquired: "2024-01-01", quantity: 5)))
    #expect(found.map(\.code) == [.ambiguousLots])
    #expect(found.first?.field == ["lots", .index(0)])
    #expect(found.first?.help.contains("\"g2\"") == true)
  }

  @Test("parts of one lot that cost different amounts since a split are F302")
  func partsWithOtherCosts() throws {
    let builder = LedgerBuilder(base: "USD").settings { $0.lotScope = .account }
      .account("usd", "USD").stock("A")
      .event("g1", "2024-01-01", .buy("A", 10, at: 8).inAccount("one"))
      .event("g2", "2024-01-02", .transferIn("A", 4, to: "two"), .transferOut("A", 4, from: "one"))
      .event("g3", "2024-01-03", .split("A", 2, for: 1).inAccount("two"))
      .event("g4", "2024-01-04", .transferIn("A", 8, to: "one"), .transferOut("A", 8, from: "two"))
      .event(
        "g5", "2024-01-05",
        .sell("A", 2, at: 5).inAccount("one").with { $0.lots = [LotRow(group: "g1", quantity: 2)] })
    let found = try bookingDiagnostics(builder) { $0.lotScope = .account }
    #expect(found.map(\.code) == [.ambiguousLots])
  }

  @Test("the method specific without a choice is F302, unless nothing can be mistaken")
  func withoutChoice() throws {
    #expect(try faults(selling(5)).map(\.code) == [.ambiguousLots])
    let all = try Booked(selling(30)) { $0.method = .specific }
    #expect(all.lots.isEmpty)
    let single = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .event("g1", "2024-01-01", .buy("A", 10, at: 1))
      .event("g2", "2024-03-01", .sell("A", 5, at: 5))
    #expect(try Booked(single) { $0.method = .specific }.gains == ["A 2024-01-01 5 25 5"])
  }

  @Test("a group that opened no open lot is F303, at the entry")
  func unmatched() throws {
    let found = try faults(
      selling(5, LotRow(group: "g1", quantity: 3), LotRow(group: "g9", quantity: 2)))
    #expect(found.map(\.code) == [.unmatchedLot])
    #expect(found.first?.field == ["lots", .index(1)])
  }

  @Test("a lot that was sold before is no open lot: F303")
  func soldBefore() throws {
    let builder = selling(10, LotRow(group: "g1", quantity: 10))
      .event("g5", "2024-03-02", .sell("A", 1, at: 5).lots(LotRow(group: "g1", quantity: 1)))
    #expect(try faults(builder).map(\.code) == [.unmatchedLot])
  }

  @Test("chosen quantities that don't add up to the leg's are F304")
  func quantities() throws {
    let found = try faults(selling(5, LotRow(group: "g1", quantity: 4)))
    #expect(found.map(\.code) == [.lotQuantities])
    #expect(found.first?.field == ["lots"])
  }

  @Test("a lot with less than is chosen is F305, also when two entries share it")
  func tooSmall() throws {
    let one = try faults(selling(11, LotRow(group: "g1", quantity: 11)))
    #expect(one.map(\.code) == [.lotTooSmall])
    #expect(one.first?.field == ["lots", .index(0), "quantity"])
    let two = try faults(
      selling(12, LotRow(group: "g1", quantity: 6), LotRow(group: "g1", quantity: 6)))
    #expect(two.map(\.code) == [.lotTooSmall])
    #expect(two.first?.field == ["lots", .index(1), "quantity"])
  }

  @Test("a choice finds lots that were opened, split and moved after the first choice")
  func laterLots() throws {
    let builder = selling(5, LotRow(group: "g1", quantity: 5))
      .event("g5", "2024-03-02", .split("A", 2, for: 1))
      .event("g6", "2024-03-03", .buy("A", 4, at: 9))
      .event(
        "g7", "2024-03-04",
        .sell("A", 14, at: 10).lots(
          LotRow(group: "g1", quantity: 10), LotRow(group: "g6", quantity: 4)))
    let booked = try Booked(builder) { $0.method = .specific }
    #expect(
      booked.gains == [
        "A 2024-01-01 5 25 5", "A 2024-01-01 10 100 5", "A 2024-03-03 4 40 36",
      ])
    expectSoundBooks(booked)
  }

  @Test("under average cost a chosen lot goes at the pool's cost")
  func average() throws {
    let booked = try Booked(selling(10, LotRow(group: "g3", quantity: 10))) {
      $0.method = .average
    }
    #expect(booked.gains == ["A 2024-02-01 10 50 20"])
    #expect(booked.lots == ["A - 2024-01-01 10 20 20", "A - 2024-01-01 10 20 20"])
    expectSoundBooks(booked)
  }
}
