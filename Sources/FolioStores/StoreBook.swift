import FolioInterchange
import FolioModel
import FolioNumbers

/// A store without its turn-taking: what each operation does, for any keeper of rows.
///
/// A program with one thread of work, such as the command, uses it as it is; `RecordStore` puts it
/// behind `LedgerStore` for everybody else. The methods are those of `LedgerStore`.
package struct StoreBook {
  private var keeper: any RecordKeeper
  /// What faults in what is kept already call the store.
  private let name: String

  /// A store over a keeper.
  package init(_ keeper: any RecordKeeper, name: String = "store") {
    self.keeper = keeper
    self.name = name
  }

  /// What a store holds that was made of a document: checked, and to be kept in one step.
  /// - Throws: `invalid` with every fault where the document does not check.
  package static func contents(
    of document: StoreInput, at time: Timestamp
  ) throws(StoreFailure) -> StoreContents {
    var book = StoreBook(MemoryKeeper())
    try book.save(document, at: time)
    return try book.contents()
  }

  /// The whole ledger as a document.
  package mutating func load(
    _ layout: DocumentLayout = .lines
  ) throws(StoreFailure) -> [UInt8] {
    let document = try keeper.contents().document
    if layout == .lines { return document }
    let check = LedgerCheck(of: StoreCheck.draft([StoreInput(document, name: name)]))
    return LedgerWriter(check.soundPart).bytes(layout)
  }

  /// Everything that is kept.
  package mutating func contents() throws(StoreFailure) -> StoreContents {
    try keeper.contents()
  }

  /// Puts a document in the place of everything that is kept.
  package mutating func save(
    _ document: StoreInput, at time: Timestamp
  ) throws(StoreFailure) {
    let before = try keeper.contents()
    let check = try StoreCheck([document], known: { [] })
    var change = StoreChange(lastSequence: before.lastSequence + 1)
    change.clears = before.head != nil || !before.groups.isEmpty
    change.head = head(check, before, at: time)
    for number in check.tables.groups.indices {
      var group = check.group(number, at: time, sequence: change.lastSequence + 1)
      if let old = before.number(of: group.id), before.groups[old].row == group.row {
        group = before.groups[old]
      } else {
        change.lastSequence += 1
      }
      change.groups.append(group)
    }
    if before.head?.row == change.head?.row, before.groups == change.groups { return }
    try keep(change, after: before)
  }

  /// Forgets everything.
  package mutating func clear(at time: Timestamp) throws(StoreFailure) {
    let before = try keeper.contents()
    var change = StoreChange(lastSequence: before.lastSequence + 1)
    change.clears = true
    try keep(change, after: before)
  }

  /// Adds groups, and what the document brings along.
  @discardableResult
  package mutating func append(
    _ document: StoreInput, at time: Timestamp
  ) throws(StoreFailure) -> [StoredGroup] {
    let before = try keeper.contents()
    let draft = StoreCheck.draft([document])
    let taken = draft.tables.groups.map { draft.tables.text($0.id) }.filter {
      before.number(of: $0) != nil
    }
    guard taken.isEmpty else { throw .conflict(.idsTaken(taken)) }
    let check = try check(before, [StoreInput(before.document, name: name), document])
    var change = StoreChange(lastSequence: before.lastSequence)
    change.head = changedHead(check, before, at: time, &change)
    for number in check.tables.groups.indices.dropFirst(before.groups.count) {
      change.lastSequence += 1
      change.groups.append(check.group(number, at: time, sequence: change.lastSequence))
    }
    if !change.isEmpty { try keep(change, after: before) }
    return change.groups
  }

  /// Puts a group in the place of the one with its id.
  @discardableResult
  package mutating func replace(
    _ document: StoreInput, expecting: Timestamp? = nil, at time: Timestamp
  ) throws(StoreFailure) -> StoredGroup {
    let before = try keeper.contents()
    let draft = StoreCheck.draft([document])
    guard draft.tables.groups.count == 1 else {
      if !draft.faults.isEmpty {
        throw .invalid(LedgerFaults(draft.faults, sources: draft.tables.sources))
      }
      throw .conflict(.notOneGroup(draft.tables.groups.count))
    }
    let id = draft.tables.text(draft.tables.groups[0].id)
    let number = try number(of: id, in: before)
    if let expecting, before.groups[number].updatedAt != expecting {
      throw .conflict(.changedSince(id))
    }
    // In its place among the others, since order decides between groups of the same instant.
    let head = before.headLine + before.lines(0..<number)
    let rest = before.lines(number + 1..<before.groups.count)
    let parts = [
      StoreInput(head, name: name), document, StoreInput(rest, name: "\(name) (after)"),
    ]
    return try commit(
      number, of: try check(before, parts, renewing: number, at: time), before, time)
  }

  /// Changes the status of a group.
  @discardableResult
  package mutating func setStatus(
    of id: String, to status: GroupStatus, settledAt: Timestamp? = nil, at time: Timestamp
  ) throws(StoreFailure) -> StoredGroup {
    try adjust(id, at: time) { group in
      group.status = status
      if let settledAt { group.settledAt = settledAt }
    }
  }

  /// Deletes a group softly.
  @discardableResult
  package mutating func delete(
    _ id: String, at time: Timestamp
  ) throws(StoreFailure) -> StoredGroup {
    try adjust(id, at: time) { $0.isDeleted = true }
  }

  private mutating func adjust(
    _ id: String, at time: Timestamp, _ body: (inout GroupRecord) -> Void
  ) throws(StoreFailure) -> StoredGroup {
    let before = try keeper.contents()
    let number = try number(of: id, in: before)
    let document = StoreInput(before.document, name: name)
    let check = try check(before, [document], renewing: number, at: time, body)
    return try commit(number, of: check, before, time)
  }
}

extension StoreBook {
  /// Takes over versions from another store as they stand.
  @discardableResult
  package mutating func put(
    _ versions: StoreChanges, expecting last: Int? = nil
  ) throws(StoreFailure) -> Int {
    let before = try keeper.contents()
    if let last, before.lastSequence != last { throw .conflict(.storeChanged) }
    var candidate = before
    var raw = StoreChange(lastSequence: before.lastSequence)
    raw.head = versions.head
    raw.groups = versions.groups
    candidate.apply(raw)
    let check = try StoreCheck(
      [StoreInput(candidate.document, name: name)], depth: .structureOnly, known: { [] })
    var change = StoreChange(lastSequence: before.lastSequence)
    if var head = versions.head, check.headRow != before.head?.row {
      change.lastSequence += 1
      head.sequence = change.lastSequence
      head.row = check.headRow
      change.head = head
    }
    for version in versions.groups {
      guard let number = candidate.number(of: version.id) else { continue }
      var group = check.group(number, at: version.updatedAt, sequence: change.lastSequence + 1)
      group.updatedAt = version.updatedAt
      group.deletedAt = version.deletedAt ?? group.deletedAt
      if let old = before.number(of: version.id), before.groups[old].isVersion(of: group) {
        continue
      }
      change.lastSequence += 1
      change.groups.append(group)
    }
    if !change.isEmpty { try keep(change, after: before) }
    return change.lastSequence
  }

  /// The group with an id.
  package mutating func group(_ id: String) throws(StoreFailure) -> StoredGroup {
    let contents = try keeper.contents()
    return contents.groups[try number(of: id, in: contents)]
  }

  /// Groups, the newest first.
  package mutating func groups(_ page: GroupPage.Request) throws(StoreFailure) -> GroupPage {
    let contents = try keeper.contents()
    let all = contents.groups.indices.filter {
      page.includesDeleted || contents.groups[$0].deletedAt == nil
    }.sorted { first, second in
      let (left, right) = (contents.groups[first].occurredAt, contents.groups[second].occurredAt)
      return left > right || (left == right && first > second)
    }
    let shown = all.dropFirst(max(0, page.offset)).prefix(max(0, page.limit))
    return GroupPage(groups: shown.map { contents.groups[$0] }, total: all.count)
  }

  /// What changed after a point.
  package mutating func changes(
    since sequence: Int, limit: Int
  ) throws(StoreFailure) -> StoreChanges {
    let contents = try keeper.contents()
    let most = max(1, min(limit, contents.groups.count))
    let (shown, hasMore) = contents.changed(since: sequence, limit: most)
    let head = contents.head.flatMap { $0.sequence > sequence ? $0 : nil }
    let last = hasMore ? shown.last?.sequence ?? sequence : contents.lastSequence
    return StoreChanges(head: head, groups: shown, last: last, hasMore: hasMore)
  }
}

extension StoreBook {
  /// Keeps a change. A store whose numbers are used up could not be read again.
  private mutating func keep(
    _ change: StoreChange, after before: StoreContents
  ) throws(StoreFailure) {
    guard StoreContents.sequences.contains(change.lastSequence) else {
      throw .unsupported("\(name) has no number left for another change")
    }
    try keeper.commit(change, after: before)
  }

  private func number(
    of id: String, in contents: StoreContents
  ) throws(StoreFailure) -> Int {
    guard let number = contents.number(of: id) else { throw .notFound(.group(id)) }
    return number
  }

  /// Checks what would be kept; faults of booking that are there already stop nothing.
  private func check(
    _ before: StoreContents, _ documents: [StoreInput], renewing number: Int? = nil,
    at time: Timestamp? = nil, _ body: (inout GroupRecord) -> Void = { _ in }
  ) throws(StoreFailure) -> StoreCheck {
    let known = { StoreCheck.faults(of: StoreInput(before.document, name: name)) }
    return try StoreCheck(documents, known: known) { draft in
      guard let number, let time, draft.tables.groups.indices.contains(number) else { return }
      body(&draft.tables.groups[number])
      draft.renewUpdatedAt(ofGroup: number, to: time)
    }
  }

  /// Keeps a new version of one group, and the head where it changed with it.
  private mutating func commit(
    _ number: Int, of check: StoreCheck, _ before: StoreContents, _ time: Timestamp
  ) throws(StoreFailure) -> StoredGroup {
    var change = StoreChange(lastSequence: before.lastSequence)
    change.head = changedHead(check, before, at: time, &change)
    let old = before.groups[number]
    var group = check.group(number, at: time, sequence: change.lastSequence + 1)
    if group.row == old.row && change.isEmpty { return old }
    // What stays deleted was deleted when it was.
    if old.deletedAt != nil && group.deletedAt != nil { group.deletedAt = old.deletedAt }
    change.lastSequence += 1
    change.groups = [group]
    try keep(change, after: before)
    return group
  }

  private func head(
    _ check: StoreCheck, _ before: StoreContents, at time: Timestamp
  ) -> StoredHead {
    let row = check.headRow
    if let old = before.head, old.row == row { return old }
    return StoredHead(row: row, updatedAt: time, sequence: before.lastSequence + 1)
  }

  private func changedHead(
    _ check: StoreCheck, _ before: StoreContents, at time: Timestamp,
    _ change: inout StoreChange
  ) -> StoredHead? {
    let head = head(check, before, at: time)
    if head.row == before.head?.row { return nil }
    change.lastSequence += 1
    return head
  }
}

extension StoredGroup {
  /// Whether this is the same version as another, wherever that is kept.
  func isVersion(of other: StoredGroup) -> Bool {
    row == other.row && updatedAt == other.updatedAt && deletedAt == other.deletedAt
  }
}
