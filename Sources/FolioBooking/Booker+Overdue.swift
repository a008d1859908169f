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

  /// The place after all warnings and pending groups so far.
  var warningPlace: WarningPlace {
    WarningPlace(warnings: booked.warnings.count, pending: pending.count)
  }

  /// The warnings of booking after a place, and of each overdue group, in order of booking.
  /// - Parameter lastDay: the last day of the ledger.
  func warningsWithOverdue(
    _ lastDay: Day?, since place: WarningPlace = .start
  ) -> [Diagnostic] {
    let found = booked.warnings[place.warnings...]
    guard let asOf = asOf(lastDay), pending.count > place.pending else { return Array(found) }
    var all: [Diagnostic] = []
    var next = place.warnings
    for group in pending[place.pending...] where group.day < asOf {
      all += found[next..<group.warnings]
      next = group.warnings
      all.append(pendingPastSettlement(group, asOf))
    }
    return all + found[next...]
  }
}

/// A place among the warnings of booking.
package struct WarningPlace: Sendable {
  fileprivate var warnings: Int
  fileprivate var pending: Int

  /// Before all of them.
  package static let start = WarningPlace(warnings: 0, pending: 0)
}
