/// Identifies a gain in different states of the books.
struct GainKey: Hashable {
  let group: GroupIndex
  /// The place among the gains of the group, from 0.
  let number: Int
}

// The gains of a group are next to each other.
extension Disposals {
  /// The index of the first gain of the group that has the gain at an index.
  func startOfGroup(at index: Int) -> Int {
    guard indices.contains(index) else { return index }
    var start = index
    while start > startIndex, self[start - 1].group == self[index].group { start -= 1 }
    return start
  }

  /// The gains from the first one of a group on, with their keys.
  func numbered(from start: Int) -> [(key: GainKey, row: Disposal)] {
    var first = Swift.max(start, startIndex)
    return (first..<endIndex).map { index in
      if self[index].group != self[first].group { first = index }
      return (GainKey(group: self[index].group, number: index - first), self[index])
    }
  }
}
