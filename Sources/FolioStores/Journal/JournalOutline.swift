import FolioModel

/// Where the rows of a journal are: what a reader needs who takes all of them, in document order.
///
/// Problem: a reader without a cache read each line, parsed its row, and wrote a document that was
/// parsed again. Decision: only what is around the rows is read first. The checksum of a line is
/// verified when its row is taken, and that of an outdated line at the end, so each line is read
/// and verified once (Specs/decisions/0171).
struct JournalOutline {
  /// The line of the head.
  private(set) var head: JournalText.Place?
  /// The lines of the groups, in document order.
  private(set) var groups: [Group] = []
  /// The end of the journal.
  private(set) var point = JournalPoint()
  var counts: StoreCounts {
    StoreCounts(groups: groups.count, deleted: deleted.count, lastSequence: point.lastSequence)
  }

  /// The approximate number of bytes of all rows.
  var size: Int { groups.reduce(head?.length ?? 0) { $0 + $1.row.count + 1 } }

  /// The line of a group.
  struct Group {
    let place: JournalText.Place
    /// Where the row begins in the line, which ends with two braces.
    let start: Int

    /// Where the row is in the line.
    var row: Range<Int> { start..<place.length - 2 }
  }

  /// Groups that were read, but not taken up yet, and the hashes of their ids.
  private var waiting: [(group: Group, isDeleted: Bool)] = []
  private var hashes: [Identifier] = []
  /// The result of prefetching, which is stored so that the optimizer keeps the loads.
  private var prefetched: UInt32 = 0
  private var deleted: Set<Int> = []
  private var numbers = JournalNumbers()
  /// The numbers of groups by the hashes of their ids.
  private var rows: IdentifierIndex
  /// Whether the checksum of each line is verified at once.
  private let verifiesLines: Bool
  /// The lines that later ones replace, and are verified at the end.
  private var outdated: [JournalText.Place] = []
  /// The offset up to which lines were read, and the checksum of the last one.
  private(set) var offset = 0
  private var previous: UInt32 = 0

  /// The number of bytes whose lines are read at once, and how many such windows are read ahead.
  private static let windowSize = 1 << 18
  private static let windowsAhead = 8
  /// The approximate length of a line, by which space is reserved.
  private static let typicalLine = 1 << 10

  /// Reads a journal up to an offset, for a reader who takes and verifies the rows later.
  /// - Returns: nil if anything is not as a writer leaves it, or cannot be read.
  init?(_ file: JournalFile, upTo end: Int = .max) {
    (rows, verifiesLines) = (IdentifierIndex(), false)
    do {
      let end = min(end, try file.info().size)
      let expected = min(end / Self.typicalLine, 1 << 20)
      rows = IdentifierIndex(capacity: expected)
      groups.reserveCapacity(expected)
      let windows = ReadAhead<[OutlinedLine], any Error>(
        capacity: file.calls.areIndependent ? Self.windowsAhead : 0
      ) { number in
        try OutlinedLine.lines(file, startingIn: number, of: Self.windowSize, upTo: end)
      }
      while let lines = try windows.next() {
        if Task.isCancelled { throw UnusualJournal() }
        try take(lines)
      }
      for place in outdated { _ = try file.line(at: place) }
      try finish(at: end)
    } catch { return nil }
  }

  /// An outline of nothing yet. All lines are verified when `read` comes by them.
  /// - Parameter count: the number of groups that are expected.
  init(expecting count: Int) {
    (rows, verifiesLines) = (IdentifierIndex(capacity: count), true)
    groups.reserveCapacity(count)
  }

  /// Reads the next lines, about so many bytes.
  /// - Throws: if a line is not as a writer leaves it, or cannot be read.
  mutating func read(_ file: JournalFile, upTo end: Int, about count: Int) throws {
    let count = min(count, end - offset)
    try take(OutlinedLine.lines(file, from: offset, count: count, upTo: end, isVerified: true))
  }

  /// Ends reading.
  /// - Throws: if the last change is not complete.
  mutating func finish(at end: Int) throws {
    guard point.offset == end, end > 0 else { throw UnusualJournal() }
    (rows, outdated) = (IdentifierIndex(), [])
  }

  /// Takes up the lines that follow.
  private mutating func take(_ lines: [OutlinedLine]) throws {
    for line in lines { try take(line) }
    takeWaiting()
  }

  private mutating func take(_ outlined: OutlinedLine) throws {
    let (line, place) = (outlined.line, outlined.place)
    guard place.offset == offset, line.after == previous,
      numbers.fault(of: line.sequence, line.kind) == nil
    else { throw UnusualJournal() }
    (previous, offset) = (outlined.checksum, place.end)
    if let hash = outlined.hash {
      waiting.append((Group(place: place, start: outlined.start), line.deletedAt != nil))
      hashes.append(hash)
    } else {
      guard line.fault(isFirst: place.offset == 0) == nil else { throw UnusualJournal() }
      apply(line.kind, place)
    }
    point.lastSequence = max(point.lastSequence, line.sequence)
    guard line.endsChange else { return }
    numbers.endChange()
    (point.offset, point.checksum) = (place.end, outlined.checksum)
  }

  /// Takes up a line that is no group. If its change is not complete, `finish` throws.
  private mutating func apply(_ kind: JournalLine.Kind, _ place: JournalText.Place) {
    switch kind {
    case .journal, .group: break
    case .clear:
      takeWaiting()
      if !verifiesLines { outdated += groups.map(\.place) }
      (head, groups, deleted, rows) = (nil, [], [], IdentifierIndex())
    case .head: head = place
    }
  }

  /// Takes up the groups that wait.
  private mutating func takeWaiting() {
    for start in stride(from: 0, to: waiting.count, by: 16) {
      let part = start..<min(start + 16, waiting.count)
      prefetched = rows.prefetch(hashes[part])
      for index in part {
        let number = put(waiting[index].group, hashes[index])
        if waiting[index].isDeleted { deleted.insert(number) }
      }
    }
    waiting.removeAll(keepingCapacity: true)
    hashes.removeAll(keepingCapacity: true)
  }

  private mutating func put(_ group: Group, _ hash: Identifier) -> Int {
    guard let earlier = rows.insert(hash, UInt32(groups.count)) else {
      groups.append(group)
      return groups.count - 1
    }
    let number = Int(earlier)
    if !verifiesLines { outdated.append(groups[number].place) }
    groups[number] = group
    deleted.remove(number)
    return number
  }
}

extension JournalFile {
  /// The line at a place.
  /// - Throws: if it is damaged.
  func line(at place: JournalText.Place) throws -> JournalLine {
    let bytes = try bytes(at: place.offset, count: place.length)
    guard bytes.count == place.length else { throw CacheFault() }
    return try JournalLine.read(bytes[...]).line
  }

  /// The rows of groups as NDJSON. Lines that follow each other in the file are read at once.
  /// - Throws: if one of them is damaged.
  func rows(of groups: ArraySlice<JournalOutline.Group>) throws -> [UInt8] {
    var (rows, rest) = ([UInt8](), groups)
    while let first = rest.first?.place {
      let following = zip(rest, rest.dropFirst()).prefix { $1.place.offset == $0.place.end }
      let part = rest.prefix(following.count + 1)
      rest = rest.dropFirst(part.count)
      let count = (part.last?.place.end ?? first.end) - first.offset
      var bytes = try bytes(at: first.offset, count: count)
      guard bytes.count == count else { throw CacheFault() }
      var end = 0
      for group in part {
        let start = group.place.offset - first.offset
        let isSound = bytes.withSpan { bytes in
          let line = bytes.extracting(start..<start + group.place.length)
          return JournalFrame(line)?.isSound(line) ?? false
        }
        guard isSound else { throw CacheFault() }
        // A row is shorter than its line, so nothing is lost that is still needed.
        bytes.move(start + group.row.lowerBound..<start + group.row.upperBound, to: end)
        end += group.row.count + 1
        bytes[end - 1] = 0x0A
      }
      bytes.removeSubrange(end...)
      rows = rows.isEmpty ? bytes : rows + bytes
    }
    return rows
  }

  /// The lines at places. Lines that follow each other in the file are read at once.
  /// - Throws: if one of them is damaged.
  func lines(at places: [JournalText.Place]) throws -> [JournalLine] {
    var lines: [JournalLine] = []
    lines.reserveCapacity(places.count)
    var rest = places[...]
    while let first = rest.first {
      // A line ends with a line break.
      let following = zip(rest, rest.dropFirst()).prefix { $1.offset == $0.end }.count
      let part = rest.prefix(following + 1)
      rest = rest.dropFirst(following + 1)
      let count = (part.last?.end ?? first.end) - 1 - first.offset
      let bytes = try bytes(at: first.offset, count: count)
      guard bytes.count == count else { throw CacheFault() }
      for place in part {
        let start = place.offset - first.offset
        let line = try JournalLine.read(bytes[start..<start + place.length]).line
        guard line.kind == .group else { throw CacheFault() }
        lines.append(line)
      }
    }
    return lines
  }
}

extension [UInt8] {
  /// Copies bytes to another place, which may overlap theirs.
  fileprivate mutating func move(_ range: Range<Int>, to start: Int) {
    precondition(start >= 0 && start + range.count <= count && range.upperBound <= count)
    unsafe withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe (base + start).copyMemory(from: base + range.lowerBound, byteCount: range.count)
    }
  }
}
