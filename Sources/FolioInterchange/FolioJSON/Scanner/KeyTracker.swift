/// The keys of the objects that are open, innermost last, to find repeated keys.
///
/// Keys are checked when their object closes: a few by comparing all pairs, many with a set. A set
/// cannot be flooded with keys that collide: Swift seeds its hashes anew in each process.
struct KeyTracker {
  private static let fewKeys = 8

  private var keys: [ScannedString] = []

  /// The number of keys; `closeObject(from:)` needs the number at the start of the object.
  var count: Int { keys.count }

  /// Forgets all objects.
  mutating func reset() {
    if !keys.isEmpty { keys.removeAll(keepingCapacity: true) }
  }

  /// Adds a key of the innermost object.
  mutating func add(_ key: ScannedString) { keys.append(key) }

  /// Forgets the keys from the `first`-th on; returns the offset of the first repeated one.
  mutating func closeObject(from first: Int, _ bytes: Span<UInt8>) -> Int? {
    defer { keys.removeSubrange(first...) }
    if keys.count - first == 1 { return nil }
    if keys.count - first <= Self.fewKeys {
      let words = keys[first...].map { PackedWord(bytes, $0) }
      let hasPairs = words.indices.contains { words[..<$0].contains(words[$0]) }
      if !hasPairs { return nil }
    }
    var seen: Set<[UInt8]> = []
    let repeated = keys[first...].first { !seen.insert(unescaped(bytes, $0)).inserted }
    return repeated.map { $0.range.lowerBound - 1 }
  }
}
