/// The keys of the objects that are open, innermost last, to find a key that is given twice.
///
/// Keys are looked at when their object closes: a few by comparing all pairs, many by sorting.
/// That is n log n whatever the keys are; a hash table could be flooded with keys that collide.
struct KeyTracker {
  private struct Entry {
    /// Its first eight bytes, first byte lowest.
    var prefix: UInt64
    /// Where it starts, in the window or among `unescaped`.
    var start: Int
    var count: Int
    var isUnescaped: Bool
    /// Where it stood in the window.
    var offset: Int
  }

  private static let fewKeys = 8

  private var entries: [Entry] = []
  private var unescaped: [UInt8] = []
  private var openings: [Int] = []

  /// How many keys there are; what `closeObject(from:)` wants to know where the object began.
  var count: Int { entries.count }

  /// Forgets all objects.
  mutating func reset() {
    if !entries.isEmpty { entries.removeAll(keepingCapacity: true) }
    if !unescaped.isEmpty { unescaped.removeAll(keepingCapacity: true) }
    if !openings.isEmpty { openings.removeAll(keepingCapacity: true) }
  }

  /// A new innermost object.
  mutating func open() { openings.append(entries.count) }

  /// Ends the innermost object; gives the offset of a key that it has twice.
  mutating func close(_ bytes: Span<UInt8>) -> Int? {
    closeObject(from: openings.popLast() ?? 0, bytes)
  }

  /// Adds a key of the innermost object.
  mutating func add(_ key: ScannedString, _ bytes: Span<UInt8>) {
    let offset = key.range.lowerBound - 1
    guard key.hasEscapes else {
      let prefix = PackedWord(bytes, at: key.range.lowerBound, count: min(8, key.range.count)).first
      entries.append(
        Entry(
          prefix: prefix, start: key.range.lowerBound, count: key.range.count,
          isUnescaped: false, offset: offset))
      return
    }
    let start = unescaped.count
    unescape(bytes, key, into: &unescaped)
    entries.append(
      Entry(
        prefix: PackedWord(unescaped[start...].prefix(8)).first, start: start,
        count: unescaped.count - start, isUnescaped: true, offset: offset))
  }

  /// Forgets the keys from the `first`-th on; gives the offset of one that is there twice.
  mutating func closeObject(from first: Int, _ bytes: Span<UInt8>) -> Int? {
    let found =
      entries.count - first > Self.fewKeys
      ? repeatedAmongMany(from: first, bytes) : repeatedAmongFew(from: first, bytes)
    entries.removeSubrange(first...)
    if entries.isEmpty { unescaped.removeAll(keepingCapacity: true) }
    return found
  }

  private func repeatedAmongFew(from first: Int, _ bytes: Span<UInt8>) -> Int? {
    for later in first..<entries.count {
      for earlier in first..<later where order(entries[earlier], entries[later], bytes) == 0 {
        return entries[later].offset
      }
    }
    return nil
  }

  /// The first repetition in the order of the document, as among few.
  private mutating func repeatedAmongMany(from first: Int, _ bytes: Span<UInt8>) -> Int? {
    var sorted = Array(first..<entries.count)
    sortIndices(&sorted, bytes)
    var found: Int?
    for (one, next) in zip(sorted, sorted.dropFirst())
    where order(entries[one], entries[next], bytes) == 0 {
      let offset = entries[next].offset
      found = min(found ?? offset, offset)
    }
    return found
  }

  /// Merge sort by key, then by place: stable, and a `Span` can't enter a closure of `sort`.
  private func sortIndices(_ indices: inout [Int], _ bytes: Span<UInt8>) {
    var source = indices
    var target = indices
    var width = 1
    while width < source.count {
      for start in stride(from: 0, to: source.count, by: width * 2) {
        let middle = min(start + width, source.count)
        merge(source, start..<middle, middle..<min(start + width * 2, source.count), &target, bytes)
      }
      swap(&source, &target)
      width *= 2
    }
    indices = source
  }

  private func merge(
    _ source: [Int], _ left: Range<Int>, _ right: Range<Int>, _ target: inout [Int],
    _ bytes: Span<UInt8>
  ) {
    var (one, two) = (left.lowerBound, right.lowerBound)
    for place in left.lowerBound..<right.upperBound {
      let takesLeft =
        two == right.upperBound
        || one < left.upperBound && order(entries[source[one]], entries[source[two]], bytes) <= 0
      target[place] = source[takesLeft ? one : two]
      if takesLeft { one += 1 } else { two += 1 }
    }
  }

  /// Below, at or above zero, as the first key comes before the second, equals it or comes after.
  private func order(_ left: Entry, _ right: Entry, _ bytes: Span<UInt8>) -> Int {
    if left.prefix != right.prefix { return left.prefix < right.prefix ? -1 : 1 }
    if left.count != right.count { return left.count - right.count }
    for index in min(8, left.count)..<left.count {
      let (one, two) = (byte(left, index, bytes), byte(right, index, bytes))
      if one != two { return Int(one) - Int(two) }
    }
    return 0
  }

  private func byte(_ entry: Entry, _ index: Int, _ bytes: Span<UInt8>) -> UInt8 {
    entry.isUnescaped ? unescaped[entry.start + index] : bytes[entry.start + index]
  }
}
