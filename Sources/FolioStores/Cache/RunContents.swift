/// The groups of a part of a journal, each in its last version there: what a run is made of.
struct RunContents {
  /// By the numbers of the groups.
  var entries: [RunEntry] = []
  /// The ids of the groups, sorted, with the numbers of the groups.
  var ids: [SortedTexts.Item] = []
  /// The same for the ids of their legs.
  var stockLegs: [SortedTexts.Item] = []
  var cashLegs: [SortedTexts.Item] = []
  /// By the names that groups are looked for with: the indices in `entries`.
  var lists: [[UInt8]: [Int]] = [:]

  /// An index of the entries by the numbers of their groups.
  struct Indices {
    private let numbers: [Int]
    private let isDense: Bool

    init(_ entries: [RunEntry]) {
      let numbers = entries.map(\.number)
      self.numbers = numbers
      isDense = (numbers.last ?? 0) - (numbers.first ?? 0) < numbers.count
    }

    subscript(number: Int) -> Int? {
      guard let first = numbers.first, number >= first else { return nil }
      if isDense { return number - first < numbers.count ? number - first : nil }
      let index = numbers.partitioningIndex { $0 >= number }
      return index < numbers.count && numbers[index] == number ? index : nil
    }
  }
}

/// A group that an index takes up.
struct IndexedGroup {
  var entry: RunEntry
  var id: String
  var keys: IndexKeys
}

extension IndexKeys.Name {
  /// The name in a run.
  var bytes: [UInt8] { Array("\(kind.rawValue):\(name)".utf8) }
}

extension RunContents {
  /// - Parameter groups: by their numbers, each once.
  init(_ groups: some Collection<IndexedGroup>) {
    for group in groups { add(group) }
    sortTexts()
  }

  /// Adds the next group.
  mutating func add(_ group: IndexedGroup) {
    let number = group.entry.number
    ids.append(.init(text: Array(group.id.utf8), value: number))
    for id in group.keys.stockLegs {
      stockLegs.append(.init(text: Array(id.utf8), value: number))
    }
    for id in group.keys.cashLegs { cashLegs.append(.init(text: Array(id.utf8), value: number)) }
    for name in group.keys.names { lists[name.bytes, default: []].append(entries.count) }
    entries.append(group.entry)
  }

  /// Sorts the texts after the last group.
  mutating func sortTexts() {
    let isBefore = { (one: SortedTexts.Item, other: SortedTexts.Item) in
      one.text == other.text
        ? one.value < other.value : one.text.lexicographicallyPrecedes(other.text)
    }
    ids.sort(by: isBefore)
    stockLegs.sort(by: isBefore)
    cashLegs.sort(by: isBefore)
  }

  /// Merges runs, the oldest first. The last version of each group counts.
  init(merging runs: [Run]) throws(CacheFault) {
    var owners: [Int: Int] = [:]
    for (order, run) in runs.enumerated() {
      for index in 0..<run.count { owners[try run.number(at: index)] = order }
    }
    entries.reserveCapacity(owners.count)
    for (order, run) in runs.enumerated() {
      for index in 0..<run.count {
        let entry = try run.entry(at: index)
        if owners[entry.number] == order { entries.append(entry) }
      }
    }
    entries.sort { $0.number < $1.number }
    let indices = Indices(entries)
    for (order, run) in runs.enumerated() {
      let isCurrent = { (number: Int) in owners[number] == order }
      ids += try Self.items(run.ids, where: isCurrent)
      stockLegs += try Self.items(run.stockLegs, where: isCurrent)
      cashLegs += try Self.items(run.cashLegs, where: isCurrent)
      var names = try run.names.iterator()
      while let name = try names.next() {
        var list = try run.list(at: name.value)
        while let rank = try list.next() {
          let number = try run.number(at: run.index(atRank: rank))
          if isCurrent(number), let index = indices[number] {
            lists[name.text, default: []].append(index)
          }
        }
      }
    }
    sortTexts()
  }

  private static func items(
    _ texts: SortedTexts, where isCurrent: (Int) -> Bool
  ) throws(CacheFault) -> [SortedTexts.Item] {
    var items: [SortedTexts.Item] = []
    var all = try texts.iterator()
    while let item = try all.next() {
      if isCurrent(item.value) { items.append(item) }
    }
    return items
  }
}
