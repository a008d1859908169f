extension LedgerChecker {
  /// The groups by the instant of `occurred_at`, ties in the order of the documents; nil if they
  /// are in that order already.
  ///
  /// A date without a time of day is the start of that day: a split that is entered so comes
  /// before the day's trades, which have an hour.
  func bookingOrder() -> [GroupIndex]? {
    let groups = tables.groups
    let isSorted = groups.indices.dropFirst().allSatisfy {
      groups[$0 - 1].occurredAt <= groups[$0].occurredAt
    }
    if isSorted { return nil }
    return groups.indices.map { GroupIndex($0) }.sorted {
      (groups[Int($0)].occurredAt, $0) < (groups[Int($1)].occurredAt, $1)
    }
  }
}
