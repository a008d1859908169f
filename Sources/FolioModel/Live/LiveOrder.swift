import FolioNumbers

/// The place of a group in the order of booking: its instant, and of groups with the same instant
/// its number.
package struct OrderKey: Sendable, Hashable {
  /// Whole seconds since 1970-01-01T00:00:00Z.
  package let seconds: Int64
  /// The fraction of a second.
  package let nanoseconds: UInt32
  /// The number of the group.
  package let group: GroupIndex

  /// The key of a group that occurred at a time.
  package init(_ time: Timestamp, _ group: GroupIndex) {
    self.init(seconds: time.seconds, nanoseconds: time.nanoseconds, group: group)
  }

  /// A key from its parts.
  package init(seconds: Int64, nanoseconds: UInt32, group: GroupIndex) {
    (self.seconds, self.nanoseconds, self.group) = (seconds, nanoseconds, group)
  }

  /// A place before all groups.
  package static let start = OrderKey(seconds: .min, nanoseconds: 0, group: 0)

  /// The next place, at the same time.
  package var next: OrderKey {
    OrderKey(
      seconds: seconds, nanoseconds: nanoseconds, group: GroupIndex(rawValue: group.rawValue + 1))
  }

  /// The civil day of the place, by UTC.
  package var day: Day {
    let days = (seconds &- (seconds < 0 ? 86_399 : 0)) / 86_400
    return Int32(exactly: days).flatMap { Day(daysSince1970: $0) } ?? .first
  }

  /// A place after all groups.
  package static let end = OrderKey(seconds: .max, nanoseconds: .max, group: .missing)
}

extension OrderKey: Comparable {
  /// The order of booking.
  package static func < (left: OrderKey, right: OrderKey) -> Bool {
    if left.seconds != right.seconds { return left.seconds < right.seconds }
    if left.nanoseconds != right.nanoseconds { return left.nanoseconds < right.nanoseconds }
    return left.group < right.group
  }
}

/// The groups that count, in the order of booking, where groups come and go.
///
/// The order is that of `LedgerChecker.bookingOrder`. It is kept in chunks, with a tree of their
/// sums above them, so that inserting, removing and finding a group takes
/// O(log n) and the move of one chunk's entries, however long the history is.
package struct LiveOrder: Sendable {
  /// A group in the order.
  package struct Entry: Sendable, Hashable {
    /// Its place.
    package let key: OrderKey
    /// Its trade day.
    package let tradeDay: Day
    /// The last day on which the group says anything.
    package let finalDay: Day
    /// The last day for which booking it may ask for a rate.
    package let lastDay: Day

    /// A group in the order.
    package init(_ key: OrderKey, tradeDay: Day, finalDay: Day, lastDay: Day) {
      self.key = key
      self.tradeDay = tradeDay
      self.finalDay = finalDay
      self.lastDay = lastDay
    }
  }

  /// Sorted entries; no chunk is empty.
  private var chunks: [[Entry]] = []
  private var sums = ChunkSums()

  /// The most entries of a chunk.
  static var chunkLimit: Int { 512 }

  /// No groups.
  package init() {}

  /// The groups in any order.
  package init(_ entries: [Entry]) {
    let sorted = entries.sorted { $0.key < $1.key }
    for start in stride(from: 0, to: sorted.count, by: Self.chunkLimit) {
      chunks.append(Array(sorted[start..<min(start + Self.chunkLimit, sorted.count)]))
    }
    sums = ChunkSums(chunks.map(OrderSum.init))
  }

  /// The number of groups.
  package var count: Int { sums.all.count }

  /// The last group.
  package var last: Entry? { chunks.last?.last }

  /// The sum of all groups.
  var sum: OrderSum { sums.all }

  /// The group at a place, from 0.
  package subscript(place: Int) -> Entry {
    let (chunk, before) = sums.chunk(at: place)
    return chunks[chunk][place - before]
  }

  /// The number of groups before a key.
  package func place(of key: OrderKey) -> Int {
    guard !chunks.isEmpty else { return 0 }
    let chunk = chunk(of: key)
    return sums.count(before: chunk) + chunks[chunk].partitioningIndex { $0.key >= key }
  }

  /// The group with a key; nil if there is none.
  package func entry(_ key: OrderKey) -> Entry? {
    guard !chunks.isEmpty else { return nil }
    let chunk = chunk(of: key)
    let place = chunks[chunk].partitioningIndex { $0.key >= key }
    return place < chunks[chunk].count && chunks[chunk][place].key == key
      ? chunks[chunk][place] : nil
  }

  /// Adds a group that is not there yet.
  package mutating func insert(_ entry: Entry) {
    guard !chunks.isEmpty else { return self = LiveOrder([entry]) }
    let chunk = chunk(of: entry.key)
    let place = chunks[chunk].partitioningIndex { $0.key >= entry.key }
    if chunks[chunk].count < Self.chunkLimit {
      chunks[chunk].insert(entry, at: place)
      sums.add(entry, to: chunk)
    } else if place == Self.chunkLimit, chunk == chunks.count - 1 {
      // History grows at its end: chunks there stay full.
      chunks.append([entry])
      sums.append(OrderSum([entry]))
    } else {
      chunks[chunk].insert(entry, at: place)
      let half = chunks[chunk].count / 2
      chunks.insert(Array(chunks[chunk][half...]), at: chunk + 1)
      chunks[chunk].removeLast(chunks[chunk].count - half)
      sums.replace(chunk, by: [chunks[chunk], chunks[chunk + 1]].map(OrderSum.init))
    }
  }

  /// Removes a group.
  /// - Returns: it; nil if it was not there.
  @discardableResult
  package mutating func remove(_ key: OrderKey) -> Entry? {
    guard !chunks.isEmpty else { return nil }
    let chunk = chunk(of: key)
    let place = chunks[chunk].partitioningIndex { $0.key >= key }
    guard place < chunks[chunk].count, chunks[chunk][place].key == key else { return nil }
    let removed = chunks[chunk].remove(at: place)
    if chunks[chunk].isEmpty {
      chunks.remove(at: chunk)
      sums.replace(chunk, by: [])
    } else {
      sums.set(chunk, OrderSum(chunks[chunk]))
    }
    return removed
  }

  /// Up to `limit` groups from a place on.
  package func entries(from place: Int, limit: Int) -> [Entry] {
    guard place < count, limit > 0 else { return [] }
    var found: [Entry] = []
    found.reserveCapacity(min(limit, count - place))
    var (chunk, before) = sums.chunk(at: place)
    var first = place - before
    while chunk < chunks.count, found.count < limit {
      found += chunks[chunk][first...].prefix(limit - found.count)
      (chunk, first) = (chunk + 1, 0)
    }
    return found
  }

  /// The first group that may ask for a rate on or after a day.
  package func first(askingFrom day: Day) -> Entry? {
    guard let chunk = sums.first(askingFrom: day) else { return nil }
    return chunks[chunk].first { $0.lastDay >= day }
  }

  /// The first trade day of the groups at a key and after it; `Day.last` if there are none.
  package func firstTradeDay(from key: OrderKey) -> Day {
    guard !chunks.isEmpty else { return .last }
    let chunk = chunk(of: key)
    var day = chunk + 1 < chunks.count ? sums.sum(from: chunk + 1).firstTradeDay : .last
    let place = chunks[chunk].partitioningIndex { $0.key >= key }
    for entry in chunks[chunk][place...] { day = min(day, entry.tradeDay) }
    return day
  }

  /// The chunk that has a key, or would have it.
  private func chunk(of key: OrderKey) -> Int {
    // Nearly all groups come at the end.
    if let first = chunks.last?.first, first.key <= key { return chunks.count - 1 }
    return max(0, chunks.partitioningIndex { $0[0].key > key } - 1)
  }
}
