import FolioDiagnostics
import FolioModel

// Taking back what was booked.
extension BookedLedger {
  /// The lengths of what grows while a ledger is booked.
  struct Mark {
    let disposals: Disposals.Mark
    fileprivate let deferred: Int
    fileprivate let income: Int
    fileprivate let movements: Int
    fileprivate let postings: Int
    let warnings: Int
    fileprivate let journalSums: JournalSums?
    fileprivate let bookedGroups: Int
  }

  /// Forgets all marks.
  mutating func forgetMarks() { disposals.forgetMarks() }

  /// A point of booking to go back to.
  mutating func setMark() -> Mark {
    Mark(
      disposals: disposals.setMark(), deferred: deferredLosses.count, income: income.count,
      movements: movements.count, postings: postings.count, warnings: warnings.count,
      journalSums: journalSums, bookedGroups: bookedGroups)
  }

  /// Takes back what was booked after a mark.
  mutating func undo(to mark: Mark) {
    while deferredLosses.count > mark.deferred {
      let loss = deferredLosses.removeLast()
      lastDeferred[loss.disposal] = loss.before
    }
    disposals.undo(to: mark.disposals)
    income.shorten(to: mark.income)
    movements.shorten(to: mark.movements)
    postings.shorten(to: mark.postings)
    warnings.shorten(to: mark.warnings)
    journalSums = mark.journalSums
    bookedGroups = mark.bookedGroups
  }
}
