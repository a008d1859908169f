import FolioDiagnostics
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import FolioModel
@testable import TestSupport

@Suite("Books can be read between two groups")
struct ViewTests {
  @Test("they are those of the ledger so far", arguments: BookingTrial.withoutLookingAhead)
  func eachGroup(_ trial: BookingTrial) throws {
    let history = trial.history(seed: 51)
    let ledger = try history.builder().ledger()
    let head = Ledger(
      tables: ledger.tables, rateBook: ledger.rateBook, order: ledger.order, lastDay: nil,
      warnings: [])
    var booker = Booker(
      head, trial.options, trial.options.regime(of: ledger)?.rules(for: ledger, trial.options),
      isWhole: false)
    booker.leaveEndOpen()
    let places = ledger.rows.groups.indices
    for place in places {
      booker.bookGroups(from: nil, before: nil, among: place..<place + 1)
      guard place % (5 * TestScale.step) == 3 || place == places.last else { continue }
      var part = history
      part.groups = (0...place).map { history.groups[Int(ledger.group(at: $0))] }
      try expectSame(booker, ledger, part, trial)
    }
  }

  private func expectSame(
    _ booker: Booker, _ whole: Ledger, _ part: History, _ trial: BookingTrial
  ) throws {
    let fresh = try part.builder().ledger()
    let now = Ledger(
      tables: whole.tables, rateBook: whole.rateBook, order: whole.order, lastDay: fresh.lastDay,
      warnings: fresh.warnings)
    var expected = BookedLedger.book(fresh, trial.options)
    expected.booked.warnings.removeFirst(fresh.warnings.count)
    let name = "\(part.name), \(part.groups.count) groups"
    expectEqual(lines(booker.finish(now)), lines(expected), name)
  }

  private func lines(_ result: (booked: BookedLedger, faults: [Diagnostic])) -> [String] {
    Booked(result.booked).summary + (result.faults + result.booked.warnings).map(\.message)
      + result.booked.missingRates.map { "\($0)" }.sorted()
      + result.booked.undelivered.map { "\($0.quantity) \($0.cost) \($0.costBase)" }
  }

  private func expectEqual(_ one: [String], _ other: [String], _ name: String) {
    if one == other { return }
    let pair = zip(one, other).first { $0 != $1 }
    let lengths = "\(one.count) and \(other.count) lines"
    Issue.record("\(name): \(pair?.0 ?? lengths) is not \(pair?.1 ?? "as long")")
  }
}
