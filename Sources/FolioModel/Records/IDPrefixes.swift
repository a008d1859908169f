/// The ids of groups, found by a prefix.
package struct IDPrefixes: Sendable {
  private let sorted: [String]
  /// Ids up to this length are never shortened.
  private static let longest = 12
  /// The minimum length of a shortened id.
  private static let shortest = 8

  /// Creates an index of ids.
  package init(of ids: [String]) { sorted = ids.sorted(by: Self.isBefore) }

  /// The order of the bytes, in which the ids with a common prefix are neighbours.
  private static func isBefore(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// The ids that an argument means: the id itself if there is one, else all that start with it.
  package func matches(_ word: String) -> ArraySlice<String> {
    if word.isEmpty { return [] }
    let start = firstIndex { !Self.isBefore($0, word) }
    if start < sorted.count, sorted[start] == word { return sorted[start...start] }
    let rest = sorted[start...].prefix { $0.utf8.starts(with: word.utf8) }
    return rest
  }

  /// The shortest prefix that means only this id; the id itself if it is short.
  package func brief(_ id: String) -> String {
    guard id.utf8.count > Self.longest, id.utf8.allSatisfy({ $0 < 0x80 }) else { return id }
    for length in Self.shortest..<id.utf8.count {
      let prefix = String(id.prefix(length))
      if matches(prefix) == [id] { return prefix }
    }
    return id
  }

  private func firstIndex(where isAfter: (String) -> Bool) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(sorted[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
