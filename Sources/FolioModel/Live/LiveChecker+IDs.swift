import FolioDiagnostics

// The ids of a change: each may be in its table once, and `lots` of legs name groups by them.
extension LiveChecker {
  /// The ids of the batch that other groups of the ledger have; nil if all of its ids are unique.
  func usedIDs(
    of change: CheckedChange, _ lookUp: IDLookup
  ) throws(NeedsWholeLedger) -> Set<IDIndex.Mark>? {
    let own = change.old.isEmpty ? [] : Set(change.old.flatMap(\.ids))
    var used: [IDIndex.Mark] = []
    for (row, facts) in change.new.enumerated() {
      // The storage knows ids as texts.
      let texts = ids.areStored ? self.texts(ofRow: row) : []
      for (number, id) in facts.ids.enumerated() where own.isEmpty || !own.contains(id) {
        let (table, text) = ids.areStored ? texts[number] : (.groups, "")
        if try ids.owner(id, table, text, lookUp) != nil {
          used.append(id)
        } else if number == 0, awaited[id] != nil {
          throw NeedsWholeLedger(.awaitedID)
        }
      }
    }
    if used.isEmpty, change.hasDistinctIDs { return nil }
    // Of two rows with one id, the later is at fault: that may be one that does not change.
    if !change.old.isEmpty { throw NeedsWholeLedger(.takenID) }
    return Set(used)
  }

  /// The same for groups of the storage, which has compared its ids.
  func storedIDs(of change: CheckedChange) throws(NeedsWholeLedger) -> Set<IDIndex.Mark>? {
    if !awaited.isEmpty, change.new.contains(where: { awaited[$0.ids[0]] != nil }) {
      throw NeedsWholeLedger(.awaitedID)
    }
    return nil
  }

  private func texts(ofRow row: Int) -> [(table: IDIndex.Table, text: String)] {
    var texts: [(table: IDIndex.Table, text: String)] = []
    let rows = LedgerRows(checker.tables)
    GroupFacts.forEachID(of: rows.groups[row], rows) {
      texts.append(($1, checker.tables.text($0)))
    }
    return texts
  }

  /// Gives each entry of `lots` the number of the group that it names.
  mutating func findChosenGroups(
    for change: inout CheckedChange, _ lookUp: IDLookup = noStorage
  ) throws(NeedsWholeLedger) {
    guard checker.namesGroupsInLots else { return }
    let new = Dictionary(
      change.new.map { ($0.ids[0], $0.number) }, uniquingKeysWith: { first, _ in first })
    let (ids, names) = (ids, checker.tables.names)
    var failure: NeedsWholeLedger?
    checker.findChosenGroups { id in
      let mark = IDIndex.Mark(id, .groups, in: names)
      do throws(NeedsWholeLedger) {
        return try ids.owner(mark, .groups, names.text(of: id), lookUp) ?? new[mark]
      } catch {
        failure = error
        return nil
      }
    }
    if let failure { throw failure }
    change.awaited = checker.awaitedIDs
  }
}

extension LedgerChecker {
  /// The ids that `lots` name and that no group has, as UTF-8.
  var awaitedIDs: [IDIndex.Mark: [UInt8]] {
    var awaited: [IDIndex.Mark: [UInt8]] = [:]
    for lot in tables.details.lazy.flatMap(\.lots)
    where !lot.groupID.isNone && lot.group == .missing {
      let mark = IDIndex.Mark(lot.groupID, .groups, in: tables.names)
      awaited[mark] = tables.names.bytes(of: lot.groupID)
    }
    return awaited
  }
}

extension CheckedChange {
  /// Whether no two rows of it have the same id.
  fileprivate var hasDistinctIDs: Bool {
    // Most changes are one group with a few legs.
    if new.count == 1, new[0].ids.count < 8 {
      let ids = new[0].ids
      return ids.indices.allSatisfy { !ids[..<$0].contains(ids[$0]) }
    }
    let all = new.flatMap(\.ids)
    return Set(all).count == all.count
  }
}
