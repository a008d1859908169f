/// The ids of some groups, 20 bytes each, where the groups themselves are not kept.
package struct GroupIDs: Sendable {
  /// The groups, in ascending order, and the id of each.
  private var groups: [GroupIndex] = []
  private var ids: [Identifier] = []

  /// None.
  package init() {}

  /// How many there are.
  package var count: Int { groups.count }

  /// Adds the id of a group behind all others; of the last one there it is known already.
  package mutating func append(_ group: GroupIndex, _ id: Identifier) {
    if groups.last == group { return }
    groups.append(group)
    ids.append(id)
  }

  /// The id of a group; nil where it was not added.
  package subscript(group: GroupIndex) -> Identifier? {
    var (low, high) = (0, groups.count)
    while low < high {
      let middle = (low &+ high) / 2
      if groups[middle] < group { low = middle &+ 1 } else { high = middle }
    }
    return low < groups.count && groups[low] == group ? ids[low] : nil
  }

  /// Those of the groups that are among some others, which are in ascending order.
  package func among(_ others: [GroupIndex]) -> GroupIDs {
    var kept = GroupIDs()
    var rest = others[...]
    for (group, id) in zip(groups, ids) {
      rest = rest.drop { $0 < group }
      if rest.first == group { kept.append(group, id) }
    }
    return kept
  }

  /// These and others.
  package func merged(_ others: GroupIDs) -> GroupIDs {
    if others.count == 0 { return self }
    if count == 0 { return others }
    var all = GroupIDs()
    var next = 0
    for (group, id) in zip(groups, ids) {
      while next < others.count, others.groups[next] < group {
        all.append(others.groups[next], others.ids[next])
        next += 1
      }
      all.append(group, id)
    }
    for place in next..<others.count { all.append(others.groups[place], others.ids[place]) }
    return all
  }
}
