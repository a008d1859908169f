import FolioModel

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

extension LiveBooks {
  /// The lots of the groups whose lots the last change altered, other than lots in
  /// `reloadedSymbols`. It costs as much as there are lots of these instruments.
  package func lotsByGroup(_ change: BookingChange) -> [GroupLotsChange] {
    if let known = change.lotsByGroup { return known }
    let instruments = Dictionary(grouping: change.lots) { $0.instrument }
    return instruments.keys.sorted().flatMap { instrument in
      let changes = instruments[instrument] ?? []
      let after = lots(of: instrument)
      let added = Set(changes.compactMap(\.after?.number))
      let kept = after.filter { !added.contains($0.number) }
      let before = booker.inOrder(kept + changes.compactMap(\.before))
      return GroupLotsChange.list(of: Set(changes.flatMap(\.groups)), before, after)
    }
  }
}

extension LotChange {
  fileprivate var instrument: InstrumentIndex { (after ?? before)?.instrument ?? 0 }
  fileprivate var groups: [GroupIndex] { [before, after].compactMap { $0?.group } }
}
