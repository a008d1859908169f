import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Going on from a snapshot")
struct SnapshotTests {
  @Test(
    "gives what the whole ledger gives, wherever it is cut",
    arguments: Way.third(0, of: Way.all + Way.ruled))
  func goesOn(_ way: Way) throws {
    var cuts = 0
    for var history in way.histories(171..<174) {
      let days = [3, 5].map { history.groups[history.groups.count * $0 / 8].at.day }
      history = try history.statingBalances(of: days)
      let whole = try Booked(history)
      for step in TestScale.places(1..<8) {
        let day = history.groups[history.groups.count * step / 8].at.day
        if try expectSame(history, whole, cutOn: day) { cuts += 1 }
      }
    }
    #expect(cuts > 0 || way.rules != .none, "\(way.testDescription)")
  }

  @Test(
    "is there 30 days after the last trade, under any tax rules",
    arguments: Way.third(1, of: Way.quiet))
  func quiet(_ way: Way) throws {
    for var history in way.histories(165..<167) {
      history.takeLotsByMethod()
      for step in TestScale.places(1..<6) {
        let day = history.groups[history.groups.count * step / 6].at.day
        let apart = history.resting(after: day, for: 60)
        let whole = try Booked(apart)
        #expect(try expectSame(apart, whole, cutOn: day.adding(days: 40) ?? day), "\(apart.name)")
      }
    }
  }

  @Test("is refused while a purchase may still change a gain")
  func refused() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .event("g1", "2024-01-02", .buy("A", 10, at: 20))
      .event("g2", "2024-03-01", .sell("A", 4, at: 10))
    for rules in [TaxRules.us, .uk, .ca] {
      for (day, isOpen) in [
        ("2024-03-01" as Day, true), ("2024-03-30", true), ("2024-03-31", false),
      ] {
        let booked = try Booked(builder) {
          $0.asOf = day
          $0.taxRules = rules
        }
        let expected = SnapshotFault.openWindow(
          symbol: "A", trade: "2024-03-01", until: "2024-03-31")
        if isOpen {
          #expect(throws: expected) { try booked.result.snapshot() }
        } else {
          #expect(try booked.result.snapshot().tables.stockLegs.count == 1)
        }
      }
    }
  }

  @Test("is refused while a purchase may still take the loss of a merger for cash")
  func refusedAfterMerger() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .event("g1", "2024-01-02", .buy("A", 10, at: 20))
      .event("g2", "2024-03-01", .cashMerger("A", 40))
    let booked = try Booked(builder) {
      $0.asOf = "2024-03-10"
      $0.taxRules = .us
    }
    let expected = SnapshotFault.openWindow(symbol: "A", trade: "2024-03-01", until: "2024-03-31")
    #expect(throws: expected) { try booked.result.snapshot() }
  }

  /// Whether there is a snapshot of that day.
  private func expectSame(
    _ history: History, _ whole: Booked, cutOn day: Day
  ) throws -> Bool {
    let place = "\(history.name), cut on \(day)"
    let early = try Booked(history.builder()) { $0.asOf = day }
    let draft: LedgerDraft
    do {
      draft = try early.result.snapshot(keepingLaterGroups: true)
    } catch {
      #expect(history.rules != .none, "\(place): \(error.message)")
      return false
    }
    let check = LedgerCheck(of: draft)
    #expect(check.faults.isEmpty, "\(place): \(check.faults.map(\.message))")
    let later = Booked(try BookedLedger(booking: check.ledger()))
    #expect(later.lotLines == whole.lotLines, "\(place)")
    #expect(later.cashLines == whole.cashLines, "\(place)")
    let known = early.disposalLines
    #expect(whole.disposalLines.starts(with: known), "\(place)")
    #expect(known + later.disposalLines == whole.disposalLines, "\(place)")
    return true
  }
}
