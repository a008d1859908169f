import FolioNumbers

// A ledger whose groups are read in the order of booking, a batch at a time.
extension LiveChecker {
  /// Checks the head of a ledger.
  /// - Throws: if changes need the whole ledger anyway.
  package static func open(
    head: consuming LedgerDraft
  ) throws(NeedsWholeLedger) -> LiveChecker {
    guard head.tables.groups.isEmpty else { throw NeedsWholeLedger(.storage) }
    return try open(head).0
  }

  /// Whether legs have shown which symbol a stock id means. Then the order of reading matters.
  package var learnsFromLegs: Bool { !checker.resolver.learned.isEmpty }

  /// Checks groups that the storage has, and applies them.
  /// - Parameter rows: the groups with their numbers, in the order of booking, after all others.
  /// - Returns: the groups that count, with their numbers.
  /// - Throws: if only the whole ledger tells.
  package mutating func take(
    _ rows: consuming LedgerChange
  ) throws(NeedsWholeLedger) -> Ledger {
    let change = try check(rows)
    guard change.faults.isEmpty, let ledger = change.ledger, let numbers = ledger.numbers else {
      throw NeedsWholeLedger(.faults, change.faults)
    }
    apply(change)
    let rows = change.new.indices.filter { change.new[$0].counts }
    if rows.count == change.new.count { return ledger }
    var counting = ledger.batch(rows.map { GroupIndex($0) })
    counting.numbers = rows.map { numbers[$0] }
    return counting
  }
}
