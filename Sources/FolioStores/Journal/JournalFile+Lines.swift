// Lines of a journal at places that its outline knows.
extension JournalFile {
  /// The line at a place.
  /// - Throws: if it is damaged.
  func line(at place: JournalText.Place) throws -> JournalLine {
    let bytes = try bytes(at: place.offset, count: place.length)
    guard bytes.count == place.length else { throw UnusualJournal() }
    return try JournalLine.read(bytes[...]).line
  }

  /// The rows of groups as NDJSON.
  /// - Throws: if one of them is damaged.
  func rows(of groups: [JournalOutline.Group]) throws -> [UInt8] {
    var rows: [UInt8] = []
    try forEachRun(of: groups) { groups, bytes, offset in
      var end = 0
      for group in groups {
        let start = group.place.offset - offset
        let isSound = bytes.withSpan { bytes in
          let line = bytes.extracting(start..<start + group.place.length)
          return JournalFrame(line)?.isSound(line) ?? false
        }
        guard isSound else { throw UnusualJournal() }
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

  /// The lines of groups.
  /// - Throws: if one of them is damaged.
  func lines(of groups: [JournalOutline.Group]) throws -> [JournalLine] {
    var lines: [JournalLine] = []
    lines.reserveCapacity(groups.count)
    try forEachRun(of: groups) { groups, bytes, offset in
      for group in groups {
        let start = group.place.offset - offset
        let line = try JournalLine.read(bytes[start..<start + group.place.length]).line
        guard line.kind == .group, line.sequence == group.sequence else { throw UnusualJournal() }
        lines.append(line)
      }
    }
    return lines
  }

  /// Calls `body` with groups whose lines follow each other in the file, and with the bytes of
  /// these lines, which are read at once.
  private func forEachRun(
    of groups: [JournalOutline.Group],
    _ body: (ArraySlice<JournalOutline.Group>, inout [UInt8], _ offset: Int) throws -> Void
  ) throws {
    var rest = groups[...]
    while let first = rest.first?.place {
      // A line ends with a line break.
      let following = zip(rest, rest.dropFirst()).prefix { $1.place.offset == $0.place.end }.count
      let run = rest.prefix(following + 1)
      rest = rest.dropFirst(following + 1)
      let count = (run.last?.place.end ?? first.end) - first.offset
      var bytes = try bytes(at: first.offset, count: count)
      guard bytes.count == count else { throw UnusualJournal() }
      try body(run, &bytes, first.offset)
    }
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
