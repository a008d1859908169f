import FolioBooking
import FolioModel
import FolioNumbers

/// Finds the movements of a group; they stand side by side.
struct MovementIndex {
  private var starts: [UInt32]

  init(_ booked: BookedLedger) {
    starts = Array(repeating: .missing, count: booked.ledger.tables.groups.count)
    for (index, movement) in booked.movements.enumerated() {
      let group = Int(movement.group)
      if starts[group] == .missing { starts[group] = UInt32(truncatingIfNeeded: index) }
    }
  }

  func of(_ group: GroupIndex, _ booked: BookedLedger) -> ArraySlice<UnitMovement> {
    let start = starts[Int(group)]
    if start == .missing { return [] }
    var end = Int(start)
    while end < booked.movements.count, booked.movements[end].group == group { end += 1 }
    return booked.movements[Int(start)..<end]
  }
}

extension BookedLedger {
  /// The groups that were booked, in order of their days; those of one day in order of booking.
  func countedGroups() -> [(day: Day, group: GroupIndex)] {
    var counted: [(day: Day, group: GroupIndex)] = []
    counted.reserveCapacity(ledger.rows.groups.count)
    var isOrdered = true
    for position in ledger.rows.groups.indices {
      let index = ledger.group(at: position)
      guard let day = countingDay(of: index) else { continue }
      if let last = counted.last, last.day > day { isOrdered = false }
      counted.append((day, index))
    }
    if isOrdered { return counted }
    return counted.enumerated().sorted {
      ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
    }.map(\.element)
  }
}
