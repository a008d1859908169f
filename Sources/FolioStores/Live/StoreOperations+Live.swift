import FolioBooking
import FolioDiagnostics
import FolioInterchange
import FolioModel
import FolioNumbers

// Changes that cost what they affect. Each function returns nil if the whole ledger has to be
// checked, which also words all faults. What it stores, and its warnings, are the same then.
extension StoreOperations {
  mutating func appendLive(
    _ document: StoreInput, at time: Timestamp
  ) throws(StoreFailure) -> [StoredGroup]? {
    // Paths that a relocation changes are in the settings, which are left to the whole.
    let isPlain = document.quotes == nil && !document.isStored
    guard live.isDue(), isPlain, !document.bytes.isEmpty,
      var store = try takeLive()
    else { return nil }
    let first = store.count
    let made = try change(&store) { ledger, rows throws(StoreFailure) in
      try ledger.append(document.bytes, from: first, rows)
    }
    guard let made, made.head != nil || !made.ledger.tables.groups.isEmpty else { return nil }
    let before = try storage.head()?.row
    let olds = made.ledger.tables.groups.map { _ in StoredGroup?.none }
    let stored = try commit(made, replacing: olds, in: &store, at: time)
    noteWarnings(of: made, in: .contents(of: document), hasRateFiles: store.hasRateFiles)
    warnings.diagnostics += made.futureDates(at: time)
    added = made.head == nil || made.head == before ? AddedRows() : made.added
    keep(consume store, with: stored.map(\.row), of: made)
    return stored
  }

  mutating func replaceLive(
    _ document: StoreInput, as full: String?, expecting: Timestamp?, at time: Timestamp
  ) throws(StoreFailure) -> StoredGroup? {
    let isPlain = document.quotes == nil && !document.isStored
    guard live.isDue(), isPlain, let id = document.groupID, full == nil || full == id,
      let number = try storage.number(of: .group(id)),
      let old = try storage.groups(at: [number]).first,
      expecting == nil || old.updatedAt == expecting, var store = try takeLive()
    else { return nil }
    let time = try time.later(than: old.updatedAt)
    let made = try change(&store) { ledger, rows throws(StoreFailure) in
      try ledger.replace(GroupIndex(number), old.row, by: document.bytes, rows) {
        $0.renewUpdatedAt(to: time)
      }
    }
    guard let made else { return nil }
    let stored = try commit(made, replacing: [old], in: &store, at: time)
    noteWarnings(of: made, in: .contents(of: document), hasRateFiles: store.hasRateFiles)
    keep(consume store, with: stored.map(\.row), of: made)
    return stored[0]
  }

  mutating func adjustLive(
    _ id: String, at time: Timestamp, _ body: (inout GroupRecord) -> Void
  ) throws(StoreFailure) -> StoredGroup? {
    guard live.isDue(), let number = try storage.number(of: .group(id)),
      let old = try storage.groups(at: [number]).first, var store = try takeLive()
    else { return nil }
    let made = try change(&store) { ledger, rows throws(StoreFailure) in
      try ledger.adjust(GroupIndex(number), old.row, rows) { change in
        body(&change.groups.groups[0])
        change.renewUpdatedAt(to: time)
      }
    }
    guard let made else { return nil }
    let stored = try commit(made, replacing: [old], in: &store, at: time)
    noteWarnings(of: made, in: .row(of: old), hasRateFiles: store.hasRateFiles)
    keep(consume store, with: stored.map(\.row), of: made)
    return stored[0]
  }

  mutating func putLive(
    _ versions: StoreChanges, expecting last: Int?
  ) throws(StoreFailure) -> Int? {
    guard live.isDue(), versions.head == nil, !versions.groups.isEmpty,
      var store = try takeLive()
    else { return nil }
    guard last == nil || last == store.sequence,
      let changes = try store.versions(versions.groups, in: &storage)
    else {
      live.put(store)
      return nil
    }
    let made = try change(&store) { ledger, rows throws(StoreFailure) in
      try ledger.put(changes.map(\.version), rows)
    }
    guard let made else { return nil }
    let writer = LedgerWriter(made.ledger.tables)
    var change = StoreChange(lastSequence: store.sequence)
    change.mayBeParted = true
    var stored: [[UInt8]] = []
    for (row, (given, old)) in zip(versions.groups, changes.map(\.old)).enumerated() {
      var group = writer.storedGroup(row, at: given.updatedAt, sequence: change.lastSequence + 1)
      // The whole stores it under the id of the row.
      if group.id != given.id { return nil }
      group.updatedAt = given.updatedAt
      group.deletedAt = given.deletedAt ?? group.deletedAt
      stored.append(group.row)
      if let old, old.isVersion(of: group) { continue }
      change.lastSequence += 1
      change.groups.append(group)
    }
    if !change.isEmpty { try commit(change, of: made, in: &store) }
    keep(consume store, with: stored, of: made)
    return change.lastSequence
  }

  /// Makes a change of the live ledger.
  /// - Returns: nil if the whole ledger has to be checked.
  private mutating func change(
    _ store: inout LiveStore,
    _ body: (inout LiveLedger, LiveLedger.StoredRows) throws(StoreFailure) -> LiveLedger.Outcome
  ) throws(StoreFailure) -> LiveLedger.Change? {
    let rows = LiveLedger.rows(of: storage)
    store.ledger.protectedDay = altersClosedBooks ? nil : store.protectedDay
    let outcome = try body(&store.ledger, rows)
    switch outcome {
    case .changed(let change) where !change.overdrawsElsewhere: return change
    case .changed:
      // The document of the store says where. The live ledger is ahead of it now.
      live.note("overdraft")
      return nil
    case .refused: live.note("refused")
    case .needsWhole(let reason): live.note(reason)
    }
    live.put(store)
    return nil
  }

  /// Stores the groups of a change as the check of the whole would.
  /// - Parameter olds: the versions that they replace.
  private mutating func commit(
    _ made: LiveLedger.Change, replacing olds: [StoredGroup?], in store: inout LiveStore,
    at time: Timestamp
  ) throws(StoreFailure) -> [StoredGroup] {
    let writer = LedgerWriter(made.ledger.tables)
    var change = StoreChange(lastSequence: store.sequence)
    if let head = made.head {
      try change.setHead(head, at: time, after: try storage.head())
    }
    for (row, old) in olds.enumerated() {
      var group = writer.storedGroup(row, at: time, sequence: change.lastSequence + 1)
      if let old {
        if group.row == old.row { return [old] }
        // A group that was already deleted keeps its time of deletion.
        if old.deletedAt != nil && group.deletedAt != nil { group.deletedAt = old.deletedAt }
      }
      change.lastSequence += 1
      change.groups.append(group)
    }
    if !change.isEmpty { try commit(change, of: made, in: &store) }
    return change.groups
  }

  /// Stores a change. If that fails, the live ledger is ahead of the store, and is dropped.
  private mutating func commit(
    _ change: StoreChange, of made: LiveLedger.Change, in store: inout LiveStore
  ) throws(StoreFailure) {
    var change = change
    if storage.keepsFigures { change.figures = store.figures }
    try commit(change, after: store.sequence)
    store.sequence = change.lastSequence
    store.count = max(store.count, made.ledger.numbers?.map { Int($0) + 1 }.max() ?? 0)
    live.noteChange()
    // The change is already stored, so this must not fail. If the changed books cannot be read,
    // followers read all books again.
    do { try note(made, in: store) } catch { followers = followers.mapValues { _ in .init() } }
  }

  /// Keeps the live ledger after a change.
  /// - Parameter rows: the groups of the change, as they are stored.
  private mutating func keep(
    _ store: consuming LiveStore, with rows: [[UInt8]], of made: LiveLedger.Change
  ) {
    if made.isNoted {
      for (number, row) in zip(made.ledger.numbers ?? [], rows)
      where !store.ledger.noteStored(number, row) {
        return
      }
    }
    live.put(store)
  }

  /// Keeps the warnings about a document, or about the row of a group.
  private mutating func noteWarnings(
    of made: LiveLedger.Change, in file: SourceFile, hasRateFiles: Bool
  ) {
    var found = made.warnings
    if hasRateFiles { found.removeAll { $0.code == .noRate } }
    let sources = [SourceFile(name: name, contents: []), file]
    warnings = LedgerFaults(found.map { $0.inFile(1) }, sources: sources)
  }
}

extension SourceFile {
  /// A document.
  fileprivate static func contents(of document: StoreInput) -> SourceFile {
    SourceFile(name: document.name, contents: document.bytes)
  }

  /// The row of a group, named after it.
  static func row(of group: StoredGroup) -> SourceFile {
    SourceFile(name: "group \(group.id)", contents: group.row)
  }
}

extension LiveStore {
  /// Takes the groups that others added since.
  /// - Returns: false if others did more than that.
  mutating func catchUp(with storage: inout any RecordStorage) throws(StoreFailure) -> Bool {
    if try storage.counts().lastSequence == sequence { return true }
    let changes = try storage.changes(since: sequence, limit: Self.limit)
    // Each number is that of a group, so nothing else happened.
    guard changes.head == nil, !changes.hasMore, changes.last - sequence == changes.groups.count
    else { return false }
    var added: [LiveLedger.Version] = []
    for group in changes.groups {
      guard try storage.number(of: .group(group.id)) == count + added.count else { return false }
      added.append(
        LiveLedger.Version(number: GroupIndex(count + added.count), before: nil, after: group.row))
    }
    let outcome = try ledger.put(added, LiveLedger.rows(of: storage))
    guard case .changed(let made) = outcome else { return false }
    (sequence, count) = (changes.last, count + added.count)
    noteLater(made, changes.groups.map { GroupChange($0, since: nil) })
    return true
  }

  /// The most groups that are taken one by one.
  private static var limit: Int { 100 }

  /// The versions of groups from another store, and those that they replace.
  /// - Returns: nil if a group is there twice.
  fileprivate func versions(
    _ groups: [StoredGroup], in storage: inout any RecordStorage
  ) throws(StoreFailure) -> [(version: LiveLedger.Version, old: StoredGroup?)]? {
    if Set(groups.map(\.id)).count < groups.count { return nil }
    var next = count
    var found: [(version: LiveLedger.Version, old: StoredGroup?)] = []
    for group in groups {
      var old: StoredGroup?
      let number = try storage.number(of: .group(group.id))
      if let number { old = try storage.groups(at: [number]).first }
      found.append(
        (
          LiveLedger.Version(
            number: GroupIndex(number ?? next), before: old?.row, after: group.row), old
        ))
      if number == nil { next += 1 }
    }
    return found
  }
}

extension LiveLedger.Change {
  /// The warnings that dates are in the future.
  fileprivate func futureDates(at time: Timestamp) -> [Diagnostic] {
    var tables = ledger.tables
    tables.prices = prices
    return tables.futureDates(at: time, in: file...file).map { $0.inFile(1) }
  }
}

extension LedgerChange {
  /// Updates the `updated_at` value in the row of the group, if it has one.
  fileprivate mutating func renewUpdatedAt(to time: Timestamp) {
    groups.kept.renewUpdatedAt(ofGroup: 0, to: time, &groups.texts)
  }
}

extension Diagnostic {
  fileprivate func inFile(_ file: Int) -> Diagnostic {
    var moved = self
    moved.position = SourcePosition(file: file, offset: position.offset)
    return moved
  }
}
