// The ids of a change: each may be in its table once, and `lots` of legs name groups by them.
extension LiveChecker {
  /// The ids of the batch that other groups of the ledger have; nil if all of its ids are unique.
  func usedIDs(of change: CheckedChange) throws(NeedsWholeLedger) -> Set<IDIndex.Mark>? {
    let own = change.old.isEmpty ? [] : Set(change.old.flatMap(\.ids))
    var used: [IDIndex.Mark] = []
    for facts in change.new {
      for (number, id) in facts.ids.enumerated() where own.isEmpty || !own.contains(id) {
        if ids[id] != nil {
          used.append(id)
        } else if number == 0, awaited[id] != nil {
          throw NeedsWholeLedger(.awaitedID)
        }
      }
    }
    if used.isEmpty, change.hasDistinctIDs { return nil }
    // Of two rows with one id, the later is at fault: that may be one that does not change.
    if !change.old.isEmpty { throw NeedsWholeLedger(.takenID) }
    return Set(used)
  }

  /// Gives each entry of `lots` the number of the group that it names.
  mutating func findChosenGroups(for change: inout CheckedChange) {
    guard checker.namesGroupsInLots else { return }
    let new = Dictionary(
      change.new.map { ($0.ids[0], $0.number) }, uniquingKeysWith: { first, _ in first })
    let (ids, names) = (ids, checker.tables.names)
    checker.findChosenGroups { id in
      let mark = IDIndex.Mark(id, .groups, in: names)
      return ids[mark] ?? new[mark]
    }
    change.awaited = checker.awaitedIDs
  }
}

extension LedgerChecker {
  /// The ids that `lots` name and that no group has, as UTF-8.
  var awaitedIDs: [IDIndex.Mark: [UInt8]] {
    var awaited: [IDIndex.Mark: [UInt8]] = [:]
    for lot in tables.details.lazy.flatMap(\.lots)
    where !lot.groupID.isNone && lot.group == .missing {
      let mark = IDIndex.Mark(lot.groupID, .groups, in: tables.names)
      awaited[mark] = tables.names.bytes(of: lot.groupID)
    }
    return awaited
  }
}

extension CheckedChange {
  /// Whether no two rows of it have the same id.
  fileprivate var hasDistinctIDs: Bool {
    // Most changes are one group with a few legs.
    if new.count == 1, new[0].ids.count < 8 {
      let ids = new[0].ids
      return ids.indices.allSatisfy { !ids[..<$0].contains(ids[$0]) }
    }
    let all = new.flatMap(\.ids)
    return Set(all).count == all.count
  }
}
