/// The operations of a store on any kind of storage, without synchronization.
///
/// Single-threaded programs, such as the command, use it directly. `RecordStore` is an actor with
/// the same methods.
package struct StoreOperations {
  var storage: any RecordStorage
  /// The name of the stored contents in diagnostics.
  let name: String
  /// The warnings about the document that was added or replaced last.
  package internal(set) var warnings = LedgerFaults([], sources: [])
  /// The numbers of rows that the last `append` added besides groups.
  package internal(set) var added = AddedRows()

  /// Whether changes may alter figures up to `closed_until`.
  package var altersClosedBooks = false

  /// The ledger with its books, for changes that do not check everything again.
  var live = LiveSlot()
  /// The followers of the books, by number.
  var followers: [Int: BookFollower] = [:]

  /// Creates the operations on a storage.
  package init(_ storage: any RecordStorage, name: String = "store") {
    self.storage = storage
    self.name = name
  }

  /// Reports the progress of long changes from now on.
  package mutating func report(to receiver: WorkProgress.Receiver?) {
    storage.report(to: receiver)
  }

  /// The warning that the last change was incomplete when the store was opened. Someone may count
  /// on that change.
  package var openingWarnings: LedgerFaults {
    let warning = Diagnostic(
      .incompleteChange, "the last change of \(name) is incomplete and is ignored",
      help: "Its writer was interrupted, or the file was cut off. Repeat the change if it is "
        + "needed; the next one takes its place.",
      at: .none)
    return LedgerFaults(storage.foundIncompleteChange ? [warning] : [], sources: [])
  }

  /// The validated contents of a store that would be created from a document.
  /// - Throws: `invalid` with all errors of the document.
  package static func contents(
    of document: StoreInput, at time: Timestamp
  ) throws(StoreFailure) -> StoreContents {
    var operations = StoreOperations(MemoryStorage())
    try operations.save(document, at: time)
    return try operations.contents()
  }

  /// The whole ledger as a document.
  package mutating func load(
    _ layout: DocumentLayout = .lines
  ) throws(StoreFailure) -> [UInt8] {
    let document = try storage.contents().document
    if layout == .lines { return document }
    let check = LedgerCheck(of: StoreCheck.draft([StoreInput.stored(document, name: name)]))
    return LedgerWriter(check.validPart).bytes(layout)
  }

  /// The current contents.
  package mutating func contents() throws(StoreFailure) -> StoreContents {
    try storage.contents()
  }

  /// Changes some groups, or adds rows.
  package mutating func change(
    _ edit: StoreEdit, at time: Timestamp
  ) throws(StoreFailure) -> [StoredGroup] {
    switch edit {
    case .append(let document): try append([document], at: time)
    case .replace(let document, let expecting):
      [try replace(document, expecting: expecting, at: time)]
    case .setStatus(let id, let status, let settledAt):
      [try setStatus(of: id, to: status, settledAt: settledAt, at: time)]
    case .delete(let id): [try delete(id, at: time)]
    case .undelete(let id): [try undelete(id, at: time)]
    }
  }

  /// Adds the groups and other data of a document.
  @discardableResult
  package mutating func append(
    _ document: StoreInput, at time: Timestamp
  ) throws(StoreFailure) -> [StoredGroup] {
    try append([document], at: time)
  }

  /// Adds the groups and other data of several documents as one change.
  /// - Parameter dropped: files of prices and rates that the settings no longer name.
  @discardableResult
  package mutating func append(
    _ documents: [StoreInput], dropping dropped: [QuoteFileName] = [], at time: Timestamp
  ) throws(StoreFailure) -> [StoredGroup] {
    if documents.count == 1, dropped.isEmpty,
      let stored = try appendLive(documents[0], at: time)
    {
      return stored
    }
    let before = try storage.contents()
    let draft = StoreCheck.draft(documents.filter { $0.quotes == nil })
    let taken = draft.tables.groups.map { draft.tables.text($0.id) }.filter {
      before.number(of: $0) != nil
    }
    guard taken.isEmpty else { throw .conflict(.idsTaken(taken)) }
    let check = try check(before, [.stored(before.document, name: name)] + documents) { draft in
      draft.tables.settings.quoteFiles.removeAll { file in
        file.position.file == 0 && dropped.contains { $0.isSame(as: file) }
      }
    }
    let files = 1...max(1, documents.count)
    noteWarnings(of: check, in: files, after: before)
    warnings.diagnostics += check.tables.futureDates(at: time, in: files)
    let groups = check.tables.groups.indices.dropFirst(before.groups.count)
    let stored = try commit(groups, of: check, after: before, at: time)
    added = AddedRows(check.tables, changesHead: check.headRow != before.headRow)
    return stored
  }

  /// Replaces the group with the same id.
  /// - Parameter full: the id in the store, if the document has only the beginning of it.
  @discardableResult
  package mutating func replace(
    _ document: StoreInput, as full: String? = nil, expecting: Timestamp? = nil,
    at time: Timestamp
  ) throws(StoreFailure) -> StoredGroup {
    let draft = StoreCheck.draft([document])
    guard draft.tables.groups.count == 1 else {
      if !draft.faults.isEmpty {
        throw .invalid(LedgerFaults(draft.faults, sources: draft.tables.sources))
      }
      throw .conflict(.notOneGroup(draft.tables.groups.count))
    }
    let written = draft.tables.text(draft.tables.groups[0].id)
    let id = full ?? written
    let last = try lastSequence()
    if id == written, let old = try found([id]).first,
      expecting == nil || old.group.updatedAt == expecting,
      let stored = try replaceLive(
        old, of: last, by: document, at: time.later(than: old.group.updatedAt))
    {
      return stored
    }
    let before = try storage.contents()
    let number = try number(of: id, in: before)
    if let expecting, before.groups[number].updatedAt != expecting {
      throw .conflict(.changedSince(id))
    }
    let time = try time.later(than: before.groups[number].updatedAt)
    // The group keeps its position, since groups with equal times are ordered by position.
    let rows = before.groups.map(\.row)
    let head = StoreCheck.lines([before.headRow] + rows[..<number])
    let rest = StoreCheck.lines(Array(rows[(number + 1)...]))
    let parts = [
      .stored(head, name: name), document, .stored(rest, name: name, firstLine: number + 3),
    ]
    let check = try check(
      before, parts, renewing: number, at: time, adjust: { $0.nameGroup(number, id) })
    noteWarnings(of: check, in: 1...1, after: before)
    return try commit(
      number..<number + 1, of: check, after: before, replacing: number, at: time)[0]
  }

  /// Changes the status of a group.
  @discardableResult
  package mutating func setStatus(
    of id: String, to status: GroupStatus, settledAt: Timestamp? = nil, at time: Timestamp
  ) throws(StoreFailure) -> StoredGroup {
    try adjust(id, at: time) { old throws(StoreFailure) in
      if old.deletedAt != nil { throw .conflict(.isDeleted(id)) }
      return old.status == status && (settledAt == nil || settledAt == old.settledAt)
    } by: { group in
      group.status = status
      if let settledAt { group.settledAt = settledAt }
    }
  }

  /// Marks a group as deleted.
  @discardableResult
  package mutating func delete(
    _ id: String, at time: Timestamp
  ) throws(StoreFailure) -> StoredGroup {
    try adjust(id, at: time, unless: { $0.deletedAt != nil }, by: { $0.isDeleted = true })
  }

  /// Restores a deleted group.
  @discardableResult
  package mutating func undelete(
    _ id: String, at time: Timestamp
  ) throws(StoreFailure) -> StoredGroup {
    try adjust(id, at: time, unless: { $0.deletedAt == nil }, by: { $0.isDeleted = false })
  }

  /// Changes a group as it is.
  /// - Parameter isDone: whether the group is already as wanted. Nothing changes then.
  private mutating func adjust(
    _ id: String, at time: Timestamp,
    unless isDone: (StoredGroup) throws(StoreFailure) -> Bool,
    by body: (inout GroupRecord) -> Void
  ) throws(StoreFailure) -> StoredGroup {
    let last = try lastSequence()
    guard let old = try found([id]).first else { throw .notFound(.group(id)) }
    warnings = LedgerFaults([], sources: [])
    if try isDone(old.group) { return old.group }
    let time = try time.later(than: old.group.updatedAt)
    if let stored = try replaceLive(old, of: last, at: time, body) { return stored }
    let before = try storage.contents()
    let number = try number(of: id, in: before)
    let document = StoreInput.stored(before.document, name: name)
    let check = try check(
      before, [document], renewing: number, at: time, adjust: { body(&$0.tables.groups[number]) })
    noteWarnings(of: check, aboutGroup: number, after: before)
    return try commit(
      number..<number + 1, of: check, after: before, replacing: number, at: time)[0]
  }
}

extension StoreOperations {
  /// The group with an id.
  package mutating func group(_ id: String) throws(StoreFailure) -> StoredGroup {
    guard let found = try found([id]).first else { throw .notFound(.group(id)) }
    return found.group
  }

  /// The groups with these ids, in their order.
  package mutating func groups(ids: [String]) throws(StoreFailure) -> [StoredGroup] {
    try found(ids).map(\.group)
  }

  /// The groups with these ids, in their order, and their numbers. Ids without a group are left
  /// out.
  mutating func found(_ ids: [String]) throws(StoreFailure) -> [FoundGroup] {
    var numbers: [Int] = []
    for id in ids {
      if let number = try storage.number(of: id) { numbers.append(number) }
    }
    return zip(numbers, try storage.groups(at: numbers)).map { FoundGroup(number: $0, group: $1) }
  }

  /// A page of groups, newest first.
  package mutating func groups(_ page: GroupPage.Request) throws(StoreFailure) -> GroupPage {
    try storage.page(page)
  }

  /// All changes after a sequence number.
  package mutating func changes(
    since sequence: Int, limit: Int
  ) throws(StoreFailure) -> StoreChanges {
    try storage.changes(since: sequence, limit: limit)
  }

  /// A part of the document: the first is the head, each other one has the rows of so many groups.
  /// - Returns: the lines of the part; none after the last one.
  package mutating func part(
    _ number: Int, of size: Int
  ) throws(StoreFailure) -> [UInt8] {
    if number == 0 { return StoreCheck.lines([try storage.head()?.row ?? StoredHead.emptyRow]) }
    return try storage.lines(from: (number - 1) * size, limit: size)
  }

  /// Whether `part` verifies everything that `load` does. See `RecordStorage.outline`.
  package mutating func outline() -> Bool { storage.outline() }

  /// The approximate number of bytes of the document, if it is known.
  package var outlinedSize: Int? { storage.outlinedSize }

  /// The numbers of groups and changes.
  package mutating func counts() throws(StoreFailure) -> StoreCounts { try storage.counts() }

  /// All data except the groups.
  package mutating func head() throws(StoreFailure) -> StoredHead? { try storage.head() }

  /// The head and some groups as checked tables; nil if they are no ledger without other groups.
  package mutating func tables(
    of groups: [StoredGroup]
  ) throws(StoreFailure) -> LedgerTables? {
    let head = try storage.head()?.row ?? StoredHead.emptyRow
    let check = LedgerCheck(of: StoreCheck.draft(of: [head] + groups.map(\.row)))
    return check.faults.isEmpty ? check.validPart.tables : nil
  }
}

extension StoreOperations {
  /// Commits a change. Throws if its sequence numbers exceed the limit, since such a store could
  /// not be read again.
  mutating func commit(
    _ change: StoreChange, after before: StoreContents
  ) throws(StoreFailure) {
    live.close()
    var change = change
    if storage.keepsFigures {
      var after = before
      after.apply(change)
      change.figures = after.figures
    }
    try commit(change, after: before.lastSequence) { before.group($0) }
  }

  /// - Parameter old: the version that a group replaces, by its id.
  mutating func commit(
    _ change: StoreChange, after last: Int, replacing old: (String) -> StoredGroup?
  ) throws(StoreFailure) {
    guard StoreContents.sequences.contains(change.lastSequence) else {
      throw .unsupported("\(name) has no number left for another change")
    }
    if Task.isCancelled { throw .cancelled }
    try storage.commit(change, expecting: last)
    if followers.isEmpty { return }
    note(change.groups.map { GroupChange($0, since: old($0.id)) }, changesHead: change.head != nil)
  }

  private func number(
    of id: String, in contents: StoreContents
  ) throws(StoreFailure) -> Int {
    guard let number = contents.number(of: id) else { throw .notFound(.group(id)) }
    return number
  }

  /// Checks the contents after a change. Booking errors that exist before the change are ignored.
  mutating func check(
    _ before: StoreContents, _ documents: [StoreInput], renewing number: Int? = nil,
    at time: Timestamp? = nil, adjust: (inout LedgerDraft) -> Void = { _ in }
  ) throws(StoreFailure) -> StoreCheck {
    let known = { [name] in StoreCheck.diagnostics(of: .stored(before.document, name: name)) }
    let check: StoreCheck
    do throws(StoreFailure) {
      check = try StoreCheck(documents, known: known) { draft in
        if let number, !draft.tables.groups.indices.contains(number) { return }
        adjust(&draft)
        if let number, let time { draft.renewUpdatedAt(ofGroup: number, to: time) }
      }
    } catch .invalid(let faults) {
      throw .invalid(cited(faults, documents))
    }
    try protect(before, from: check)
    return check
  }

  /// Rejects a change that alters figures of closed books, unless that is allowed.
  func protect(
    _ before: StoreContents, from after: StoreCheck
  ) throws(StoreFailure) {
    if !altersClosedBooks { try before.protectClosedBooks(from: after) }
  }

  /// Stores the groups at these indices, and the head if it changed.
  /// - Parameter number: the index of the group that is replaced.
  /// - Returns: the groups as stored.
  mutating func commit(
    _ numbers: Range<Int>, of check: StoreCheck, after before: StoreContents,
    replacing number: Int? = nil, at time: Timestamp
  ) throws(StoreFailure) -> [StoredGroup] {
    let old = number.map { before.groups[$0] }
    let change = try StoreChange(
      numbers, of: check.writer, head: check.headRow, at: time,
      after: (before.lastSequence, before.head), replacing: old)
    if !change.isEmpty { try commit(change, after: before) }
    return change.groups.isEmpty ? [old].compactMap(\.self) : change.groups
  }
}

/// A group of a store, and its index in the document.
struct FoundGroup {
  let number: Int
  let group: StoredGroup

  var index: GroupIndex { GroupIndex(number) }
}

extension LedgerDraft {
  /// Gives a group, and its legs in flat tables, this id.
  fileprivate mutating func nameGroup(_ number: Int, _ id: String) {
    let old = tables.groups[number].id
    let new = tables.names.identifier(of: Array(id.utf8))
    if old == new { return }
    tables.groups[number].id = new
    for leg in flatStockGroups.indices where flatStockGroups[leg] == old {
      flatStockGroups[leg] = new
    }
    for leg in flatCashGroups.indices where flatCashGroups[leg] == old { flatCashGroups[leg] = new }
  }
}
