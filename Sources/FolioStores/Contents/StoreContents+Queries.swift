// Answers to questions about groups, with the indexes of the contents.
extension StoreContents {
  /// The numbers of groups and changes.
  package var counts: StoreCounts {
    StoreCounts(groups: groups.count, deleted: deletedCount, lastSequence: lastSequence)
  }

  /// The rows of the groups from a number on as NDJSON.
  package func lines(from number: Int, limit: Int) -> [UInt8] {
    StoreCheck.lines(groups.dropFirst(number).prefix(limit).map(\.row))
  }

  /// The rows of the first groups after a place in the order of booking.
  package func rows(after place: BookingPlace?, limit: Int) -> OrderedRows {
    let all = times.numbers.lazy.map { number in
      let group = groups[Int(number)]
      return (place: BookingPlace(group.occurredAt, number: Int(number)), row: group.row)
    }
    let start = place.map { place in all.partitioningIndex { $0.place > place } } ?? 0
    return OrderedRows(Array(all[start...].prefix(limit)))
  }

  /// The first ids of groups in the order of their bytes that are not before an id.
  package func ids(from id: String, limit: Int) -> [String] {
    let rest = groups.lazy.map(\.id).filter { !$0.utf8.lexicographicallyPrecedes(id.utf8) }
    return Array(rest.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.prefix(limit))
  }

  /// All changes after a sequence number.
  package func changes(since sequence: Int, limit: Int) -> StoreChanges {
    let most = max(1, min(limit, groups.count))
    let (shown, hasMore) = changed(since: sequence, limit: most)
    let head = head.flatMap { $0.sequence > sequence ? $0 : nil }
    let last = hasMore ? shown.last?.sequence ?? sequence : lastSequence
    return StoreChanges(head: head, groups: shown, last: last, hasMore: hasMore)
  }
}

/// A group in an index by time.
protocol TimedGroup {
  var occurredAt: Timestamp { get }
}

extension StoredGroup: TimedGroup {}

/// An index of a store's groups by time, oldest first; groups with equal times in document order.
struct TimeOrder: Sendable {
  private(set) var numbers: [UInt32] = []

  /// Adds a group, which may be older than others.
  mutating func insert(_ number: Int, of groups: [some TimedGroup]) {
    numbers.insert(UInt32(number), at: place(of: number, groups))
  }

  /// Removes a group, before it changes.
  mutating func remove(_ number: Int, of groups: [some TimedGroup]) {
    numbers.remove(at: place(of: number, groups))
  }

  /// The order of all groups.
  init(of groups: [some TimedGroup]) {
    numbers = groups.indices.map { UInt32($0) }
    let isSorted = zip(groups, groups.dropFirst()).allSatisfy { $0.occurredAt <= $1.occurredAt }
    if !isSorted { numbers.sort { Self.isBefore(Int($0), Int($1), groups) } }
  }

  private func place(of number: Int, _ groups: [some TimedGroup]) -> Int {
    // Most groups are the newest.
    if let last = numbers.last, Self.isBefore(Int(last), number, groups) { return numbers.count }
    return numbers.partitioningIndex { !Self.isBefore(Int($0), number, groups) }
  }

  private static func isBefore(
    _ first: Int, _ second: Int, _ groups: [some TimedGroup]
  ) -> Bool {
    let (left, right) = (groups[first].occurredAt, groups[second].occurredAt)
    return left < right || (left == right && first < second)
  }
}
