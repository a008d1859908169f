/// A new file without the outdated lines of a journal, which is written in steps while the journal
/// grows (Specs/decisions/stores-journal-file.md).
///
/// It begins with one change: the contents of the journal at the start. The changes that were
/// appended since follow as they are. Only their chain of checksums is another one, so a place in
/// them is always moved by the same distance.
struct JournalRewrite {
  /// The end of the journal when the rewrite began.
  private let start: JournalPoint
  /// The lines up to there. Each is verified when it is copied.
  private let outline: JournalOutline
  /// The new file.
  let copy: PartialFile
  /// The end of the new file.
  private(set) var end = JournalPoint()
  /// The offset up to which the changes after the start were copied.
  private var copied: Int
  private var places = JournalText.Places()
  /// The last line of the first change.
  private var lastLine = JournalText.Place(offset: 0, length: 0)
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
    guard let outline = journal.outline else { throw UnusualJournal() }
    self.outline = outline
    start = journal.point
    copied = start.offset
    places.groups.reserveCapacity(outline.groups.count)
    self.unsyncedBytes = unsyncedBytes
    copy = try PartialFile(for: path, calls)
    do {
      try copy.file.protect(like: info)
    } catch {
      copy.discard()
      throw error
    }
  }

  /// Whether the temporary file still has its name. Another program may have taken it for a
  /// leftover.
  var hasItsNames: Bool {
    guard let info = try? copy.file.info(),
      let named = try? copy.file.calls.regularInfo(of: copy.path), named.isSameFile(as: info)
    else { return false }
    return true
  }

  /// Removes the temporary file.
  func discard() { copy.discard() }

  // MARK: Steps

  /// Does a part of the work.
  /// - Parameter size: the number of bytes to read or to write, roughly.
  /// - Returns: the number of bytes that were; zero once nothing is left to do.
  /// - Throws: `FileFault` if the disk fails; another error if the journal is damaged.
  mutating func goOn(_ size: Int, _ journal: JournalStorage.OpenJournal) throws -> Int {
    if end.offset == 0 || places.groups.count < outline.groups.count {
      return try copyRows(size, journal.file)
    }
    return copied < journal.point.offset ? try copyChanges(size, journal) : 0
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
      lastLine = JournalText.Place(offset: 0, length: text.count - 1)
      if let place = outline.head {
        try copyRows([place], journal, &text, endsChange: outline.groups.isEmpty)
        places.head = lastLine
      }
    }
    let first = places.groups.count
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
        if place != outline.head { self.places.groups.append(lastLine) }
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

  /// The outline of the new file, after `finish`.
  /// - Parameter old: that of the journal.
  func outline(of old: JournalOutline) -> JournalOutline {
    func moved(_ place: JournalText.Place, _ known: JournalText.Place?) -> JournalText.Place {
      place.offset < start.offset ? known ?? place : place.moved(by: shift)
    }
    let groups = old.groups.enumerated().map { number, group in
      moved(group.place, number < places.groups.count ? places.groups[number] : nil)
    }
    let head = old.head.map { moved($0, places.head) }
    return old.moved(to: JournalText.Places(head: head, groups: groups), end: end)
  }
}

extension JournalText.Place {
  func moved(by count: Int) -> Self { Self(offset: offset + count, length: length) }
}
