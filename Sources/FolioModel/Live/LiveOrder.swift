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
/// The order is that of `LedgerChecker.bookingOrder`. It is kept in chunks with their sums, so that
/// a change moves the entries of one chunk, and a question looks at one chunk and the sums of all:
/// of a million groups there are two thousand chunks.
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

  private struct Chunk {
    /// In order, and never empty.
    var entries: [Entry]
    var sum: OrderSum

    init(_ entries: some Sequence<Entry>) {
      self.entries = Array(entries)
      sum = OrderSum(self.entries)
    }
  }

  private var chunks: [Chunk] = []

  /// The most entries of a chunk.
  static var chunkLimit: Int { 512 }

  /// No groups.
  package init() {}

  /// The groups in any order.
  package init(_ entries: [Entry]) {
    let sorted = entries.sorted { $0.key < $1.key }
    for start in stride(from: 0, to: sorted.count, by: Self.chunkLimit) {
      chunks.append(Chunk(sorted[start...].prefix(Self.chunkLimit)))
    }
  }

  /// The first group.
  package var first: Entry? { chunks.first?.entries.first }

  /// The sum of all groups.
  var sum: OrderSum { chunks.reduce(OrderSum()) { OrderSum($0, $1.sum) } }

  /// Adds a group that is not there yet.
  package mutating func insert(_ entry: Entry) {
    let end = chunks.count - 1
    if end < 0 { return chunks.append(Chunk([entry])) }
    if let last = chunks[end].entries.last, last.key < entry.key {
      // History grows at its end: chunks there stay full.
      if chunks[end].entries.count == Self.chunkLimit { return chunks.append(Chunk([entry])) }
      chunks[end].entries.append(entry)
      return chunks[end].sum.add(entry)
    }
    let (chunk, place) = place(of: entry.key)
    chunks[chunk].entries.insert(entry, at: place)
    chunks[chunk].sum.add(entry)
    let entries = chunks[chunk].entries
    if entries.count <= Self.chunkLimit { return }
    let half = entries.count / 2
    chunks.replaceSubrange(chunk...chunk, with: [Chunk(entries[..<half]), Chunk(entries[half...])])
  }

  /// Removes a group.
  /// - Returns: it; nil if it was not there.
  @discardableResult
  package mutating func remove(_ key: OrderKey) -> Entry? {
    guard !chunks.isEmpty else { return nil }
    let (chunk, place) = place(of: key)
    guard place < chunks[chunk].entries.count, chunks[chunk].entries[place].key == key else {
      return nil
    }
    let removed = chunks[chunk].entries.remove(at: place)
    chunks[chunk].sum = OrderSum(chunks[chunk].entries)
    if chunks[chunk].entries.isEmpty { chunks.remove(at: chunk) }
    return removed
  }

  /// Up to `limit` groups after a key; nil for the first ones.
  package func entries(after key: OrderKey?, limit: Int) -> [Entry] {
    guard !chunks.isEmpty else { return [] }
    let (chunk, place) = key.map { self.place(of: $0.next) } ?? (0, 0)
    var found: [Entry] = []
    for (number, chunk) in chunks[chunk...].enumerated() {
      found += chunk.entries[(number == 0 ? place : 0)...].prefix(limit - found.count)
      if found.count == limit { break }
    }
    return found
  }

  /// The first group that may ask for a rate on or after a day.
  package func first(askingFrom day: Day) -> Entry? {
    chunks.first { $0.sum.lastDay >= day }?.entries.first { $0.lastDay >= day }
  }

  /// The first trade day of the groups at a key and after it; `Day.last` if there are none.
  package func firstTradeDay(from key: OrderKey) -> Day {
    guard !chunks.isEmpty else { return .last }
    let (chunk, place) = place(of: key)
    let day = chunks[(chunk + 1)...].map(\.sum.firstTradeDay).min() ?? .last
    return chunks[chunk].entries[place...].reduce(day) { min($0, $1.tradeDay) }
  }

  /// The chunk that has a key, or would have it, and the place in it.
  private func place(of key: OrderKey) -> (chunk: Int, place: Int) {
    let chunk = max(0, chunks.partitioningIndex { $0.entries[0].key > key } - 1)
    return (chunk, chunks[chunk].entries.partitioningIndex { $0.key >= key })
  }
}
