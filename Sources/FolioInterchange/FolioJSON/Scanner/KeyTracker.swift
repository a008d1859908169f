/// The keys of the objects that are open, innermost last, to find repeated keys.
///
/// Keys are checked when their object closes: a few by comparing all pairs, many with a set. A set
/// cannot be flooded with keys that collide: Swift seeds its hashes anew in each process.
struct KeyTracker {
  private struct Entry {
    /// The first eight bytes, first byte lowest.
    var prefix: UInt64
    var key: ScannedString
    /// The text of a key with escapes.
    var unescaped: [UInt8] = []
    var count: Int
  }

  private static let fewKeys = 8

  private var entries: [Entry] = []

  /// How many keys there are; `closeObject(from:)` needs the number at the start of the object.
  var count: Int { entries.count }

  /// Forgets all objects.
  mutating func reset() {
    if !entries.isEmpty { entries.removeAll(keepingCapacity: true) }
  }

  /// Adds a key of the innermost object.
  mutating func add(_ key: ScannedString, _ bytes: Span<UInt8>) {
    if key.hasEscapes {
      let text = unescaped(bytes, key)
      let prefix = PackedWord(text.prefix(8)).first
      entries.append(Entry(prefix: prefix, key: key, unescaped: text, count: text.count))
    } else {
      let count = key.range.count
      let prefix = PackedWord(bytes, at: key.range.lowerBound, count: min(8, count)).first
      entries.append(Entry(prefix: prefix, key: key, count: count))
    }
  }

  /// Forgets the keys from the `first`-th on; returns the offset of the first repeated one.
  mutating func closeObject(from first: Int, _ bytes: Span<UInt8>) -> Int? {
    defer { entries.removeSubrange(first...) }
    if entries.count - first > Self.fewKeys { return repeatedAmongMany(from: first, bytes) }
    for later in first..<entries.count {
      for earlier in first..<later where isSame(entries[earlier], entries[later], bytes) {
        return entries[later].key.range.lowerBound - 1
      }
    }
    return nil
  }

  private func repeatedAmongMany(from first: Int, _ bytes: Span<UInt8>) -> Int? {
    var seen: Set<[UInt8]> = []
    for entry in entries[first...] where !seen.insert(text(of: entry, bytes)).inserted {
      return entry.key.range.lowerBound - 1
    }
    return nil
  }

  private func isSame(_ left: Entry, _ right: Entry, _ bytes: Span<UInt8>) -> Bool {
    left.prefix == right.prefix && left.count == right.count
      && (left.count <= 8 || text(of: left, bytes) == text(of: right, bytes))
  }

  private func text(of entry: Entry, _ bytes: Span<UInt8>) -> [UInt8] {
    entry.key.hasEscapes ? entry.unescaped : bytes.copy(entry.key.range)
  }
}
