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

  /// Expects so many groups, most of which have three legs.
  package mutating func expect(groups: Int) { ids.reserve(4 * groups) }

  /// Whether legs have shown which symbol a stock id means. Then the order of reading matters.
  package var learnsFromLegs: Bool { !checker.resolver.learned.isEmpty }

  /// Checks groups that the storage has, and applies them.
  /// - Parameter rows: the groups with their numbers, in the order of booking, after all others.
  /// - Returns: the groups that count, with their numbers.
  /// - Throws: if only the whole ledger tells.
  package mutating func take(
    _ rows: consuming LedgerChange
  ) throws(NeedsWholeLedger) -> Ledger {
    guard take(rows.groups.names, of: rows.groups) else { throw NeedsWholeLedger(.names) }
    if let reason = rows.needsWhole { throw NeedsWholeLedger(reason) }
    var change = CheckedChange()
    try changeKeys(from: nil, to: rows.groups, &change)
    let numbers = try load(&rows)
    try addFacts(of: numbers)
    try checkLoaded(&change)
    note(numbers, &change)
    addQuoted(numbers, to: &change)
    apply(change)
    var ledger = checker.ledger(lastDay: nil)
    ledger.numbers = numbers
    let counting = numbers.indices.filter { checker.tables.groups[$0].counts }
    if counting.count == numbers.count { return ledger }
    var part = ledger.batch(counting.map { GroupIndex($0) })
    part.numbers = counting.map { numbers[$0] }
    return part
  }

  /// Adds the ids and the places of the groups of the batch, which come after all others.
  private mutating func addFacts(of numbers: [GroupIndex]) throws(NeedsWholeLedger) {
    let rows = LedgerRows(checker.tables)
    var problem: NeedsWholeLedger.Reason?
    for (group, number) in zip(rows.groups, numbers) {
      GroupFacts.forEachID(of: group, rows) { id, table in
        let mark = IDIndex.Mark(id, table, in: checker.tables.names)
        if ids.insert(mark, number) != nil { problem = .faults }
        if table == .groups, !awaited.isEmpty, awaited[mark] != nil { problem = .awaitedID }
      }
      guard group.counts else { continue }
      let entry = LiveOrder.Entry(group, number, of: rows)
      if let lastStatedDay, entry.tradeDay <= lastStatedDay { problem = .balances }
      order.insert(entry)
    }
    if let problem { throw NeedsWholeLedger(problem) }
  }
}
