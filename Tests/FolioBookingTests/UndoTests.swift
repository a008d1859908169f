import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Groups that were booked can be taken back")
struct UndoTests {
  private func booker(_ ledger: Ledger, _ trial: BookingTrial) -> Booker {
    let options = trial.options
    var booker = Booker(
      ledger, options, options.taxRules(of: ledger).rules(for: ledger, options))
    if trial.kind == 1 {
      booker.sumsPostings = true
      booker.booked.journalSums = JournalSums()
    }
    booker.beginUndo()
    return booker
  }

  @Test("each group leaves no trace", arguments: BookingTrial.all)
  func eachGroup(_ trial: BookingTrial) throws {
    let history = trial.history(seed: 31)
    let ledger = try history.builder().ledger()
    var plain = booker(ledger, trial)
    var undone = plain
    for place in ledger.rows.groups.indices {
      let isCompared = place % 90 == 60
      let before = isCompared ? StateText(undone).text : ""
      let mark = undone.setMark()
      undone.bookGroups(from: nil, before: nil, among: place..<place + 1)
      undone.undo(to: mark)
      if isCompared {
        expectEqual(StateText(undone).text, before, "\(history.name), group \(place)")
      }
      undone.bookGroups(from: nil, before: nil, among: place..<place + 1)
      plain.bookGroups(from: nil, before: nil, among: place..<place + 1)
    }
    expectEqual(StateText(undone).text, StateText(plain).text, history.name)
  }

  @Test(
    "several groups are taken back at once, or one after the other", arguments: BookingTrial.all)
  func severalGroups(_ trial: BookingTrial) throws {
    let history = trial.history(seed: 41)
    let (ledger, name) = (try history.builder().ledger(), history.name)
    var dice = Dice(seed: 7)
    var plain = booker(ledger, trial)
    var undone = plain
    var marks = [undone.setMark()]
    let count = ledger.rows.groups.count
    while marks.count <= count {
      let next = min(count, marks.count + dice.below(40))
      for place in marks.count - 1..<next {
        undone.bookGroups(from: nil, before: nil, among: place..<place + 1)
        marks.append(undone.setMark())
      }
      if marks.count > count { break }
      for _ in 0..<dice.below(3) where marks.count > 1 {
        let kept = max(1, marks.count - 1 - dice.below(12))
        undone.undo(to: marks[kept - 1])
        marks.removeLast(marks.count - kept)
      }
    }
    plain.bookGroups(from: nil, before: nil)
    expectEqual(StateText(undone).text, StateText(plain).text, name)
    let empty = booker(ledger, trial)
    undone.undo(to: marks[0])
    expectEqual(StateText(undone).text, StateText(empty).text, "\(name), from the beginning")
  }

  /// States are long: of two that differ, the first lines that do are shown.
  private func expectEqual(_ one: String, _ other: String, _ name: String) {
    if one == other { return }
    let lines = (one.split(separator: "\n"), other.split(separator: "\n"))
    let pair = zip(lines.0, lines.1).first { $0 != $1 }
    Issue.record("\(name): \(pair?.0 ?? "nothing") is not \(pair?.1 ?? "nothing")")
  }
}
