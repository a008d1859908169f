extension RecordReader {
  /// Completes the draft when all files are read.
  mutating func finish(allowsSeveralUsers: Bool) {
    dropLegsOfSkippedGroups()
    warnOfEntryKeys()
    let names = users.seen.all.map(draft.tables.text)
    if users.chosen == nil, names.count > 1, !allowsSeveralUsers {
      report(Messages.severalUsers(names), at: users.secondUser, field: ["user_id"])
    }
    if let user = users.chosen, users.seen.existingNumber(of: user) == nil {
      report(Messages.noSuchUser(draft.tables.text(user), names), at: .none)
    }
    if unlistedFaults > 0 { draft.faults.append(.unlistedFaults(unlistedFaults)) }
    draft.unlistedFaults = unlistedFaults
  }

  /// Drops legs of flat tables without a user of their own if the user of their group does not
  /// count. Several users may have a group with the same id: then the legs are those of the group
  /// that counts.
  private mutating func dropLegsOfSkippedGroups() {
    guard users.skippedGroups.count > 0 else { return }
    var counted = IdentifierIndex(capacity: draft.tables.groups.count)
    for group in draft.tables.groups { _ = counted.insert(group.id, 0) }
    drop(.stockLegs, \.flatStockLegs, \.flatStockGroups, counted)
    drop(.cashLegs, \.flatCashLegs, \.flatCashGroups, counted)
  }

  private mutating func drop<Leg>(
    _ table: LedgerTable, _ legs: WritableKeyPath<LedgerDraft, [Leg]>,
    _ groups: WritableKeyPath<LedgerDraft, [Identifier]>, _ counted: IdentifierIndex
  ) {
    let old = draft[keyPath: groups]
    let kept = old.indices.filter {
      users.skippedGroups[old[$0]] == nil || counted[old[$0]] != nil
    }
    let oldLegs = draft[keyPath: legs]
    draft[keyPath: legs] = kept.map { oldLegs[$0] }
    draft[keyPath: groups] = kept.map { old[$0] }
    var numbers: [UInt32: UInt32] = [:]
    for (new, old) in kept.enumerated() {
      numbers[UInt32(truncatingIfNeeded: old) | flatRowFlag] =
        UInt32(truncatingIfNeeded: new) | flatRowFlag
    }
    draft.tables.kept = draft.tables.kept.compactMap { column in
      guard column.table == table, column.row & flatRowFlag != 0 else { return column }
      guard let number = numbers[column.row] else { return nil }
      var column = column
      column.row = number
      return column
    }
  }
}
