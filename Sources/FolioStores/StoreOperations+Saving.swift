// Changes of the entire contents.
extension StoreOperations {
  /// Replaces the entire contents with a document.
  package mutating func save(
    _ document: StoreInput, at time: Timestamp
  ) throws(StoreFailure) {
    let before = try storage.contents()
    let check = try savedCheck(document, replacing: before, at: time)
    try protect(before, from: check)
    var change = StoreChange(lastSequence: before.lastSequence + 1)
    change.clears = before.head != nil || !before.groups.isEmpty
    let row = check.headRow
    change.head = before.head
    if before.head?.row != row {
      change.head = StoredHead(
        row: row, updatedAt: try time.later(than: before.head?.updatedAt),
        sequence: change.lastSequence)
    }
    for number in check.tables.groups.indices {
      let old = before.group(check.id(number))
      let group = check.group(number, at: try time.later(than: old?.updatedAt))
      if let old, old.row == group.row {
        change.groups.append(old)
      } else {
        change.add(group)
      }
    }
    if before.head?.row == change.head?.row, before.groups == change.groups { return }
    try commit(change, after: before)
  }

  /// The check of a document that replaces the contents. Changed groups whose rows have an
  /// `updated_at` that is not later than before get a later one.
  private func savedCheck(
    _ document: StoreInput, replacing before: StoreContents, at time: Timestamp
  ) throws(StoreFailure) -> StoreCheck {
    let check = try StoreCheck([document], known: { [] })
    var renewed: [(number: Int, time: Timestamp)] = []
    for number in check.tables.groups.indices {
      guard let old = before.group(check.id(number)) else { continue }
      let time = try time.later(than: old.updatedAt)
      let new = check.group(number, at: time)
      if new.row != old.row, new.updatedAt <= old.updatedAt { renewed.append((number, time)) }
    }
    if renewed.isEmpty { return check }
    return try StoreCheck([document], known: { [] }) { draft in
      for (number, time) in renewed { draft.renewUpdatedAt(ofGroup: number, to: time) }
    }
  }

  /// Removes the entire contents.
  package mutating func clear(at time: Timestamp) throws(StoreFailure) {
    let before = try storage.contents()
    var change = StoreChange(lastSequence: before.lastSequence + 1)
    change.clears = true
    try commit(change, after: before)
  }
}
