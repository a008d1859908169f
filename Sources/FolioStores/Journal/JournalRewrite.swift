/// A new file without the outdated lines of a journal, which is written in steps while the journal
/// grows (Specs/decisions/0180).
///
/// It begins with one change: the contents of the journal at the start. The changes that were
/// appended since follow as they are. Only their chain of checksums is another one, so a place in
/// them is always moved by the same distance.
struct JournalRewrite {
  /// The end of the journal when the rewrite began.
  private let start: JournalPoint
  /// What is in the journal up to there. All of its lines are verified on the way.
  private var outline: JournalOutline
  /// The new file.
  let copy: PartialFile
  /// The end of the new file.
  private(set) var end = JournalPoint()
  /// The offset up to which the changes after the start were copied.
  private var copied: Int
  private var firstLine: [UInt8] = []
  private var head: JournalText.Place?
  private var groups: [JournalText.Place] = []
  /// The last line of the first change.
  private var lastLine = JournalText.Place(offset: 0, length: 0)
  /// By how many bytes the lines are longer than they were.
  private var growth = 0
  /// The copy of the cache; nil if it cannot be used.
  private var cache: MovedCache?
  /// What the cache said at the start.
  private let known: CacheHeader
  /// The number of bytes that may be written before they are synced: the last step would wait for
  /// all of them otherwise.
  private let unsyncedBytes: Int
  private var unsynced = 0

  /// Begins with nothing copied yet.
  /// - Parameters:
  ///   - info: the attributes of the journal, which the new file gets.
  ///   - unsyncedBytes: the number of bytes that may be written without a sync.
  init(
    _ journal: JournalStorage.OpenJournal, _ info: FileInfo, path: String, unsyncedBytes: Int,
    _ calls: any FileCalls
  ) throws {
    guard let index = journal.index, index.covered == journal.point.offset else {
      throw CacheFault()
    }
    start = journal.point
    copied = start.offset
    known = index.header
    outline = JournalOutline(expecting: known.groupCount)
    groups.reserveCapacity(known.groupCount)
    self.unsyncedBytes = unsyncedBytes
    copy = try PartialFile(for: path, calls)
    do {
      try copy.file.protect(like: info)
    } catch {
      copy.discard()
      throw error
    }
    cache = try? MovedCache(NewCacheFile(path + JournalStorage.cacheSuffix, like: info, calls))
  }

  /// The paths of the temporary files.
  var paths: [String] { [copy.path] + (cache.map { [$0.path] } ?? []) }

  /// Whether they still have their names. Another program may have taken them for leftovers.
  var hasItsNames: Bool {
    guard let info = try? copy.file.info(),
      let named = try? copy.file.calls.regularInfo(of: copy.path), named.isSameFile(as: info)
    else { return false }
    return true
  }

  /// Removes the temporary files.
  func discard() {
    copy.discard()
    cache?.discard()
  }

  // MARK: Steps

  /// Does a part of the work.
  /// - Parameter size: the number of bytes to read or to write, roughly.
  /// - Returns: the number of bytes that were; zero once nothing is left to do.
  /// - Throws: `FileFault` if the disk fails; another error if the journal is damaged.
  mutating func goOn(_ size: Int, _ journal: JournalStorage.OpenJournal) throws -> Int {
    if outline.offset < start.offset { return try readOn(size, journal.file) }
    if end.offset == 0 || groups.count < outline.groups.count {
      return try copyRows(size, journal.file)
    }
    if copied < journal.point.offset { return try copyChanges(size, journal) }
    guard let index = journal.index, cache != nil else {
      dropCache()
      return 0
    }
    do {
      let (start, first, groups) = (start.offset, shift, groups)
      return try cache?.goOn(size, index) { number, line throws(CacheFault) in
        if line.offset >= start { return line.moved(by: first) }
        guard number < groups.count else { throw CacheFault() }
        return groups[number]
      } ?? 0
    } catch is CacheFault {
      // The journal is sound all the same.
      dropCache()
      return 0
    }
  }

  /// Removes the temporary file of the cache.
  mutating func dropCache() {
    cache?.discard()
    cache = nil
  }

  private mutating func readOn(_ size: Int, _ journal: JournalFile) throws -> Int {
    let before = outline.offset
    try outline.read(journal, upTo: start.offset, about: size)
    if outline.offset == start.offset {
      try outline.finish(at: start.offset)
      // An index that says anything else is not worth a copy.
      let isRight =
        outline.counts.groups == known.groupCount
        && outline.counts.deleted == known.deletedCount && outline.head == known.head
      if !isRight { dropCache() }
    }
    return outline.offset - before
  }

  /// Copies the current lines in the order of the document, as one change.
  private mutating func copyRows(_ size: Int, _ journal: JournalFile) throws -> Int {
    var text: [UInt8] = []
    let hasRows = outline.head != nil || !outline.groups.isEmpty
    if end.offset == 0 {
      var line = JournalLine(
        kind: .journal, sequence: start.lastSequence, row: JournalLine.formatRow)
      line.endsChange = !hasRows
      (text, end.checksum) = line.written()
      firstLine = Array(text.dropLast())
      lastLine = JournalText.Place(offset: 0, length: text.count - 1)
      if let place = outline.head {
        try copyRows([place], journal, &text, endsChange: outline.groups.isEmpty)
        head = lastLine
      }
    }
    let first = groups.count
    var (next, length) = (first, text.count)
    while next < outline.groups.count, length < size {
      length += outline.groups[next].place.length
      next += 1
    }
    try copyRows(
      outline.groups[first..<next].map(\.place), journal, &text,
      endsChange: next == outline.groups.count)
    try write(text)
    return text.count
  }

  /// Copies lines. Those that follow each other in the file are read at once.
  /// - Parameter endsChange: whether the last one ends the change.
  private mutating func copyRows(
    _ places: [JournalText.Place], _ journal: JournalFile, _ text: inout [UInt8], endsChange: Bool
  ) throws {
    var rest = places[...]
    while let first = rest.first {
      let following = zip(rest, rest.dropFirst()).prefix { $1.offset == $0.end }.count
      let part = rest.prefix(following + 1)
      rest = rest.dropFirst(part.count)
      let count = (part.last?.end ?? first.end) - first.offset
      let bytes = try journal.bytes(at: first.offset, count: count)
      guard bytes.count == count else { throw JournalLineFault.notALine }
      for (number, place) in part.enumerated() {
        let line = place.offset - first.offset
        try copy(
          bytes[line..<line + place.length], &text,
          endsChange: endsChange && rest.isEmpty && number == part.count - 1)
        growth += lastLine.length - place.length
        if place != outline.head { groups.append(lastLine) }
      }
    }
  }

  private mutating func copy(
    _ line: ArraySlice<UInt8>, _ text: inout [UInt8], endsChange: Bool?
  ) throws {
    let offset = end.offset + text.count
    guard
      let checksum = JournalFrame.write(
        line, after: end.checksum, endsChange: endsChange, to: &text)
    else { throw JournalLineFault.checksum }
    end.checksum = checksum
    lastLine = JournalText.Place(offset: offset, length: end.offset + text.count - offset - 1)
  }

  /// Copies the next changes after the start.
  private mutating func copyChanges(
    _ size: Int, _ journal: JournalStorage.OpenJournal
  ) throws -> Int {
    var (text, size, used) = ([UInt8](), size, 0)
    while used == 0 {
      let count = min(size, journal.point.offset - copied)
      let bytes = try journal.file.bytes(at: copied, count: count)
      while let stop = bytes.withSpan({ $0.lineBreak(from: used) }) {
        try copy(bytes[used..<stop], &text, endsChange: nil)
        used = stop + 1
      }
      if used == 0, bytes.count == journal.point.offset - copied || bytes.count < count {
        throw JournalLineFault.notALine
      }
      size *= 2
    }
    try write(text)
    copied += used
    return used
  }

  /// By how much a line after the start is moved.
  private var shift: Int { end.offset - copied }

  private mutating func write(_ text: [UInt8]) throws(FileFault) {
    try copy.file.write(text, at: end.offset)
    end.offset += text.count
    unsynced += text.count
    if unsynced < unsyncedBytes { return }
    try copy.sync()
    unsynced = 0
  }

  // MARK: The end

  /// Makes the new file durable once everything is copied, and locks it, so that no other program
  /// can write to the journal.
  /// - Parameter info: the attributes of the journal, which may have changed since the start.
  mutating func finish(
    _ journal: JournalStorage.OpenJournal, _ info: FileInfo
  ) throws(FileFault) {
    end.lastSequence = journal.point.lastSequence
    _ = try copy.file.lock()
    try copy.file.protect(like: info)
    try copy.sync()
  }

  /// The index of the new file, after `finish`; nil if there is none.
  func index(_ old: JournalIndex?) -> JournalIndex? {
    guard let old, let cache, old.covered == copied else { return nil }
    var header = old.header
    header.firstLine = firstLine
    (header.covered, header.lastLine) = (end, lastLine)
    header.head = header.head.flatMap {
      $0.offset < start.offset ? head : $0.moved(by: shift)
    }
    header.liveSize += growth
    return try? cache.replacing(header)
  }
}

extension JournalText.Place {
  func moved(by count: Int) -> Self { Self(offset: offset + count, length: length) }
}
