extension StoreOperations {
  /// Stores versions from another store unchanged, and takes over the order of groups of one
  /// instant.
  @discardableResult
  package mutating func put(
    _ versions: StoreChanges, expecting last: Int? = nil
  ) throws(StoreFailure) -> Int {
    if versions.ties.isEmpty { return try putVersions(versions, expecting: last) }
    if versions.head != nil || !versions.groups.isEmpty {
      _ = try putVersions(versions, expecting: last)
    } else if let last, try lastSequence() != last {
      throw .conflict(.storeChanged)
    }
    try arrange(versions.ties)
    return try lastSequence()
  }

  private mutating func putVersions(
    _ versions: StoreChanges, expecting last: Int?
  ) throws(StoreFailure) -> Int {
    if let stored = try putLive(versions, expecting: last) { return stored }
    let before = try storage.contents()
    if let last, before.lastSequence != last { throw .conflict(.storeChanged) }
    var candidate = before
    var raw = StoreChange(lastSequence: before.lastSequence)
    raw.head = versions.head
    raw.groups = versions.groups
    candidate.apply(raw)
    let check: StoreCheck
    do throws(StoreFailure) {
      check = try StoreCheck(
        [.stored(candidate.document, name: name)], depth: .structureOnly, known: { [] })
    } catch .invalid(var faults) {
      // The merged ledger is no file, so messages name the group.
      let (name, ids) = (name, candidate.groups.map(\.id))
      faults.sources[0].citation = { line in
        let id = ids.indices.contains(line - 2) ? ids[line - 2] : nil
        return SourceCitation(name: id.map { "\(name), group \($0)" } ?? "\(name), head")
      }
      throw .invalid(faults)
    }
    try protect(before, from: check)
    var change = StoreChange(lastSequence: before.lastSequence)
    change.mayBeParted = true
    if let head = versions.head {
      change.putHead(check.headRow, at: head.updatedAt, after: before.head)
    }
    for version in versions.groups {
      guard let number = candidate.number(of: version.id) else { continue }
      change.put(
        check.group(number, at: version.updatedAt), asIn: version,
        replacing: before.group(version.id))
    }
    if !change.isEmpty { try commit(change, after: before) }
    return change.lastSequence
  }
}

extension Timestamp {
  /// The time of a change: that of the clock, but later than the version that it replaces. Else the
  /// old version would win at the next sync.
  /// - Throws: `unsupported` if no later time exists.
  func later(than replaced: Timestamp?) throws(StoreFailure) -> Timestamp {
    guard let replaced, self <= replaced else { return self }
    // Servers keep microseconds.
    let nanoseconds = replaced.nanoseconds + 1_000
    let next = Timestamp(
      secondsSince1970: Int(replaced.seconds) + Int(nanoseconds / 1_000_000_000),
      nanoseconds: nanoseconds % 1_000_000_000)
    guard next > replaced else {
      throw .unsupported("the version to change is of \(replaced), and no later time exists")
    }
    return next
  }
}

extension StoredGroup {
  /// Whether two groups are the same version, possibly in different stores.
  package func isVersion(of other: StoredGroup) -> Bool {
    row == other.row && updatedAt == other.updatedAt && deletedAt == other.deletedAt
  }
}
