/// The ids of some groups whose records are not kept: 20 bytes each.
package struct GroupIDs: Sendable {
  /// The groups in ascending order, and their ids.
  private var groups: [GroupIndex] = []
  private var ids: [Identifier] = []

  /// No ids.
  package init() {}

  /// The number of ids.
  package var count: Int { ids.count }

  /// Adds the id of a group that is not before any other. The id of the last group may be repeated.
  package mutating func append(_ group: GroupIndex, _ id: Identifier) {
    if groups.last == group { return }
    groups.append(group)
    ids.append(id)
  }

  /// The id of a group; nil if it was not added.
  package subscript(group: GroupIndex) -> Identifier? {
    let place = groups.partitioningIndex { $0 >= group }
    return place < groups.count && groups[place] == group ? ids[place] : nil
  }

  /// The ids of some groups in ascending order.
  package func among(_ groups: [GroupIndex]) -> GroupIDs {
    var kept = GroupIDs()
    for group in groups {
      if let id = self[group] { kept.append(group, id) }
    }
    return kept
  }

  /// These ids and others.
  package func merged(_ others: GroupIDs) -> GroupIDs {
    if others.count == 0 { return self }
    if count == 0 { return others }
    var all = GroupIDs()
    for group in (groups + others.groups).sorted() {
      if let id = self[group] ?? others[group] { all.append(group, id) }
    }
    return all
  }
}

extension Ledger {
  /// The ledger with the ids of some groups that are not kept, in ascending order.
  package func knowing(_ ids: [(group: GroupIndex, id: String)]) -> Ledger {
    var (tables, known) = (tables, GroupIDs())
    for (group, id) in ids {
      known.append(group, tables.names.identifier(of: Array(id.utf8)))
    }
    var ledger = with(tables)
    ledger.groupIDs = known.merged(groupIDs)
    return ledger
  }
}
