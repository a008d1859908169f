/// The ids of groups in the order of their bytes, in which the ids with a common prefix are
/// neighbours.
package protocol SortedIDs {
  /// The first ids that are not before a text.
  func ids(from text: String, limit: Int) -> [String]
}

/// The lengths of shortened ids.
private enum BriefID {
  /// Ids up to this length are never shortened.
  static let longest = 12
  /// The minimum length of a shortened id.
  static let shortest = 8
}

extension SortedIDs {
  /// The ids that an argument means: the id itself if there is one, else all that start with it.
  package func matches(_ word: String) -> [String] {
    if word.isEmpty { return [] }
    var count = 16
    while true {
      let found = ids(from: word, limit: count)
      if found.first == word { return [word] }
      let matches = found.prefix { $0.utf8.starts(with: word.utf8) }
      if matches.count < count { return Array(matches) }
      count *= 4
    }
  }

  /// The shortest prefix that means only this id; the id itself if it is short.
  package func brief(_ id: String) -> String {
    guard id.utf8.count > BriefID.longest, id.utf8.allSatisfy({ $0 < 0x80 }) else { return id }
    for length in BriefID.shortest..<id.utf8.count {
      let prefix = String(id.prefix(length))
      if means(prefix, only: id) { return prefix }
    }
    return id
  }

  private func means(_ prefix: String, only id: String) -> Bool {
    let found = ids(from: prefix, limit: 2)
    return found.first == id && !(found.count > 1 && found[1].utf8.starts(with: prefix.utf8))
  }
}

/// The ids of groups in memory.
package struct IDPrefixes: SortedIDs, Sendable {
  private let sorted: [String]

  /// Creates an index of ids.
  package init(of ids: [String]) {
    sorted = ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  package func ids(from text: String, limit: Int) -> [String] {
    let start = sorted.partitioningIndex { !$0.utf8.lexicographicallyPrecedes(text.utf8) }
    return Array(sorted[start...].prefix(limit))
  }
}
