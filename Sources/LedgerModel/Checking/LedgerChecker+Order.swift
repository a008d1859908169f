import ExactNumbers

extension LedgerChecker {
  /// The groups by the instant of `occurred_at`, ties in the order of the documents; nil where
  /// they stand in that order already, which costs one look at each.
  ///
  /// A split counts from the start of its day, before the day's trades, whatever hour it was
  /// entered with: the day's prices and quantities are those after it.
  func bookingOrder() -> [GroupIndex]? {
    let groups = tables.groups
    var isSorted = true
    var previous: Timestamp?
    for group in groups {
      let instant = effectiveInstant(group)
      if let previous, instant < previous {
        isSorted = false
        break
      }
      previous = instant
    }
    if isSorted { return nil }
    let keys = groups.map { effectiveInstant($0) }
    return groups.indices.map { GroupIndex(truncatingIfNeeded: $0) }.sorted {
      keys[Int($0)] < keys[Int($1)] || (keys[Int($0)] == keys[Int($1)] && $0 < $1)
    }
  }

  private func effectiveInstant(_ group: GroupRecord) -> Timestamp {
    let splits = group.stockLegs.contains { tables.stockLegs[$0].type == .split }
    return splits ? group.occurredAt.startOfDay : group.occurredAt
  }
}

extension Timestamp {
  /// Midnight of the civil day as written, at the offset as written.
  fileprivate var startOfDay: Timestamp {
    (try? Timestamp(day: day, offsetMinutes: Int(offsetMinutes))) ?? self
  }
}
