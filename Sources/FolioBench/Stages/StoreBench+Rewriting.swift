import Foundation

extension StoreBench {
  /// The nanoseconds of the longest append of one group, from the point at which a journal has
  /// nearly to be rewritten until it is.
  func longestAppend(_ path: String, _ groups: [StoredGroup]) throws -> Int {
    let store = try JournalStorage(path, .writing)
    store.spreadWork()
    var last = try store.counts().lastSequence
    var next = 0
    func change(_ count: Int) throws {
      var change = StoreChange(lastSequence: last)
      for _ in 0..<count {
        change.lastSequence += 1
        change.groups.append(groups[next])
        change.groups[change.groups.count - 1].sequence = change.lastSequence
        next = (next + 1) % groups.count
      }
      try store.commit(change, expecting: last)
      last = change.lastSequence
    }
    func size() throws -> Int { try FileManager.default.size(ofItemAt: path) }
    let start = try size()
    while try size() < start / 10 * 19 { try change(min(200, groups.count)) }
    var (longest, previous) = (0, 0)
    while try size() >= previous {
      previous = try size()
      var watch = Stopwatch(.wall)
      try change(1)
      longest = max(longest, watch.lap())
    }
    return longest
  }
}
