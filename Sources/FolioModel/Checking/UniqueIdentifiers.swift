/// The ids of a ledger whose groups come in batches. An id may occur once in its table.
package struct BatchIdentifiers: Sendable {
  private var seen = SeenIdentifiers()

  /// No ids yet.
  package init() {}

  /// Reserves memory for the ids of all groups, which are about `count` times those of a batch.
  package mutating func expect(_ batch: Ledger, times count: Int) {
    let (all, isTooMany) = batch.tables.identifiedRows.multipliedReportingOverflow(
      by: max(1, count))
    // A wrong size costs at most the memory for some ten million groups.
    seen.reserve(isTooMany ? Self.mostExpected : min(all, Self.mostExpected))
  }

  private static let mostExpected = 1 << 25

  /// Takes the ids of a batch.
  /// - Throws: if an id may have been used before.
  package mutating func take(_ batch: Ledger) throws(NeedsWholeLedger) {
    guard CheckStep.isOn(CheckStep.uniqueIDs) else { return }
    if !areNew(batch.tables, rows: .max) { throw NeedsWholeLedger() }
  }

  /// Whether the ids of some tables are new. Compares `step` rows at a time.
  fileprivate mutating func areNew(_ tables: LedgerTables, rows step: Int) -> Bool {
    areNew(tables.groups.count, of: 1, step) { tables.groups[$0].id }
      && areNew(tables.stockLegs.count, of: 2, step) { tables.stockLegs[$0].id }
      && areNew(tables.cashLegs.count, of: 3, step) { tables.cashLegs[$0].id }
      && seen.commit()
  }

  @inline(__always)
  private mutating func areNew(
    _ count: Int, of table: UInt64, _ step: Int, _ id: (Int) -> Identifier
  ) -> Bool {
    var done = 0
    while done < count {
      let rows = min(step, count - done)
      seen.add(rows, in: table) { id(done &+ $0) }
      if step < .max, !seen.commit() { return false }
      done += rows
    }
    return true
  }

  fileprivate mutating func reserve(_ count: Int) { seen.reserve(count) }
}

extension LedgerTables {
  fileprivate var identifiedRows: Int { groups.count + stockLegs.count + cashLegs.count }
}

extension LedgerChecker {
  /// Reports each id that is used twice in a table. Compares the ids themselves only if two hashes
  /// are equal.
  mutating func checkUniqueIDs() {
    var identifiers = BatchIdentifiers()
    identifiers.reserve(tables.identifiedRows)
    if identifiers.areNew(tables, rows: 4096) { return }
    reportRepeated("group", tables.groups.map { ($0.id, $0.position) })
    reportRepeated("stock leg", tables.stockLegs.map { ($0.id, $0.position) })
    reportRepeated("cash leg", tables.cashLegs.map { ($0.id, $0.position) })
  }

  private mutating func reportRepeated(_ kind: String, _ rows: [(Identifier, SourcePosition)]) {
    var index = IdentifierIndex(capacity: rows.count)
    for (id, position) in rows where !id.isNone && index.insert(id, 0) != nil {
      fault(duplicateID(kind, id, at: position))
    }
  }
}

extension LedgerChecker {
  /// Gives each entry of `lots` the number of the group that it names.
  mutating func findChosenGroups() {
    guard namesGroupsInLots else { return }
    var groups = IdentifierIndex(capacity: tables.groups.count)
    for (number, group) in tables.groups.enumerated() {
      _ = groups.insert(group.id, UInt32(truncatingIfNeeded: number))
    }
    findChosenGroups { groups[$0].map(GroupIndex.init(rawValue:)) }
  }

  /// Whether an entry of `lots` names a group.
  var namesGroupsInLots: Bool {
    tables.details.contains { $0.lots.contains { !$0.groupID.isNone } }
  }

  mutating func findChosenGroups(_ number: (Identifier) -> GroupIndex?) {
    for index in tables.details.indices {
      for lot in tables.details[index].lots.indices {
        let id = tables.details[index].lots[lot].groupID
        if !id.isNone { tables.details[index].lots[lot].group = number(id) ?? .missing }
      }
    }
  }
}
