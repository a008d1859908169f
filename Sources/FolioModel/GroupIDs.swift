/// The ids of some groups, 16 bytes each, where the groups themselves are not kept.
package struct GroupIDs: Sendable {
  /// A bit for each group: whether its id is here.
  private var bits: [UInt64] = []
  /// How many ids stand before those of each word of bits.
  private var starts: [UInt32] = []
  /// The ids, in order of the groups.
  private var ids: [Identifier] = []

  /// None.
  package init() {}

  /// How many there are.
  package var count: Int { ids.count }

  /// Adds the id of a group behind all others; of the last one there it is known already.
  package mutating func append(_ group: GroupIndex, _ id: Identifier) {
    let (word, bit) = Self.place(of: group)
    while bits.count <= word {
      bits.append(0)
      starts.append(UInt32(truncatingIfNeeded: ids.count))
    }
    if bits[word] & bit != 0 { return }
    bits[word] |= bit
    ids.append(id)
  }

  /// The id of a group; nil where it was not added.
  package subscript(group: GroupIndex) -> Identifier? {
    let (word, bit) = Self.place(of: group)
    guard word < bits.count, bits[word] & bit != 0 else { return nil }
    return ids[Int(starts[word]) + (bits[word] & (bit - 1)).nonzeroBitCount]
  }

  private static func place(of group: GroupIndex) -> (word: Int, bit: UInt64) {
    (Int(group) / 64, 1 << UInt64(group.rawValue % 64))
  }

  /// Those that belong to some groups, which are in ascending order.
  package func among(_ groups: [GroupIndex]) -> GroupIDs {
    var kept = GroupIDs()
    for group in groups {
      if let id = self[group] { kept.append(group, id) }
    }
    return kept
  }

  /// These and others.
  package func merged(_ others: GroupIDs) -> GroupIDs {
    if others.count == 0 { return self }
    if count == 0 { return others }
    var all = GroupIDs()
    for word in 0..<max(bits.count, others.bits.count) {
      for bit in 0..<64 {
        let group = GroupIndex(word * 64 + bit)
        if let id = self[group] ?? others[group] { all.append(group, id) }
      }
    }
    return all
  }
}
