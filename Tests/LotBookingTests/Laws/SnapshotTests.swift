import ExactNumbers
import LedgerModel
import Testing

@testable import LotBooking

@Suite("Going on from a snapshot")
struct SnapshotTests {
  @Test("gives what the whole ledger gives, wherever it is cut", arguments: Way.all + Way.ruled)
  func goesOn(_ way: Way) throws {
    var cuts = 0
    for history in way.histories(161..<164) {
      for step in 1..<8 {
        let day = history.groups[history.groups.count * step / 8].at.day
        if try expectSame(history, cutOn: day) { cuts += 1 }
      }
    }
    #expect(cuts > 0 || way.rules != .none, "\(way.testDescription)")
  }

  /// Whether there is a snapshot of that day.
  private func expectSame(_ history: History, cutOn day: Day) throws -> Bool {
    let whole = try Booked(history)
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
