extension StoreOperations {
  /// Whether other programs and handles can change the store while it is open.
  var canChangeElsewhere: Bool { storage.canChangeElsewhere }

  /// Takes over what others have changed.
  mutating func refresh() throws(StoreFailure) { try storage.refresh() }

  /// The sequence number of the last change.
  package mutating func lastSequence() throws(StoreFailure) -> Int {
    try counts().lastSequence
  }

  /// What changed after a sequence number, and whether anything did.
  mutating func update(
    after sequence: Int?
  ) throws(StoreFailure) -> (update: StoreUpdate, isNew: Bool) {
    let start = if let sequence { sequence } else { try lastSequence() }
    let changes = try changes(since: start, limit: 500)
    let total = try counts().groups
    return (StoreUpdate(changes: changes, total: total), changes.isNews(after: sequence))
  }
}
