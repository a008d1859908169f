/// The open lots of an instrument that one group opened, before and after a change.
package struct GroupLotsChange: Sendable {
  /// The group.
  package let group: GroupIndex
  /// The lots before, in the order in which they are shown.
  package internal(set) var before: [Lot]
  /// The lots now.
  package internal(set) var after: [Lot]

  /// The changes of some groups, from all lots of the instrument.
  static func list(
    of groups: Set<GroupIndex>, _ before: [Lot], _ after: [Lot]
  ) -> [GroupLotsChange] {
    let old = Dictionary(grouping: before.filter { groups.contains($0.group) }, by: \.group)
    let new = Dictionary(grouping: after.filter { groups.contains($0.group) }, by: \.group)
    return groups.sorted().map {
      GroupLotsChange(group: $0, before: old[$0] ?? [], after: new[$0] ?? [])
    }
  }
}
