// Answers from the outline and the rows that it finds. If a line is damaged, the whole journal is
// read, which reports the damage.
extension JournalStorage {
  private func answer<Result>(
    _ fromOutline: (inout JournalOutline) throws -> Result,
    _ fromContents: (StoreContents) -> Result
  ) throws(StoreFailure) -> Result {
    if var outline = journal.outline {
      // It has one owner while it may sort its groups.
      journal.outline = nil
      defer { journal.outline = outline }
      do { return try fromOutline(&outline) } catch {}
    }
    return fromContents(try contents())
  }

  /// What reads a file may do so on any thread, if one does at a time.
  package var canReadAhead: Bool { calls.areIndependent }

  /// Whether each row is verified when it is read, so that a reader need not keep them.
  package func outline() -> Bool { access.isReadOnly && journal.outline != nil }

  /// All data except the groups.
  package func head() throws(StoreFailure) -> StoredHead? {
    try answer({ outline in
      try outline.head.map { place in
        let line = try journal.file.line(at: place)
        guard line.kind == .head, let time = line.time else { throw UnusualJournal() }
        return StoredHead(row: line.row, updatedAt: time, sequence: line.sequence)
      }
    }) { $0.head }
  }

  /// The numbers of groups and changes.
  package func counts() throws(StoreFailure) -> StoreCounts {
    try answer({ $0.counts }) { $0.counts }
  }

  /// The number of the group with an id.
  package func number(of id: String) throws(StoreFailure) -> Int? {
    try answer({ $0.number(of: id) }) { $0.number(of: id) }
  }

  /// The groups with these numbers.
  package func groups(at numbers: [Int]) throws(StoreFailure) -> [StoredGroup] {
    try answer({ outline in try stored(numbers.map { outline.groups[$0] }) }) { contents in
      numbers.map { contents.groups[$0] }
    }
  }

  private func stored(_ groups: [JournalOutline.Group]) throws -> [StoredGroup] {
    let rows = try journal.file.lines(of: groups).map { line in
      guard let time = line.time else { throw UnusualJournal() }
      return StoredRow(
        text: line.row, updatedAt: time, deletedAt: line.deletedAt, sequence: line.sequence)
    }
    let reading = StoreContents.reading(
      head: nil, rows: rows, lastSequence: journal.point.lastSequence)
    guard reading.faults.isEmpty else { throw UnusualJournal() }
    return reading.contents.groups
  }

  /// The rows of the groups from a number on as NDJSON.
  package func lines(from number: Int, limit: Int) throws(StoreFailure) -> [UInt8] {
    try answer({ try journal.file.rows(of: Array($0.groups.dropFirst(number).prefix(limit))) }) {
      $0.lines(from: number, limit: limit)
    }
  }

  /// The approximate number of bytes of the document, if it was outlined.
  package var outlinedSize: Int? { journal.outline?.liveSize }

  /// The rows of the groups with these numbers.
  package func rows(at numbers: [Int]) throws(StoreFailure) -> [[UInt8]] {
    try answer({ outline in
      try journal.file.lines(of: numbers.map { outline.groups[$0] }).map(\.row)
    }) { contents in numbers.map { contents.groups[$0].row } }
  }

  /// The rows of the first groups after a place in the order of booking.
  package func rows(
    after place: BookingPlace?, limit: Int
  ) throws(StoreFailure) -> OrderedRows {
    try answer({ outline in
      let numbers = outline.numbers(after: place, limit: limit)
      let lines = try journal.file.rows(of: numbers.map { outline.groups[$0] })
      return OrderedRows(numbers.map { outline.place(of: $0) }, lines)
    }) { $0.rows(after: place, limit: limit) }
  }

  /// The first ids of groups in the order of their bytes that are not before an id.
  package func ids(from id: String, limit: Int) throws(StoreFailure) -> [String] {
    try answer({ outline in
      let numbers = outline.numbers(fromID: id, limit: limit)
      return try stored(numbers.map { outline.groups[Int($0)] }).map(\.id)
    }) { $0.ids(from: id, limit: limit) }
  }

  /// The groups on all pages of a request, newest first, whatever the text in it.
  package func numbers(on request: GroupPage.Request) throws(StoreFailure) -> [Int] {
    try answer({ try self.numbers(on: request, &$0) }) { $0.numbers(on: request) }
  }

  private func numbers(
    on request: GroupPage.Request, _ outline: inout JournalOutline
  ) throws -> [Int] {
    let filter = request.filter
    let inTime = outline.inTime()
    var numbers = inTime.reversed().map { Int($0) }
    if !request.includesDeleted { numbers.removeAll { outline.groups[$0].isDeleted } }
    if !PageQuery(request).isFiltered { return numbers }
    var found: [Int] = []
    numbers.removeAll { !filter.matches(outline.groups[$0].occurredAt.day) }
    for start in stride(from: 0, to: numbers.count, by: 1_024) {
      let part = numbers[start..<min(start + 1_024, numbers.count)]
      let rows = try journal.file.lines(of: part.map { outline.groups[$0] }).map(\.row)
      for (number, keys) in zip(part, IndexKeys.reading(rows)) where filter.matches(keys) {
        found.append(number)
      }
    }
    return found
  }

  /// All changes after a sequence number.
  package func changes(since sequence: Int, limit: Int) throws(StoreFailure) -> StoreChanges {
    let head = try head()
    return try answer({ outline in
      let changed = outline.changed(since: sequence)
      let shown = try stored(
        changed.prefix(max(1, min(limit, outline.groups.count))).map { outline.groups[$0] })
      let hasMore = changed.count > shown.count
      let last = hasMore ? shown.last?.sequence ?? sequence : journal.point.lastSequence
      return StoreChanges(
        head: head.flatMap { $0.sequence > sequence ? $0 : nil }, groups: shown, last: last,
        hasMore: hasMore)
    }) { $0.changes(since: sequence, limit: limit) }
  }
}
