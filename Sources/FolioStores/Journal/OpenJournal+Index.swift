extension JournalStorage.OpenJournal {
  /// Opens a journal with its cache.
  /// - Returns: nil if there is no cache that fits, or anything is unusual. Reading the whole
  ///   journal then shows what it is.
  static func indexed(
    _ file: JournalFile, _ access: StoreAccess, _ policy: JournalStorage.Policy
  ) -> (journal: Self, length: Int, repairs: [JournalRepair])? {
    guard let size = try? file.info().size, size >= policy.cachedSize,
      let cache = try? CacheFile.open(
        file.path + JournalStorage.cacheSuffix, isReadOnly: access.isReadOnly, file.calls)
    else { return nil }
    for header in cache.headers where fits(header, file, size) {
      cache.file.goOn(after: header)
      guard let index = try? JournalIndex(cache.file, header),
        let tail = try? file.bytes(at: header.covered.offset, count: .max)
      else { return nil }
      return reading(tail, file, index)
    }
    return nil
  }

  /// Whether a cache covers the beginning of a journal (Specs/decisions/0057).
  private static func fits(_ header: CacheHeader, _ file: JournalFile, _ size: Int) -> Bool {
    guard header.covered.offset <= size, header.lastLine.end == header.covered.offset,
      let first = try? file.bytes(at: 0, count: header.firstLine.count + 1),
      first == header.firstLine + [0x0A],
      let last = try? file.bytes(at: header.lastLine.offset, count: header.lastLine.length + 1),
      last.last == 0x0A, let (line, checksum) = try? JournalLine.read(last.dropLast())
    else { return false }
    return line.endsChange && checksum == header.covered.checksum
  }

  private static func reading(
    _ tail: [UInt8], _ file: JournalFile, _ known: JournalIndex
  ) -> (journal: Self, length: Int, repairs: [JournalRepair])? {
    var index = known
    let covered = index.header.covered
    var scanner = JournalScanner(tail, after: covered)
    scanner.scan()
    guard scanner.damage.isEmpty, scanner.laterFormat == nil else { return nil }
    var point = covered
    if scanner.end > covered.offset {
      let places = scanner.order.compactMap { scanner.rows[$0] }
      let reading = StoreContents.reading(
        head: scanner.head?.head, rows: places.map(\.row), lastSequence: scanner.lastSequence)
      guard reading.faults.isEmpty else { return nil }
      let lines = JournalIndex.Lines(scanner, reading.contents.groups, places.map(\.place))
      guard (try? index.add(lines)) != nil else { return nil }
      point = lines.end
    }
    let length = covered.offset + tail.count
    let journal = Self(
      file: file, contents: nil, point: point, foundIncompleteChange: length > scanner.end,
      index: index)
    return (journal, length, scanner.repairs)
  }

  /// Creates a cache for a journal of which all lines are known, if it is large. Without a cache
  /// everything works, only slower.
  mutating func createIndex(
    _ path: String, _ policy: JournalStorage.Policy, _ calls: any FileCalls
  ) {
    guard point.offset >= policy.cachedSize, let lines, index == nil,
      let start = try? file.bytes(at: 0, count: CacheHeader.longestFirstLine),
      let firstLine = start.firstIndex(of: 0x0A), let info = try? file.info()
    else { return }
    index = try? JournalIndex.create(
      path + JournalStorage.cacheSuffix, firstLine: Array(start[..<firstLine]), lines,
      liveSize: lines.size, like: info, calls)
  }

  /// Takes up a change that was written.
  mutating func takeUp(_ change: StoreChange, _ text: JournalText) {
    var lines = JournalIndex.Lines(end: point, lastLine: text.last)
    lines.clears = change.clears
    lines.head = text.head
    lines.dropsCheckpoints = change.head != nil && !change.keepsCheckpoints
    lines.groups = Array(zip(change.groups, text.groups))
    do { try index?.add(lines) } catch { index = nil }
  }

  // MARK: Lines

  /// The head in the line at a place.
  func head(at place: JournalText.Place) throws -> StoredHead {
    let line = try file.line(at: place)
    guard line.kind == .head, let time = line.time else { throw CacheFault() }
    return StoredHead(row: line.row, updatedAt: time, sequence: line.sequence)
  }

  /// The lines of groups.
  /// - Throws: if one of them is damaged.
  func lines(at entries: [RunEntry]) throws -> [JournalLine] {
    let lines = try file.lines(at: entries.map(\.line))
    guard zip(lines, entries).allSatisfy({ $0.sequence == $1.sequence }) else {
      throw CacheFault()
    }
    return lines
  }

  /// The groups in the lines of entries.
  func groups(at entries: [RunEntry]) throws -> [StoredGroup] {
    let rows = try lines(at: entries).map { line in
      guard let time = line.time else { throw CacheFault() }
      return StoredRow(
        text: line.row, updatedAt: time, deletedAt: line.deletedAt, sequence: line.sequence)
    }
    let reading = StoreContents.reading(
      head: nil, rows: rows, lastSequence: point.lastSequence)
    guard reading.faults.isEmpty else { throw CacheFault() }
    return reading.contents.groups
  }
}

extension JournalIndex.Lines {
  /// The lines that a scanner has read.
  init(_ scanner: JournalScanner, _ groups: [StoredGroup], _ places: [JournalScanner.Place]) {
    self.init(
      clears: scanner.clears, head: scanner.head.map { JournalText.Place($0.place) },
      groups: Array(zip(groups, places.map { JournalText.Place($0) })),
      end: JournalPoint(
        offset: scanner.end, checksum: scanner.lastChecksum, lastSequence: scanner.lastSequence),
      lastLine: scanner.lastLine)
  }

  /// The lines of a whole journal that was written.
  init(_ text: JournalText, _ contents: StoreContents) {
    self.init(
      head: text.head, groups: Array(zip(contents.groups, text.groups)),
      end: JournalPoint(
        offset: text.last.end, checksum: text.checksum, lastSequence: contents.lastSequence),
      lastLine: text.last)
  }

  /// The number of bytes of the lines.
  fileprivate var size: Int {
    groups.reduce(head?.length ?? 0) { $0 + $1.place.length }
  }
}

extension JournalText.Place {
  init(_ place: JournalScanner.Place) {
    self.init(offset: place.offset, length: place.length)
  }
}
