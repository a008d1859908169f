import FolioNumbers

/// An immutable index of a part of a journal: the last version of each group in it, by number, by
/// time, by sequence, by id and by name.
struct Run {
  private let source: any CacheBytes
  /// The number of groups.
  let count: Int
  /// The number of deleted groups.
  let deletedCount: Int
  /// The number of the first group.
  private let first: Int
  /// Whether the numbers of the groups follow each other.
  private let isDense: Bool
  private let places: Places
  let ids: SortedTexts
  let stockLegs: SortedTexts
  let cashLegs: SortedTexts
  /// The names, with the offsets of their lists.
  let names: SortedTexts

  /// Where the parts begin; 0 for those that are not needed.
  private struct Places {
    var numbers: Int
    var entries: Int
    var times: Int
    var sequences: Int
    var lists: Int
  }

  private static let headerCount = 12
  private static let width = 7

  init(_ source: any CacheBytes) throws(CacheFault) {
    self.source = source
    var header: [Int] = []
    for index in 0..<Self.headerCount {
      header.append(try source.number(at: Self.width * index, width: Self.width))
    }
    (count, deletedCount, first) = (header[0], header[1], header[2])
    places = Places(
      numbers: header[3], entries: header[4], times: header[5], sequences: header[6],
      lists: header[11])
    isDense = places.numbers == 0
    ids = try SortedTexts(source, at: header[7])
    stockLegs = try SortedTexts(source, at: header[8])
    cashLegs = try SortedTexts(source, at: header[9])
    names = try SortedTexts(source, at: header[10])
  }

  // MARK: Groups

  /// The number of the group at an index, which is by number.
  func number(at index: Int) throws(CacheFault) -> Int {
    isDense ? first + index : try source.number(at: places.numbers + 4 * index, width: 4)
  }

  /// The index of a group; nil if this part of the journal has no version of it.
  func index(of number: Int) throws(CacheFault) -> Int? {
    let index = try firstIndex(from: number)
    if index == count { return nil }
    return try self.number(at: index) == number ? index : nil
  }

  func entry(at index: Int) throws(CacheFault) -> RunEntry {
    guard index >= 0, index < count else { throw CacheFault() }
    return try RunEntry(
      number: number(at: index), source, at: places.entries + RunEntry.width * index)
  }

  /// The entries of those of some groups that this part of the journal has a version of.
  func entries(_ numbers: Range<Int>) throws(CacheFault) -> [RunEntry] {
    let start = try firstIndex(from: numbers.lowerBound)
    let end = try firstIndex(from: numbers.upperBound)
    let (offset, length) = (RunEntry.width * start, RunEntry.width * (end - start))
    let part = try source.bytes(at: places.entries + offset, count: length)
    let bytes = MemoryBytes(all: Array(part))
    var entries: [RunEntry] = []
    entries.reserveCapacity(end - start)
    for index in start..<end {
      entries.append(
        try RunEntry(number: number(at: index), bytes, at: RunEntry.width * (index - start)))
    }
    return entries
  }

  /// Gives lines other places in a copy of bytes of the run.
  /// - Parameters:
  ///   - offset: where the bytes are in the run.
  ///   - moved: the new place of a line, by the number of its group and its offset and length.
  func moveLines(
    in bytes: inout [UInt8], at offset: Int,
    _ moved: (_ number: Int, JournalText.Place) throws(CacheFault) -> JournalText.Place
  ) throws(CacheFault) {
    let start = offset - places.entries
    let first = max(0, start / RunEntry.width)
    let last = min(count, (start + bytes.count + RunEntry.width - 1) / RunEntry.width)
    for index in first..<max(first, last) {
      // An entry at an end of the bytes may begin before it, or end after it.
      let place = RunEntry.width * index - start
      let isWhole = place >= 0 && place + RunEntry.placeWidth <= bytes.count
      let known = try isWhole ? RunEntry.line(in: bytes, at: place) : entry(at: index).line
      let line = try moved(try number(at: index), known)
      var text: [UInt8] = []
      RunEntry.append(line, to: &text)
      for (at, byte) in zip(place..., text) where bytes.indices.contains(at) { bytes[at] = byte }
    }
  }

  /// The first index of a group from a number on.
  private func firstIndex(from number: Int) throws(CacheFault) -> Int {
    if isDense { return max(0, min(count, number - first)) }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if try self.number(at: middle) < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The index of the group with a rank in the order of time.
  func index(atRank rank: Int) throws(CacheFault) -> Int {
    places.times == 0 ? rank : try source.number(at: places.times + 4 * rank, width: 4)
  }

  /// The entry with a rank in the order of sequence numbers.
  func entry(inSequence rank: Int) throws(CacheFault) -> RunEntry {
    try entry(
      at: places.sequences == 0
        ? rank : source.number(at: places.sequences + 4 * rank, width: 4))
  }

  /// The first rank in the order of sequence numbers after a number.
  func rank(afterSequence sequence: Int) throws(CacheFault) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let isAfter = try entry(inSequence: middle).sequence > sequence
      if isAfter { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The first rank in the order of time that does not fulfil a condition, which no later one does.
  func firstRank(after isBefore: (RunEntry) -> Bool) throws(CacheFault) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(try entry(at: index(atRank: middle))) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Names

  /// The groups with a name, the latest first, by their ranks in the order of time.
  struct List {
    /// The number of groups, and of those that are deleted.
    let count: Int
    let deletedCount: Int
    private var cursor: CacheCursor
    private var rest: Int
    private var last: Int

    fileprivate init(_ source: any CacheBytes, at offset: Int, of total: Int) throws(CacheFault) {
      cursor = CacheCursor(source, at: offset)
      count = try cursor.varint()
      deletedCount = try cursor.varint()
      (rest, last) = (count, total)
    }

    mutating func next() throws(CacheFault) -> Int? {
      if rest <= 0 { return nil }
      rest -= 1
      last -= try cursor.varint()
      guard last >= 0 else { throw CacheFault() }
      return last
    }
  }

  func list(at offset: Int) throws(CacheFault) -> List {
    try List(source, at: places.lists + offset, of: count)
  }

  /// The groups with a name; nil if there are none.
  func list(of name: [UInt8]) throws(CacheFault) -> List? {
    guard let offset = try names.values(of: name).first else { return nil }
    return try list(at: offset)
  }
}

extension Run {
  /// A run as bytes.
  static func encoded(_ contents: RunContents) -> [UInt8] {
    let entries = contents.entries
    let first = entries.first?.number ?? 0
    let isDense = entries.last.map { $0.number - first == entries.count - 1 } ?? true
    let times = order(entries) { $0.place < $1.place }
    let sequences = order(entries) { $0.sequence < $1.sequence }
    var header = [entries.count, entries.count { $0.isDeleted }, first]
    var body: [UInt8] = []
    let start = headerCount * width
    func mark() { header.append(start + body.count) }
    func append(_ numbers: [Int]?) {
      guard let numbers else { return header.append(0) }
      mark()
      for number in numbers { body.append(number: number, width: 4) }
    }
    append(isDense ? nil : entries.map(\.number))
    mark()
    for entry in entries { entry.append(to: &body) }
    append(times)
    append(sequences)
    for texts in [contents.ids, contents.stockLegs, contents.cashLegs] {
      mark()
      body += SortedTexts.encoded(texts)
    }
    var ranks = Array(0..<entries.count)
    if let times { for (rank, index) in times.enumerated() { ranks[index] = rank } }
    let (names, lists) = encoded(contents.lists, ranks, entries)
    mark()
    body += names
    mark()
    body += lists
    var bytes: [UInt8] = []
    for number in header { bytes.append(number: number, width: width) }
    return bytes + body
  }

  /// The indices in an order; nil if they are in that order already.
  private static func order(
    _ entries: [RunEntry], by isBefore: (RunEntry, RunEntry) -> Bool
  ) -> [Int]? {
    if zip(entries, entries.dropFirst()).allSatisfy({ !isBefore($1, $0) }) { return nil }
    return entries.indices.sorted { isBefore(entries[$0], entries[$1]) }
  }

  private static func encoded(
    _ lists: [[UInt8]: [Int]], _ ranks: [Int], _ entries: [RunEntry]
  ) -> (names: [UInt8], lists: [UInt8]) {
    var (items, bytes): ([SortedTexts.Item], [UInt8]) = ([], [])
    for (name, indices) in lists.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      items.append(.init(text: name, value: bytes.count))
      bytes.append(varint: indices.count)
      bytes.append(varint: indices.count { entries[$0].isDeleted })
      var last = entries.count
      for rank in indices.map({ ranks[$0] }).sorted(by: >) {
        bytes.append(varint: last - rank)
        last = rank
      }
    }
    return (SortedTexts.encoded(items), bytes)
  }
}
