import FolioNumbers

/// What is known of each chunk of a `LiveOrder`, as a binary tree: the leaves are the chunks, and
/// each node has the sum of its two children.
struct ChunkSums {
  /// The root is node 1, the children of node k are 2k and 2k + 1, and the leaves are the nodes
  /// from `size`.
  private var nodes: [OrderSum]
  private var size: Int
  private var leaves: Int

  init(_ sums: [OrderSum] = []) {
    leaves = sums.count
    size = 1
    // With room for as many chunks again.
    while size < 2 * sums.count { size *= 2 }
    nodes = Array(repeating: OrderSum(), count: 2 * size)
    for (leaf, sum) in sums.enumerated() { nodes[size + leaf] = sum }
    for node in (1..<size).reversed() {
      nodes[node] = OrderSum(nodes[2 * node], nodes[2 * node + 1])
    }
  }

  /// The sum of all entries.
  var all: OrderSum { nodes[1] }

  mutating func set(_ chunk: Int, _ sum: OrderSum) {
    var node = size + chunk
    nodes[node] = sum
    while node > 1 {
      node /= 2
      nodes[node] = OrderSum(nodes[2 * node], nodes[2 * node + 1])
    }
  }

  mutating func add(_ entry: LiveOrder.Entry, to chunk: Int) {
    var node = size + chunk
    while node > 0 {
      nodes[node].add(entry)
      node /= 2
    }
  }

  mutating func append(_ sum: OrderSum) {
    if leaves == size { return replace(leaves, by: [sum], removing: 0) }
    leaves += 1
    set(leaves - 1, sum)
  }

  /// Replaces a chunk by none or several.
  mutating func replace(_ chunk: Int, by sums: [OrderSum], removing count: Int = 1) {
    var all = Array(nodes[size..<size + leaves])
    all.replaceSubrange(chunk..<chunk + count, with: sums)
    self = ChunkSums(all)
  }

  /// The number of entries before a chunk.
  func count(before chunk: Int) -> Int {
    var count = 0
    var node = size + chunk
    while node > 1 {
      if node & 1 == 1 { count += nodes[node - 1].count }
      node /= 2
    }
    return count
  }

  /// The chunk that has the entry at a place, and the number of entries before it.
  func chunk(at place: Int) -> (chunk: Int, before: Int) {
    var (node, before) = (1, 0)
    while node < size {
      node *= 2
      if place - before >= nodes[node].count {
        before += nodes[node].count
        node += 1
      }
    }
    return (node - size, before)
  }

  /// The sum of a chunk and all after it.
  func sum(from chunk: Int) -> OrderSum {
    var node = size + chunk
    var sum = nodes[node]
    while node > 1 {
      if node & 1 == 0 { sum = OrderSum(sum, nodes[node + 1]) }
      node /= 2
    }
    return sum
  }

  /// The first chunk with an entry whose last day is a day or later.
  func first(askingFrom day: Day) -> Int? {
    guard all.count > 0, all.lastDay >= day else { return nil }
    var node = 1
    while node < size {
      node *= 2
      if nodes[node].count == 0 || nodes[node].lastDay < day { node += 1 }
    }
    return node - size
  }
}
