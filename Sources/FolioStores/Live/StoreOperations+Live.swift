// Changes that cost what they affect. Each function returns nil if the whole ledger has to be
// checked, which also words all faults. What it stores, and its warnings, are the same then.
extension StoreOperations {
  mutating func appendLive(
    _ document: StoreInput, at time: Timestamp
  ) throws(StoreFailure) -> [StoredGroup]? {
    guard document.canBeLive, let store = try takeDue() else { return nil }
    let first = store.count
    let made = try makeLive(consume store, nil, in: .contents(of: document), at: time) {
      ledger, rows throws(StoreFailure) in
      try ledger.append(document.bytes, from: first, rows)
    }
    guard let made else { return nil }
    warnings.diagnostics += made.change.futureDates(at: time)
    added = made.change.added
    return made.stored
  }

  /// Replaces a group by that of a document, or changes it as it is.
  /// - Parameters:
  ///   - last: the number of the last change when the group was read.
  ///   - document: nil if the group stays as it is, but for `body`.
  mutating func replaceLive(
    _ old: FoundGroup, of last: Int, by document: StoreInput? = nil, at time: Timestamp,
    _ body: (inout GroupRecord) -> Void = { _ in }
  ) throws(StoreFailure) -> StoredGroup? {
    guard document?.canBeLive != false, let store = try takeDue(after: last) else { return nil }
    let file = document.map { SourceFile.contents(of: $0) } ?? .row(of: old.group)
    let made = try makeLive(consume store, old.group, in: file, at: time) {
      ledger, rows throws(StoreFailure) in
      try ledger.replace(old.index, old.group.row, by: document?.bytes, rows) { change in
        for row in change.groups.groups.indices { body(&change.groups.groups[row]) }
        change.groups.kept.renewUpdatedAt(ofGroup: 0, to: time, &change.groups.texts)
      }
    }
    return made?.stored[0]
  }

  mutating func putLive(
    _ versions: StoreChanges, expecting last: Int?
  ) throws(StoreFailure) -> Int? {
    let ids = versions.groups.map(\.id)
    guard versions.head == nil, !ids.isEmpty, Set(ids).count == ids.count,
      var store = try takeDue(after: last)
    else { return nil }
    let olds = Dictionary(try found(ids).map { ($0.group.id, $0) }) { $1 }
    var next = store.count
    let rows = versions.groups.map { group in
      let old = olds[group.id]
      let number = old?.number ?? next
      if old == nil { next += 1 }
      return LiveLedger.Version(
        number: GroupIndex(number), before: old?.group.row, after: group.row)
    }
    let made = try make(in: &store) { ledger, stored throws(StoreFailure) in
      try ledger.put(rows, stored)
    }
    guard let made else { return nil }
    let writer = LedgerWriter(made.ledger.tables)
    var change = StoreChange(lastSequence: store.sequence)
    change.mayBeParted = true
    var stored: [StoredGroup] = []
    for (row, version) in versions.groups.enumerated() {
      let group = writer.storedGroup(row, at: version.updatedAt)
      // The whole stores it under the id of the row.
      if group.id != version.id { return nil }
      stored.append(group)
      change.put(group, asIn: version, replacing: olds[group.id]?.group)
    }
    if !change.isEmpty { try commit(change, of: made, in: &store) { olds[$0]?.group } }
    keep(consume store, with: stored, of: made)
    return change.lastSequence
  }

  /// Takes out the live ledger for a change, or opens it.
  /// - Parameter last: the number of the last change that the caller knows of.
  /// - Returns: nil if the whole ledger has to be checked.
  private mutating func takeDue(after last: Int? = nil) throws(StoreFailure) -> LiveStore? {
    guard live.isDue(), let store = try takeLive() else { return nil }
    if last == nil || last == store.sequence { return store }
    live.put(store)
    return nil
  }

  /// Adds groups and rows of the head, or replaces a group, and stores the change.
  /// - Parameters:
  ///   - old: the group to replace.
  ///   - file: what the warnings are about.
  /// - Returns: nil if the whole ledger has to be checked.
  private mutating func makeLive(
    _ store: consuming LiveStore, _ old: StoredGroup?, in file: SourceFile, at time: Timestamp,
    _ body: (inout LiveLedger, LiveLedger.StoredRows) throws(StoreFailure) -> LiveLedger.Outcome
  ) throws(StoreFailure) -> (change: LiveLedger.Change, stored: [StoredGroup])? {
    guard var made = try make(in: &store, body) else { return nil }
    let groups = made.ledger.tables.groups.indices
    guard made.head != nil || !groups.isEmpty else { return nil }
    let change = try StoreChange(
      groups, of: LedgerWriter(made.ledger.tables), head: made.head, at: time,
      after: (store.sequence, store.head), replacing: old)
    if change.head == nil { made.added = AddedRows() }
    if !change.isEmpty { try commit(change, of: made, in: &store) { _ in old } }
    noteWarnings(of: made, in: file, hasRateFiles: store.hasRateFiles)
    let stored = change.groups.isEmpty ? [old].compactMap(\.self) : change.groups
    keep(consume store, with: stored, of: made)
    return (made, stored)
  }

  /// Changes the live ledger.
  /// - Returns: nil if the whole ledger has to be checked.
  private mutating func make(
    in store: inout LiveStore,
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

  /// Stores a change. If that fails, the live ledger is ahead of the store, and is dropped.
  /// - Parameter old: the version that a group replaces, by its id.
  private mutating func commit(
    _ change: StoreChange, of made: LiveLedger.Change, in store: inout LiveStore,
    replacing old: (String) -> StoredGroup?
  ) throws(StoreFailure) {
    var change = change
    if storage.keepsFigures { change.figures = store.figures }
    try commit(change, after: store.sequence, replacing: old)
    store.take(change, groups: made.ledger.numbers)
    live.noteChange()
    // The change is already stored, so this must not fail. If the changed books cannot be read,
    // followers read all books again.
    do { try note(made, in: store) } catch { followers = followers.mapValues { _ in .init() } }
  }

  /// Keeps the live ledger after a change.
  /// - Parameter groups: the groups of the change, as they are stored.
  private mutating func keep(
    _ store: consuming LiveStore, with groups: [StoredGroup], of made: LiveLedger.Change
  ) {
    if made.isNoted {
      for (number, group) in zip(made.ledger.numbers ?? [], groups)
      where !store.ledger.noteStored(number, group.row) {
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

  /// Takes the groups that others added since.
  /// - Returns: false if others did more than that.
  mutating func catchUp(_ store: inout LiveStore) throws(StoreFailure) -> Bool {
    if try storage.counts().lastSequence == store.sequence { return true }
    let changes = try storage.changes(since: store.sequence, limit: Self.caughtUpLimit)
    // Each number is that of a group, so nothing else happened.
    guard changes.head == nil, !changes.hasMore,
      changes.last - store.sequence == changes.groups.count
    else { return false }
    var added: [LiveLedger.Version] = []
    for group in changes.groups {
      let number = store.count + added.count
      guard try storage.number(of: group.id) == number else { return false }
      added.append(
        LiveLedger.Version(number: GroupIndex(number), before: nil, after: group.row))
    }
    let outcome = try store.ledger.put(added, LiveLedger.rows(of: storage))
    guard case .changed(let made) = outcome else { return false }
    (store.sequence, store.count) = (changes.last, store.count + added.count)
    note(changes.groups.map { GroupChange($0, since: nil) }, changesHead: false)
    try note(made, in: store)
    return true
  }

  /// The most groups of others that are taken one by one.
  private static var caughtUpLimit: Int { 100 }
}

extension StoreInput {
  /// Whether it is a document whose change may be live. Paths that a relocation changes are in the
  /// settings, which are left to the whole.
  fileprivate var canBeLive: Bool { quotes == nil && !isStored && !bytes.isEmpty }
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

extension LiveLedger.Change {
  /// The warnings that dates are in the future.
  fileprivate func futureDates(at time: Timestamp) -> [Diagnostic] {
    var tables = ledger.tables
    tables.prices = prices
    return tables.futureDates(at: time, in: file...file).map { $0.inFile(1) }
  }
}

extension Diagnostic {
  fileprivate func inFile(_ file: Int) -> Diagnostic {
    var moved = self
    moved.position = SourcePosition(file: file, offset: position.offset)
    return moved
  }
}
