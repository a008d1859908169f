/// What an outline needs of a line: what is around its row.
struct OutlinedLine {
  /// The line. It has its row if it is no group.
  let line: JournalLine
  /// The checksum that the line names.
  let checksum: UInt32
  let place: JournalText.Place
  /// Where the row begins in the line.
  let start: Int
  /// What finds the group of the line; nil if it is no group.
  let key: Key?

  /// The start of the row of a group.
  struct Key {
    /// The id; nil if it does not fit.
    let packed: Identifier?
    /// The id that does not fit, with its escapes.
    let text: [UInt8]
    let occurredAt: Timestamp
  }

  /// Reads a line.
  /// - Parameter isVerified: whether the checksum of a group is verified. Those of other lines
  ///   always are, since there are few of them.
  /// - Throws: if it is not as a writer leaves it.
  private init(
    _ bytes: Span<UInt8>, _ place: JournalText.Place, isVerified: Bool
  ) throws(UnusualJournal) {
    guard let frame = JournalFrame(bytes), let (header, row) = frame.header(bytes) else {
      throw UnusualJournal()
    }
    var line = header
    var key: Key?
    if line.kind == .group {
      key = Key(bytes, row)
      guard line.time != nil, key != nil, !isVerified || frame.isSound(bytes) else {
        throw UnusualJournal()
      }
    } else {
      guard frame.isSound(bytes) else { throw UnusualJournal() }
      line.row = unsafe bytes.extracting(row).withUnsafeBufferPointer { unsafe Array($0) }
    }
    (self.line, self.place, self.key) = (line, place, key)
    (checksum, start) = (frame.checksum, row.lowerBound)
  }

  /// The lines that start in a window of a journal. Windows follow each other, so each line is in
  /// one of them.
  /// - Returns: nil after the last window.
  static func lines(
    _ file: JournalFile, startingIn number: Int, of size: Int, upTo end: Int, isVerified: Bool
  ) throws -> [OutlinedLine]? {
    let start = number * size
    if start >= end { return nil }
    let count = min(size, end - start)
    if start == 0 {
      return try lines(file, from: 0, count: count, upTo: end, isVerified: isVerified)
    }
    // A line starts after a line break, which may be the last byte before the window.
    return try lines(
      file, from: start - 1, count: count + 1, upTo: end, isVerified: isVerified, skipsPart: true)
  }

  /// The lines that start within some bytes.
  /// - Parameter skipsPart: whether a line begins after the first line break, and not at once.
  static func lines(
    _ file: JournalFile, from start: Int, count: Int, upTo end: Int, isVerified: Bool,
    skipsPart: Bool = false
  ) throws -> [OutlinedLine] {
    var lines: [OutlinedLine] = []
    // The last line may end after the bytes.
    var (used, size) = (0, count + 1 << 12)
    while used < count {
      let window = try file.bytes(at: start + used, count: min(size, end - start) - used)
      var offset = 0
      try window.withSpan { bytes in
        if skipsPart, used == 0 {
          offset = min(bytes.lineBreak(from: 0) ?? count, count - 1) + 1
        }
        while used + offset < count, let stop = bytes.lineBreak(from: offset) {
          let place = JournalText.Place(offset: start + used + offset, length: stop - offset)
          let line = bytes.extracting(offset..<stop)
          lines.append(try OutlinedLine(line, place, isVerified: isVerified))
          offset = stop + 1
        }
      }
      if offset == 0, window.count < size - used { throw UnusualJournal() }
      used += offset
      size *= 2
    }
    return lines
  }
}

/// A reason to read the journal line by line, which tells what is unusual.
struct UnusualJournal: Error {}

extension OutlinedLine.Key {
  /// Nil unless the row begins as `LedgerWriter` writes it.
  fileprivate init?(_ bytes: Span<UInt8>, _ row: Range<Int>) {
    var cursor = JournalCursor(row)
    guard let id = cursor.takeRowID(bytes), cursor.take("\"", bytes),
      cursor.skipText(", \"group_type\": \"", bytes), cursor.skipText(", \"status\": \"", bytes),
      cursor.take(", \"occurred_at\": ", bytes), let time = cursor.takeTime(bytes)?.value
    else { return nil }
    packed = Identifier(packing: bytes.extracting(id))
    text =
      packed != nil
      ? [] : unsafe bytes.extracting(id).withUnsafeBufferPointer { unsafe Array($0) }
    occurredAt = time
  }
}
