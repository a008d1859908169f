import FolioNumbers

/// What is known of the groups up to a checkpoint, which are not in memory.
///
/// They do not change as long as the checkpoint counts, so a few sums stand for all of them.
struct PastGroups: Sendable, Hashable {
  /// The place of the checkpoint.
  var place: OrderKey
  var sum: OrderSum
  /// Whether there may be warnings of them.
  var hasFindings: Bool

  /// Whether booking them may ask for a rate on or after a day.
  func mayAsk(from day: Day) -> Bool { sum.count > 0 && sum.lastDay >= day }
}

extension NeedsWholeLedger {
  /// Groups from a place on are not there.
  package static func before(_ place: OrderKey?) -> NeedsWholeLedger {
    var reason = NeedsWholeLedger(.beforeCheckpoint)
    reason.place = place
    return reason
  }
}

extension LiveChecker {
  /// Whether a place is at or before the checkpoint.
  package func isPast(_ key: OrderKey) -> Bool { past.map { key <= $0.place } ?? false }

  /// Of groups before the checkpoint, only what is not booked may change.
  func requirePresent(_ change: CheckedChange) throws(NeedsWholeLedger) {
    guard let past else { return }
    let changed = [change.old, change.new].joined().filter { $0.entry.key <= past.place }
    if changed.isEmpty { return }
    let isBooked = !change.isBookedAsBefore && changed.contains(where: \.counts)
    if isBooked || past.hasFindings { throw .before(changed.map(\.entry.key).min()) }
  }

  /// Forgets the groups up to a place, as if this had been restored from there. The storage has to
  /// know their ids.
  package mutating func forget(upTo place: OrderKey) {
    past = past(upTo: place)
    order.removeAll(through: place)
  }

  /// What is known of the groups up to a place, which is not before the checkpoint.
  func past(upTo place: OrderKey) -> PastGroups {
    let sum = OrderSum(past?.sum ?? OrderSum(), order.sum(through: place))
    return PastGroups(place: place, sum: sum, hasFindings: hasFindings)
  }

  /// Whether there are warnings of groups.
  package var hasFindings: Bool {
    past?.hasFindings == true || !notes.isEmpty
      || [keys, quoted].contains { $0.names.contains { $0.table.isOfGroups } }
  }
}
