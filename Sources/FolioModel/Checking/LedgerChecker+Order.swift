import FolioNumbers

extension LedgerChecker {
  /// The groups by the instant of `occurred_at`, ties in the order of the documents; nil where
  /// they stand in that order already, which costs one look at each.
  ///
  /// A date without a time of day is the start of that day: a split that is entered so comes
  /// before the day's trades, which have an hour.
  func bookingOrder() -> [GroupIndex]? {
    let groups = tables.groups
    var isSorted = true
    for index in groups.indices.dropFirst()
    where groups[index].occurredAt < groups[index - 1].occurredAt {
      isSorted = false
      break
    }
    if isSorted { return nil }
    return groups.indices.map { GroupIndex(truncatingIfNeeded: $0) }.sorted {
      let (left, right) = (groups[Int($0)].occurredAt, groups[Int($1)].occurredAt)
      return left < right || (left == right && $0 < $1)
    }
  }
}
