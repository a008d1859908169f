import FolioNumbers

/// The index of a journal: runs in the cache for the part that it covers, and the groups of the
/// lines after it in memory.
struct JournalIndex {
  private(set) var header: CacheHeader
  private(set) var file: CacheFile
  private(set) var runs: [Run]
  /// The last versions of groups that changed after the covered part, by number.
  private(set) var recent: [Int: IndexedGroup] = [:]
  private var recentIDs: [String: Int] = [:]
  /// The same as a run; nil until it is needed.
  private var recentRun: Run?

  init(_ file: CacheFile, _ header: CacheHeader) throws(CacheFault) {
    self.file = file
    self.header = header
    runs = []
    for part in header.runs { runs.append(try Run(FileBytes(file: file, part: part))) }
    covered = header.covered.offset
  }

  /// The offset up to which the runs cover the journal.
  private(set) var covered: Int

  /// Whether nobody else has written the cache since.
  func isNewest(_ path: String) -> Bool { file.isNewest(header, at: path) }

  // MARK: Changes

  /// Lines that follow each other in a journal.
  struct Lines {
    var clears = false
    var head: JournalText.Place?
    /// Whether checkpoints are of no use with the new head. Those of a head that others wrote say
    /// so themselves.
    var dropsCheckpoints = false
    var groups: [(group: StoredGroup, place: JournalText.Place)] = []
    /// The point after them.
    var end: JournalPoint
    var lastLine: JournalText.Place
  }

  /// Takes up the lines after those that are known.
  mutating func add(_ lines: Lines) throws(CacheFault) {
    if lines.clears {
      (runs, recent, recentIDs) = ([], [:], [:])
      (header.groupCount, header.deletedCount, header.head, header.liveSize) = (0, 0, nil, 0)
      (header.runs, header.checkpoints) = ([], [])
    }
    if let head = lines.head {
      header.liveSize += head.length - (header.head?.length ?? 0)
      header.head = head
    }
    if lines.dropsCheckpoints { header.checkpoints = [] }
    let keys = IndexKeys.reading(lines.groups.map(\.group.row))
    for ((group, place), keys) in zip(lines.groups, keys) {
      let number = try number(of: .group(group.id)) ?? header.groupCount
      let entry = RunEntry(group, number: number, at: place)
      var first = entry.place
      if number == header.groupCount {
        header.groupCount += 1
        header.liveSize += place.length
      } else {
        let old = try self.entry(number)
        header.deletedCount -= old.isDeleted ? 1 : 0
        header.liveSize += place.length - old.length
        first = min(first, old.place)
      }
      header.deletedCount += entry.isDeleted ? 1 : 0
      header.checkpoints.removeAll { $0.place >= first }
      recent[number] = IndexedGroup(
        entry: entry, id: group.id, keys: keys)
      recentIDs[group.id] = number
    }
    recentRun = nil
    (header.covered, header.lastLine) = (lines.end, lines.lastLine)
  }

  /// All runs with that of the recent groups, the oldest first.
  private mutating func allRuns() throws(CacheFault) -> [Run] {
    if recent.isEmpty { return runs }
    if let recentRun { return runs + [recentRun] }
    let run = try Run(MemoryBytes(all: Run.encoded(recentContents)))
    recentRun = run
    return runs + [run]
  }

  private var recentContents: RunContents {
    RunContents(recent.sorted { $0.key < $1.key }.map(\.value))
  }

  // MARK: Answers

  /// The number of the group that has an id, or has a leg with it.
  func number(of id: RecordID) throws(CacheFault) -> Int? {
    switch id {
    case .group(let id):
      if let number = recentIDs[id] { return number }
      for run in runs.reversed() {
        if let number = try run.ids.values(of: Array(id.utf8)).first { return number }
      }
      return nil
    case .stockLeg(let id):
      return try number(ofLeg: id, \.stockLegs) { $0.stockLegs }
    case .cashLeg(let id):
      return try number(ofLeg: id, \.cashLegs) { $0.cashLegs }
    }
  }

  private func number(
    ofLeg id: String, _ ids: KeyPath<IndexKeys, Set<String>>, _ texts: (Run) -> SortedTexts
  ) throws(CacheFault) -> Int? {
    if let found = recent.first(where: { $0.value.keys[keyPath: ids].contains(id) }) {
      return found.key
    }
    for (order, run) in runs.enumerated().reversed() {
      for number in try texts(run).values(of: Array(id.utf8))
      where recent[number] == nil {
        if try Self.isCurrent(number, in: order, of: runs) { return number }
      }
    }
    return nil
  }

  /// The first ids that are not before one.
  mutating func ids(from id: String, limit: Int) throws(CacheFault) -> [String] {
    var cursors: [(texts: SortedTexts.Iterator, next: SortedTexts.Item)] = []
    for run in try allRuns() {
      var texts = try run.ids.iterator(from: Array(id.utf8))
      if let next = try texts.next() { cursors.append((texts, next)) }
    }
    var ids: [String] = []
    var last: [UInt8]?
    while ids.count < limit,
      let first = cursors.indices.min(by: {
        cursors[$0].next.text.lexicographicallyPrecedes(cursors[$1].next.text)
      })
    {
      let text = cursors[first].next.text
      if text != last { ids.append(String(decoding: text, as: UTF8.self)) }
      last = text
      if let next = try cursors[first].texts.next() {
        cursors[first].next = next
      } else {
        cursors.remove(at: first)
      }
    }
    return ids
  }

  /// The groups that changed after a sequence number, in the order of their last changes.
  mutating func changed(since sequence: Int, limit: Int) throws(CacheFault) -> [RunEntry] {
    try merged(
      limit: limit,
      from: { run throws(CacheFault) in try run.rank(afterSequence: sequence) },
      { run, rank throws(CacheFault) in try run.entry(inSequence: rank) },
      by: { $0.sequence < $1.sequence })
  }

  /// The groups after a place in the order of booking.
  mutating func oldest(
    after place: CheckpointPlace?, limit: Int
  ) throws(CacheFault) -> [RunEntry] {
    try merged(
      limit: limit,
      from: { run throws(CacheFault) in
        guard let place else { return 0 }
        return try run.firstRank { $0.place <= place }
      },
      { run, rank throws(CacheFault) in try run.entry(at: run.index(atRank: rank)) },
      by: { $0.place < $1.place })
  }

  /// The last versions of groups from all runs, in an order that each run has.
  private mutating func merged(
    limit: Int, from start: (Run) throws(CacheFault) -> Int,
    _ entry: (Run, Int) throws(CacheFault) -> RunEntry, by isBefore: (RunEntry, RunEntry) -> Bool
  ) throws(CacheFault) -> [RunEntry] {
    let runs = try allRuns()
    var cursors: [(order: Int, rank: Int, next: RunEntry)] = []
    for (order, run) in runs.enumerated() {
      let rank = try start(run)
      if rank < run.count { cursors.append((order, rank, try entry(run, rank))) }
    }
    var found: [RunEntry] = []
    while found.count < limit,
      let first = cursors.indices.min(by: { isBefore(cursors[$0].next, cursors[$1].next) })
    {
      let (order, rank, next) = cursors[first]
      if try Self.isCurrent(next.number, in: order, of: runs) { found.append(next) }
      if rank + 1 < runs[order].count {
        cursors[first] = (order, rank + 1, try entry(runs[order], rank + 1))
      } else {
        cursors.remove(at: first)
      }
    }
    return found
  }

  /// The groups that fulfil a query, the latest first, without the first ones.
  /// - Parameter known: the number of all of them, if it is known.
  func newest(
    _ query: PageQuery, _ runs: [Run], offset: Int, limit: Int, total known: Int? = nil
  ) throws(CacheFault) -> (entries: [RunEntry], total: Int) {
    var total = known ?? 0
    var cursors: [(matches: RunMatches, next: RunEntry, rest: Int?)] = []
    for order in runs.indices {
      var matches = try Self.matches(query, in: order, of: runs)
      let count = known == nil ? try matches.count() : nil
      if let count { total += count }
      guard count != 0, let next = try matches.next() else { continue }
      cursors.append((matches, next, known ?? count))
    }
    var entries: [RunEntry] = []
    var seen = 0
    while let first = cursors.indices.max(by: { cursors[$0].next.place < cursors[$1].next.place }) {
      if seen >= offset, entries.count < limit { entries.append(cursors[first].next) }
      seen += 1
      if cursors[first].rest == nil { total += 1 }
      if let next = try cursors[first].matches.next() {
        cursors[first].next = next
      } else {
        cursors.remove(at: first)
      }
      // Beyond the page, only those are looked at that are not counted yet.
      if entries.count >= limit { cursors.removeAll { $0.rest != nil } }
    }
    return (entries, total)
  }

  /// The same with the runs of the current state.
  mutating func newest(
    _ query: PageQuery, offset: Int, limit: Int
  ) throws(CacheFault) -> (entries: [RunEntry], total: Int) {
    let all = header.groupCount - (query.includesDeleted ? 0 : header.deletedCount)
    return try newest(
      query, allRuns(), offset: offset, limit: limit, total: query.isFiltered ? nil : all)
  }

  private static func matches(
    _ query: PageQuery, in order: Int, of runs: [Run]
  ) throws(CacheFault) -> RunMatches {
    let run = runs[order]
    var mayBeOld = false
    for later in runs[(order + 1)...] where later.count > 0 && run.count > 0 {
      if try later.number(at: 0) <= run.number(at: run.count - 1) { mayBeOld = true }
    }
    if !mayBeOld { return try RunMatches(run, query, isCurrent: nil) }
    return try RunMatches(run, query) { number throws(CacheFault) in
      try isCurrent(number, in: order, of: runs)
    }
  }

  /// Whether a run has the last version of a group.
  private static func isCurrent(
    _ number: Int, in order: Int, of runs: [Run]
  ) throws(CacheFault) -> Bool {
    for later in runs[(order + 1)...] {
      if try later.index(of: number) != nil { return false }
    }
    return true
  }

  // MARK: Keeping

  /// Moves the recent groups to the file, and merges runs so that there are few of them.
  mutating func flush() throws {
    if recent.isEmpty, header.covered.offset == covered { return }
    var (kept, parts) = (runs, header.runs)
    if !recent.isEmpty {
      var contents = recentContents
      var merged: [Run] = []
      var count = contents.entries.count
      while let last = kept.last,
        last.count < Self.growth * count || kept.count >= CacheHeader.mostRuns
      {
        merged.insert(last, at: 0)
        count += last.count
        kept.removeLast()
      }
      if !merged.isEmpty {
        merged.append(try Run(MemoryBytes(all: Run.encoded(contents))))
        contents = try RunContents(merging: merged)
      }
      let part = try file.append(Run.encoded(contents))
      parts = parts.prefix(kept.count) + [part]
      kept.append(try Run(FileBytes(file: file, part: part)))
    }
    var header = header
    header.runs = parts
    try file.write(&header)
    (self.header, runs, recent, recentIDs, recentRun) = (header, kept, [:], [:], nil)
    covered = header.covered.offset
  }

  /// A run is merged with younger ones that together have more than this part of its groups.
  private static let growth = 4

  /// Whether most of the file is outdated.
  /// - Parameter slack: the number of outdated blocks that are tolerated.
  func isMostlyOutdated(beyond slack: Int) -> Bool {
    let parts = header.runs + header.checkpoints.map(\.part)
    return header.end > slack + 2 * parts.reduce(0) { $0 + $1.blockCount }
  }

  /// Creates a cache file for an index of all groups of a journal, in the place of another one.
  /// - Parameter lines: all lines of the journal that are not outdated.
  static func create(
    _ path: String, firstLine: [UInt8], _ lines: Lines, liveSize: Int, like journal: FileInfo,
    _ calls: any FileCalls
  ) throws -> JournalIndex {
    var header = CacheHeader()
    header.firstLine = firstLine
    (header.covered, header.lastLine, header.head) = (lines.end, lines.lastLine, lines.head)
    (header.groupCount, header.liveSize) = (lines.groups.count, liveSize)
    header.deletedCount = lines.groups.count { $0.group.deletedAt != nil }
    let file = try CacheFile.create(path, like: journal, &header, calls) {
      file, header throws(FileFault) in
      let count = lines.groups.count
      let step = max(leastGroups, (count + firstRuns - 1) / firstRuns)
      for start in stride(from: 0, to: count, by: step) {
        let run = Run.encoded(contents(of: lines, start..<min(start + step, count)))
        header.runs.append(try file.append(run))
      }
    }
    return try JournalIndex(file, header)
  }

  /// A new cache has up to so many runs, each of at least so many groups: to build one takes memory
  /// for all its texts.
  private static let firstRuns = 4
  private static let leastGroups = 1 << 17

  private static func contents(of lines: Lines, _ numbers: Range<Int>) -> RunContents {
    var contents = RunContents()
    for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: batch) {
      let part = lines.groups[start..<min(start + batch, numbers.upperBound)]
      let keys = IndexKeys.reading(part.map(\.group.row))
      for (number, keys) in zip(part.indices, keys) {
        let (group, place) = part[number]
        contents.add(
          IndexedGroup(
            entry: RunEntry(group, number: number, at: place), id: group.id, keys: keys))
      }
    }
    contents.sortTexts()
    return contents
  }

  /// The number of rows that are read at once.
  private static let batch = 1_024

  /// Writes everything that is still needed to a new file.
  mutating func rewrite(_ path: String, like journal: FileInfo, _ calls: any FileCalls) throws {
    try flush()
    var header = header
    let runs = try header.runs.map { part throws(CacheFault) in try bytes(of: part) }
    let states = try header.checkpoints.map { kept throws(CacheFault) in
      (kept.place, try bytes(of: kept.part))
    }
    let file = try CacheFile.create(path, like: journal, &header, calls) {
      file, header throws(FileFault) in
      (header.runs, header.checkpoints) = ([], [])
      for run in runs { header.runs.append(try file.append(run)) }
      for (place, bytes) in states {
        header.checkpoints.append(.init(place: place, part: try file.append(bytes)))
      }
    }
    self = try JournalIndex(file, header)
  }

  /// The bytes of a part.
  private func bytes(of part: CacheFile.Part) throws(CacheFault) -> [UInt8] {
    Array(try FileBytes(file: file, part: part).bytes(at: 0, count: part.count))
  }

  // MARK: Checkpoints

  /// The bytes of a checkpoint.
  func checkpoint(at place: CheckpointPlace) -> [UInt8]? {
    guard let kept = header.checkpoints.first(where: { $0.place == place }) else { return nil }
    return try? bytes(of: kept.part)
  }

  /// Keeps checkpoints of the current state, and drops others.
  mutating func keep(_ new: [StoredCheckpoint], dropping dropped: [CheckpointPlace]) throws {
    try flush()
    var header = header
    let outdated = Set(dropped + new.map(\.place))
    header.checkpoints.removeAll { outdated.contains($0.place) }
    for checkpoint in new.suffix(max(0, CacheHeader.mostCheckpoints - header.checkpoints.count)) {
      let part = try file.append(checkpoint.bytes)
      header.checkpoints.append(.init(place: checkpoint.place, part: part))
    }
    header.checkpoints.sort { $0.place < $1.place }
    try file.write(&header)
    self.header = header
  }
}
