/// The complete contents of a store in memory: the head and the groups in document order.
package struct StoreContents: Sendable {
  /// All data except the groups; nil if none was ever stored.
  package private(set) var head: StoredHead?
  /// The groups in document order.
  package private(set) var groups: [StoredGroup] = []
  /// The sequence number of the last change.
  package private(set) var lastSequence: Int
  private var numbers: [String: Int] = [:]
  private var changes = ChangeOrder()
  /// The groups by time.
  private(set) var times = TimeOrder(of: [StoredGroup]())
  /// The number of deleted groups.
  private(set) var deletedCount = 0

  /// The valid sequence numbers; 0 means no change yet. The limit is 2^53, so that every language
  /// can represent them exactly.
  package static let sequences = 0...(1 << 53)

  /// Creates empty contents.
  package init(lastSequence: Int = 0) { self.lastSequence = lastSequence }

  /// Creates contents from rows in document order.
  ///
  /// The ids, times and statuses of the groups are read from the rows themselves, so they cannot
  /// contradict a separate record.
  /// - Throws: the errors of rows that cannot be read as a ledger.
  package init(
    head: StoredHead?, rows: [StoredRow], lastSequence: Int
  ) throws(LedgerFaults) {
    self.init(lastSequence: lastSequence)
    self.head = head
    let draft = StoreCheck.draft(of: [headRow] + rows.map(\.text))
    guard draft.faults.isEmpty, draft.tables.groups.count == rows.count else {
      throw LedgerFaults(draft.faults, sources: draft.tables.sources)
    }
    index(zip(rows, draft.tables.groups).map { StoredGroup($1, draft.tables, $0) })
  }

  /// Creates contents from groups that were read one by one. If two have the same id, the last one
  /// wins.
  init(head: StoredHead?, groups: [StoredGroup], lastSequence: Int) {
    self.init(lastSequence: lastSequence)
    self.head = head
    index(groups)
  }

  private mutating func index(_ groups: [StoredGroup]) {
    self.groups = groups
    for (number, group) in groups.enumerated() { numbers[group.id] = number }
    changes.add(groups.indices, of: groups)
    times = TimeOrder(of: groups)
    deletedCount = groups.count { $0.deletedAt != nil }
  }

  /// Whether several groups have the same id.
  var hasEqualIDs: Bool { numbers.count < groups.count }

  /// The index of a group in document order; nil if there is no such group.
  package func number(of id: String) -> Int? { numbers[id] }

  /// The group with an id; nil if there is none.
  func group(_ id: String) -> StoredGroup? { numbers[id].map { groups[$0] } }

  /// The groups whose last change is after `sequence`, ordered by sequence number, at most `limit`,
  /// and whether there are more.
  func changed(since sequence: Int, limit: Int) -> (groups: [StoredGroup], hasMore: Bool) {
    let numbers = changes.numbers(since: sequence, limit: limit + 1, of: groups)
    return (numbers.prefix(limit).map { groups[$0] }, numbers.count > limit)
  }

  /// The whole document as NDJSON.
  var document: [UInt8] { StoreCheck.lines([headRow] + groups.map(\.row)) }

  /// The whole document as ledger tables.
  package var tables: LedgerTables {
    LedgerCheck(of: StoreCheck.draft(of: [headRow] + groups.map(\.row))).validPart.tables
  }

  /// The first row of the document.
  var headRow: [UInt8] { head?.row ?? StoredHead.emptyRow }

  /// Applies a change.
  package mutating func apply(_ change: StoreChange) {
    if change.clears {
      head = nil
      groups = []
      numbers = [:]
      changes = ChangeOrder()
      times = TimeOrder(of: groups)
      deletedCount = 0
    }
    if let head = change.head { self.head = head }
    let changed = change.groups.map { put($0) }
    changes.add(changed, of: groups)
    lastSequence = max(lastSequence, change.lastSequence)
  }

  /// Stores a version of a group, and returns its index.
  private mutating func put(_ group: StoredGroup) -> Int {
    let number = numbers[group.id] ?? groups.count
    deletedCount += group.deletedAt == nil ? 0 : 1
    if number == groups.count {
      numbers[group.id] = number
      groups.append(group)
      times.insert(number, of: groups)
      return number
    }
    let old = groups[number]
    deletedCount -= old.deletedAt == nil ? 0 : 1
    if old.occurredAt == group.occurredAt {
      groups[number] = group
    } else {
      times.remove(number, of: groups)
      groups[number] = group
      times.insert(number, of: groups)
    }
    return number
  }
}

/// A change to a store. It is stored atomically.
package struct StoreChange: Sendable {
  /// Whether all previous contents are removed first.
  package var clears = false
  /// The new head, if it changed.
  package var head: StoredHead?
  /// The figures after it, for storage that keeps them; nil if the ledger has faults.
  package var figures: StoredFigures?
  /// Whether its groups may become visible one after another: each is a valid version by itself.
  package var mayBeParted = false
  /// New groups and new versions of groups, in document order.
  package var groups: [StoredGroup] = []
  /// The highest sequence number of this change.
  package var lastSequence: Int

  /// Creates an empty change.
  package init(lastSequence: Int) { self.lastSequence = lastSequence }

  /// Whether the change has no effect.
  package var isEmpty: Bool { !clears && head == nil && groups.isEmpty }

  /// A change to groups of a checked ledger, and to its head.
  /// - Parameters:
  ///   - row: the row of the head; nil if it does not change.
  ///   - before: the number of the last change, and the head.
  ///   - old: the version that the only group replaces. If that is the same row, it stays.
  init(
    _ groups: Range<Int>, of writer: LedgerWriter, head row: [UInt8]?, at time: Timestamp,
    after before: (last: Int, head: StoredHead?), replacing old: StoredGroup?
  ) throws(StoreFailure) {
    self.init(lastSequence: before.last)
    if let row {
      putHead(row, at: try time.later(than: before.head?.updatedAt), after: before.head)
    }
    for number in groups {
      var group = writer.storedGroup(number, at: time)
      if isEmpty, group.row == old?.row { continue }
      // A group that was already deleted keeps its time of deletion.
      if let time = old?.deletedAt, group.deletedAt != nil { group.deletedAt = time }
      add(group)
    }
  }

  /// Adds a group with the next number.
  mutating func add(_ group: StoredGroup) {
    lastSequence += 1
    groups.append(group)
    groups[groups.count - 1].sequence = lastSequence
  }

  /// Adds a group of another store, unless its version is there.
  mutating func put(_ group: StoredGroup, asIn version: StoredGroup, replacing old: StoredGroup?) {
    var group = group
    group.updatedAt = version.updatedAt
    group.deletedAt = version.deletedAt ?? group.deletedAt
    if let old, old.isVersion(of: group) { return }
    add(group)
  }

  /// Adds a version of the head, unless the row is unchanged.
  mutating func putHead(_ row: [UInt8], at time: Timestamp, after before: StoredHead?) {
    if row == before?.row { return }
    lastSequence += 1
    head = StoredHead(row: row, updatedAt: time, sequence: lastSequence)
  }
}

extension StoredGroup {
  /// Creates a stored group from a row and the record that was read from it.
  init(_ record: GroupRecord, _ tables: LedgerTables, _ row: StoredRow) {
    self.init(
      id: tables.text(record.id), row: row.text, occurredAt: record.occurredAt, type: record.type,
      status: record.status, updatedAt: row.updatedAt, deletedAt: row.deletedAt,
      sequence: row.sequence)
  }
}
