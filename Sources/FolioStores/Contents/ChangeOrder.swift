/// An index of a store's groups by sequence number. It allows reading changes in batches without
/// searching all groups for each batch.
struct ChangeOrder: Sendable {
  private struct Entry {
    let sequence: Int
    let number: Int
  }

  /// Sorted by `sequence`. A group that changes again leaves an outdated entry behind.
  private var entries: [Entry] = []

  /// Records changed groups by their indices in `groups`.
  mutating func add(_ numbers: some Sequence<Int>, of groups: [StoredGroup]) {
    var isSorted = true
    for number in numbers {
      let entry = Entry(sequence: groups[number].sequence, number: number)
      if let last = entries.last, last.sequence > entry.sequence { isSorted = false }
      entries.append(entry)
    }
    if entries.count > 2 * groups.count {
      entries.removeAll { groups[$0.number].sequence != $0.sequence }
    }
    if !isSorted { entries.sort { $0.sequence < $1.sequence } }
  }

  /// The indices of the first groups whose last change is after `sequence`, at most `limit`.
  func numbers(since sequence: Int, limit: Int, of groups: [StoredGroup]) -> [Int] {
    var numbers: [Int] = []
    let start = entries.partitioningIndex { $0.sequence > sequence }
    for entry in entries[start...] {
      if numbers.count == limit { break }
      let isLatest = groups[entry.number].sequence == entry.sequence
      if isLatest, numbers.last != entry.number { numbers.append(entry.number) }
    }
    return numbers
  }
}
