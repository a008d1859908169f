import FolioDiagnostics
import FolioModel
import FolioNumbers

/// A group that is pending.
struct PendingGroup {
  /// The text of its id: later batches may not have it.
  var id: String
  /// The day on which it should settle.
  var day: Day
  var position: SourcePosition
  /// The number of warnings that came before it.
  var warnings: Int
}

// Groups that are still pending after the day on which they should have settled. Which these are
// is known only at the end of the ledger: its last day is that of the report, if none is asked for.
extension Booker {
  /// Notes that a group is pending.
  mutating func notePending(_ record: GroupRecord) {
    guard record.status == .pending else { return }
    let day = ledger.settlementDay(of: record)
    if let asOf = options.asOf, day >= asOf { return }
    pending.append(
      PendingGroup(
        id: tables.text(record.id), day: day, position: record.position,
        warnings: booked.warnings.count))
  }

  /// The warnings of booking so far, and of each overdue group, in order of booking.
  /// - Parameter lastDay: the last day of the ledger.
  func warningsWithOverdue(_ lastDay: Day?) -> [Diagnostic] {
    guard let asOf = asOf(lastDay), !pending.isEmpty else { return booked.warnings }
    var all: [Diagnostic] = []
    var next = 0
    for group in pending where group.day < asOf {
      all += booked.warnings[next..<group.warnings]
      next = group.warnings
      all.append(pendingPastSettlement(group, asOf))
    }
    return all + booked.warnings[next...]
  }
}
