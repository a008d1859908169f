import FolioModel

extension StoreOperations {
  /// Stores versions from another store unchanged.
  @discardableResult
  package mutating func put(
    _ versions: StoreChanges, expecting last: Int? = nil
  ) throws(StoreFailure) -> Int {
    if let stored = try putLive(versions, expecting: last) { return stored }
    let before = try storage.contents()
    if let last, before.lastSequence != last { throw .conflict(.storeChanged) }
    var candidate = before
    var raw = StoreChange(lastSequence: before.lastSequence)
    raw.head = versions.head
    raw.groups = versions.groups
    candidate.apply(raw)
    let check = try StoreCheck(
      [.stored(candidate.document, name: name)], depth: .structureOnly, known: { [] })
    try protect(before, from: check)
    var change = StoreChange(lastSequence: before.lastSequence)
    change.mayBeParted = true
    if let head = versions.head {
      change.setHead(check.headRow, at: head.updatedAt, after: before.head)
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
    if !change.isEmpty { try commit(change, after: before) }
    return change.lastSequence
  }
}

extension StoredGroup {
  /// Whether two groups are the same version, possibly in different stores.
  package func isVersion(of other: StoredGroup) -> Bool {
    row == other.row && updatedAt == other.updatedAt && deletedAt == other.deletedAt
  }
}
