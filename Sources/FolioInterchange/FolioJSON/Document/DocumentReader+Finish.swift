import FolioDiagnostics
import FolioModel

extension DocumentReader {
  /// Reserves memory for the groups that a file of `size` bytes will give, going by those in its
  /// first `done` bytes, so that arrays do not grow through twice the memory that they need.
  mutating func reserve(forBytes size: Int, after done: Int) {
    guard firstGroup < draft.tables.groups.count else { return }
    let start = draft.tables.groups[firstGroup].position.offset
    // A size that is not true costs no more than that of a file of a few gigabytes.
    let (seen, all) = (done - start, min(size, done << 13) - start)
    guard seen > 0, all > seen else { return }
    func extrapolated(_ count: Int) -> Int {
      Int(truncatingIfNeeded: Int128(count) * Int128(all) * 110 / (Int128(seen) * 100)) + 16
    }
    draft.tables.groups.reserveLargePages(extrapolated(draft.tables.groups.count))
    draft.tables.stockLegs.reserveLargePages(extrapolated(draft.tables.stockLegs.count))
    draft.tables.cashLegs.reserveLargePages(extrapolated(draft.tables.cashLegs.count))
  }

  /// What can be said only when all files are read.
  mutating func finish(user: String?, allowsSeveralUsers: Bool = false) {
    dropLegsOfSkippedGroups()
    let names = users.seen.all.map(draft.tables.text)
    if users.chosen == nil, names.count > 1, !allowsSeveralUsers {
      report(Messages.severalUsers(names), at: users.secondUser, field: ["user_id"])
    }
    if let user, users.hasNoRow {
      report(Messages.noSuchUser(user, names), at: .none)
    }
    if unlistedFaults > 0 { draft.faults.append(.unlistedFaults(unlistedFaults)) }
    draft.unlistedFaults = unlistedFaults
  }

  /// Legs of the flat tables that have no user of their own go with their group.
  private mutating func dropLegsOfSkippedGroups() {
    guard users.skippedGroups.count > 0 else { return }
    let stock = kept(draft.flatStockGroups)
    let cash = kept(draft.flatCashGroups)
    draft.flatStockLegs = stock.map { draft.flatStockLegs[$0] }
    draft.flatStockGroups = stock.map { draft.flatStockGroups[$0] }
    draft.flatCashLegs = cash.map { draft.flatCashLegs[$0] }
    draft.flatCashGroups = cash.map { draft.flatCashGroups[$0] }
    renumberPassthroughColumns(of: .stockLegs, rows: stock)
    renumberPassthroughColumns(of: .cashLegs, rows: cash)
  }

  /// The numbers of the legs whose group was not skipped.
  private func kept(_ groups: [Identifier]) -> [Int] {
    groups.indices.filter { users.skippedGroups[groups[$0]] == nil }
  }

  private mutating func renumberPassthroughColumns(of table: LedgerTable, rows: [Int]) {
    var numbers: [UInt32: UInt32] = [:]
    for (new, old) in rows.enumerated() {
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
