import FolioDiagnostics

/// The ids of a ledger whose groups come in batches: none may be used twice.
package struct BatchIdentifiers: Sendable {
  private var seen = SeenIdentifiers()

  /// No ids yet.
  package init() {}

  /// Reserves memory for the ids of all groups, which are about `count` times those of a batch.
  package mutating func expect(_ batch: Ledger, times count: Int) {
    let ids = IdentifiedTable.allCases.reduce(0) { $0 + $1.count(in: batch.tables) }
    let (all, isTooMany) = ids.multipliedReportingOverflow(by: max(1, count))
    // A wrong size costs no more than that of some ten million groups.
    seen.reserve(isTooMany ? Self.mostExpected : min(all, Self.mostExpected))
  }

  private static let mostExpected = 1 << 25

  /// Takes the ids of a batch.
  /// - Throws: where one may have been used before.
  package mutating func take(_ batch: Ledger) throws(NeedsWholeLedger) {
    guard CheckStep.checkUniqueIDs.isOn else { return }
    if !areNew(batch.tables, rows: .max) { throw NeedsWholeLedger() }
  }

  /// Whether no id of some tables was there before. So many rows are compared at a time.
  fileprivate mutating func areNew(_ tables: LedgerTables, rows step: Int) -> Bool {
    for table in IdentifiedTable.allCases {
      let count = table.count(in: tables)
      var done = 0
      while done < count {
        let end = done + min(step, count - done)
        table.add(done..<end, of: tables, to: &seen)
        if step < .max, !seen.commit() { return false }
        done = end
      }
    }
    return seen.commit()
  }

  fileprivate mutating func reserve(_ count: Int) { seen.reserve(count) }
}

extension LedgerChecker {
  /// An id that is used twice in a table is a fault. Only where some hash comes twice are the ids
  /// themselves compared.
  mutating func checkUniqueIDs() {
    var identifiers = BatchIdentifiers()
    identifiers.reserve(IdentifiedTable.allCases.reduce(0) { $0 + $1.count(in: tables) })
    if identifiers.areNew(tables, rows: 4096) { return }
    for table in IdentifiedTable.allCases {
      let count = table.count(in: tables)
      var index = IdentifierIndex(capacity: count)
      for number in 0..<count {
        let row = table.row(number, in: tables)
        if row.id.isNone || index.insert(row.id, 0) == nil { continue }
        fault(.duplicateID(table.rowName, tables.text(row.id), at: row.position))
      }
    }
  }
}
