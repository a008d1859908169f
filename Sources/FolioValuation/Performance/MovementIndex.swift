/// Finds the movements of a group, which are adjacent.
struct MovementIndex {
  private let movements: [UnitMovement]
  private var starts: [UInt32]

  init(_ booked: BookedLedger) {
    movements = booked.movements
    starts = Array(repeating: .missing, count: booked.ledger.tables.groups.count)
    for index in movements.indices.reversed() {
      starts[Int(movements[index].group)] = UInt32(truncatingIfNeeded: index)
    }
  }

  func movements(of group: GroupIndex) -> ArraySlice<UnitMovement> {
    let start = starts[Int(group)]
    return start == .missing ? [] : movements[Int(start)...].prefix { $0.group == group }
  }
}

extension BookedLedger {
  /// The booked groups by day, and in order of booking within a day.
  var countedGroups: [(day: Day, group: GroupIndex)] {
    ledger.rows.groups.indices.compactMap { position in
      let group = ledger.group(at: position)
      return countingDay(of: group).map { ($0, group) }
    }.stablySorted(by: \.day)
  }
}
