import FolioNumbers

// Answers from the index. If the cache or a line of the journal is damaged, the whole journal is
// read, which reports the damage of the journal and makes up for that of the cache.
extension JournalStorage {
  /// - Parameter asksIndexFirst: whether to ask the index although the contents are in memory.
  private func answer<Result>(
    asksIndexFirst: Bool = false,
    _ fromIndex: (inout JournalIndex) throws -> Result,
    _ fromContents: (StoreContents) -> Result
  ) throws(StoreFailure) -> Result {
    if asksIndexFirst || journal.contents == nil, var index = journal.index {
      do {
        let result = try fromIndex(&index)
        journal.index = index
        return result
      } catch {
        // A file that cannot be read now may have a sound cache all the same.
        let contents = try contents()
        journal.index = nil
        return fromContents(contents)
      }
    }
    return fromContents(try contents())
  }

  /// Answers with the outline, unless there is none, or a line is damaged.
  private func answer<Result>(_ fromOutline: (JournalOutline) throws -> Result) -> Result? {
    journal.contents == nil ? journal.outline.flatMap { try? fromOutline($0) } : nil
  }

  /// Finds out where all rows are, so that they can be read in their order without being kept.
  /// - Returns: false if only `contents` can tell.
  package func outline() -> Bool {
    guard access.isReadOnly, journal.contents == nil else { return false }
    if journal.outline == nil {
      let outline = JournalOutline(journal.file, upTo: journal.point.offset)
      if outline?.point == journal.point { journal.outline = outline }
    }
    return journal.outline != nil
  }

  /// All data except the groups.
  package func head() throws(StoreFailure) -> StoredHead? {
    if let head = answer({ try $0.head.map { try journal.head(at: $0) } }) { return head }
    return try answer({ try $0.header.head.map { try journal.head(at: $0) } }) { $0.head }
  }

  /// The numbers of groups and changes.
  package func counts() throws(StoreFailure) -> StoreCounts {
    if let counts = answer({ $0.counts }) { return counts }
    return try answer({
      StoreCounts(
        groups: $0.header.groupCount, deleted: $0.header.deletedCount,
        lastSequence: journal.point.lastSequence)
    }) { $0.counts }
  }

  /// The number of the group that has an id, or has a leg with it.
  package func number(of id: RecordID) throws(StoreFailure) -> Int? {
    // The contents have no index of legs, and read every row to find one.
    let isLeg = if case .group = id { false } else { true }
    return try answer(asksIndexFirst: isLeg, { try $0.number(of: id) }) { $0.number(of: id) }
  }

  /// The groups with these numbers.
  package func groups(at numbers: [Int]) throws(StoreFailure) -> [StoredGroup] {
    try answer({ index in
      try journal.groups(at: numbers.map { number throws(CacheFault) in try index.entry(number) })
    }) { contents in numbers.map { contents.groups[$0] } }
  }

  /// The rows of the groups from a number on, in document order.
  package func rows(from number: Int, limit: Int) throws(StoreFailure) -> [[UInt8]] {
    try answer({ index in
      let first = min(number, index.header.groupCount)
      let count = min(limit, index.header.groupCount - first)
      return try journal.lines(at: index.entries(first..<first + count)).map(\.row)
    }) { $0.groups.dropFirst(number).prefix(limit).map(\.row) }
  }

  /// The same as NDJSON.
  package func lines(from number: Int, limit: Int) throws(StoreFailure) -> [UInt8] {
    let lines = answer {
      try journal.file.rows(of: $0.groups.dropFirst(number).prefix(limit))
    }
    if let lines { return lines }
    return StoreCheck.lines(try rows(from: number, limit: limit))
  }

  /// The approximate number of bytes of the document, if it was outlined.
  package var outlinedSize: Int? { journal.contents == nil ? journal.outline?.size : nil }

  /// The rows of the groups with these numbers.
  package func rows(at numbers: [Int]) throws(StoreFailure) -> [[UInt8]] {
    try answer({ index in
      try journal.lines(at: numbers.map { number throws(CacheFault) in try index.entry(number) })
        .map(\.row)
    }) { contents in numbers.map { contents.groups[$0].row } }
  }

  /// The rows of the first groups after a place in the order of booking.
  package func rows(
    after place: CheckpointPlace?, limit: Int
  ) throws(StoreFailure) -> [OrderedRow] {
    try answer({ index in
      let entries = try index.oldest(after: place, limit: limit)
      return zip(entries, try journal.lines(at: entries)).map { OrderedRow($0.place, $1.row) }
    }) { $0.rows(after: place, limit: limit) }
  }

  /// The first ids of groups in the order of their bytes that are not before an id.
  package func ids(from id: String, limit: Int) throws(StoreFailure) -> [String] {
    try answer({ try $0.ids(from: id, limit: limit) }) { $0.ids(from: id, limit: limit) }
  }

  /// A page of groups, newest first.
  package func page(_ request: GroupPage.Request) throws(StoreFailure) -> GroupPage {
    if request.needsRows {
      let numbers = try answer({ index in
        try index.newest(PageQuery(request), offset: 0, limit: .max).entries.map(\.number)
      }) { $0.numbers(on: request) }
      var storage = self
      return try storage.page(request, among: numbers)
    }
    return try answer({ index in
      let (entries, total) = try index.newest(
        PageQuery(request), offset: max(0, request.offset), limit: max(0, request.limit))
      return GroupPage(groups: try journal.groups(at: entries), total: total)
    }) { $0.page(request) }
  }

  /// All changes after a sequence number.
  package func changes(since sequence: Int, limit: Int) throws(StoreFailure) -> StoreChanges {
    try answer({ index in
      let most = max(1, min(limit, index.header.groupCount))
      let entries = try index.changed(since: sequence, limit: most + 1)
      let shown = try journal.groups(at: Array(entries.prefix(most)))
      let hasMore = entries.count > most
      let head = try index.header.head.map { try journal.head(at: $0) }
      let last = hasMore ? shown.last?.sequence ?? sequence : journal.point.lastSequence
      return StoreChanges(
        head: head.flatMap { $0.sequence > sequence ? $0 : nil }, groups: shown, last: last,
        hasMore: hasMore)
    }) { $0.changes(since: sequence, limit: limit) }
  }

  /// Whether the journal has a cache that can be written.
  package var keepsCheckpoints: Bool { journal.index != nil && !access.isReadOnly }

  /// The places of the kept checkpoints, in their order.
  package func checkpointPlaces() -> [CheckpointPlace] {
    journal.index?.header.checkpoints.map(\.place) ?? []
  }

  /// The bytes of a checkpoint.
  package func checkpoint(at place: CheckpointPlace) -> [UInt8]? {
    journal.index?.checkpoint(at: place)
  }

  /// Keeps checkpoints of the state after a change, and drops others.
  package func keep(
    _ checkpoints: [StoredCheckpoint], dropping dropped: [CheckpointPlace], expecting last: Int
  ) {
    if access.isReadOnly || last != journal.point.lastSequence { return }
    try? exclusively { () throws(StoreFailure) in
      try? journal.index?.keep(checkpoints, dropping: dropped)
      if rewrite == nil { try? rewriteCache() }
    }
  }
}
