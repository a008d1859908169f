/// Checks the changes of a ledger, one after the other, as `LedgerCheck` would check the whole
/// ledger after each.
///
/// Problem: a change of one group may not cost what the whole ledger costs. Observation: the steps
/// of `CheckStep` judge each group by the head, by names and by nothing else, except for ids and a
/// few sums. Decision: the groups of a change are checked as a batch of their own; the ids of all
/// groups, their order, their days and their warnings are kept. Whatever is unusual is left to
/// `LedgerCheck`: the functions throw `NeedsWholeLedger` with a reason
/// (Specs/decisions/live-books.md).
///
/// A checker is a value. A change is checked and applied in a copy, which replaces the checker if
/// the change has no faults:
///
///     var next = checker
///     let change = try next.check(rows, replacing: old)
///     next.apply(change)
package struct LiveChecker: Sendable {
  var checker: LedgerChecker
  /// The groups that count, in the order of booking.
  package internal(set) var order = LiveOrder()
  /// The last days of prices and rates.
  private(set) var days = LastDays()
  /// The owners of all ids.
  var ids = IDIndex()
  /// The warnings of each group that has any.
  private(set) var notes: [GroupIndex: [GroupNote]] = [:]
  /// The warnings of the head, with the numbers of their steps.
  private(set) var headNotes: [(step: UInt8, warning: Diagnostic)] = []
  /// The unknown keys of all rows.
  private(set) var keys = KeyUses()
  /// The rows in quote units, by table and unit.
  private(set) var quoted = KeyUses()
  /// Ids of groups that `lots` name and that no group has, as UTF-8.
  var awaited: [IDIndex.Mark: [UInt8]] = [:]
  /// The last day of which a statement says a balance.
  private(set) var lastStatedDay: Day?
  /// The columns of the head that are only kept.
  private var headColumns: [PassthroughColumn] = []
  private var headTexts = TextTable()

  /// Checks a whole ledger.
  /// - Returns: the checker of its changes, and the ledger.
  package static func open(
    _ draft: consuming LedgerDraft
  ) throws(NeedsWholeLedger) -> (LiveChecker, Ledger) {
    var checker = LedgerChecker(draft, strict: false)
    if let reason = checker.unusual { throw NeedsWholeLedger(reason) }
    CheckStep.run(.tables, .groups, .names, .identifiers, .document, on: &checker)
    guard checker.faults.isEmpty, checker.faulty.isEmpty else {
      throw NeedsWholeLedger(.faults, checker.faults)
    }
    if !checker.namesOnlyMasterRowsInMethods { throw NeedsWholeLedger(.methods) }
    let ledger = checker.ledger(
      order: checker.bookingOrder(), lastDay: checker.lastDay, warnings: checker.warnings)
    return (LiveChecker(checker, ledger), ledger)
  }

  private init(_ whole: LedgerChecker, _ ledger: Ledger) {
    checker = whole
    let rows = ledger.rows
    var entries: [LiveOrder.Entry] = []
    var index = IDIndex()
    for number in rows.groups.indices {
      let facts = GroupFacts(number, GroupIndex(number), of: rows, ledger.tables.names)
      if facts.counts { entries.append(facts.entry) }
      for id in facts.ids { index.insert(id, facts.number) }
    }
    ids = index
    awaited = whole.awaitedIDs
    order = LiveOrder(entries)
    for price in ledger.tables.prices { days.add(price.day) }
    for rate in ledger.tables.rates { days.add(rate.day) }
    note(whole, ledger)
    lastStatedDay = ledger.tables.balances.lazy.filter { !$0.isDeleted }.map(\.day).max()
    headColumns = ledger.tables.kept.filter { !$0.table.isOfGroups }
    headTexts = ledger.tables.texts
    var empty = GroupBatch()
    checker.exchangeGroups(&empty)
    checker.forgetFindings()
    checker.isBatch = true
  }

  /// Keeps the warnings and the unknown keys of a whole ledger.
  private mutating func note(_ whole: LedgerChecker, _ ledger: Ledger) {
    let groups = ledger.rows.groups
    for (warning, step) in zip(whole.warnings, whole.warningSteps)
    where step != CheckStep.unknownKeysNumber && step != CheckStep.quoteUnitsNumber {
      guard CheckStep.all[Int(step)].scope == .groups else {
        headNotes.append((step, warning))
        continue
      }
      let row = groups.partitioningIndex { $0.position > warning.position } - 1
      notes[GroupIndex(row), default: []].append(
        GroupNote(warning, step: step, inRowAt: groups[row].position))
    }
    for (number, use) in whole.quoted.enumerated() {
      let row =
        use.name.table.isOfGroups
        ? groups.partitioningIndex { $0.position > use.position } - 1 : -1
      quoted.add(
        use.name, number, of: row < 0 ? nil : GroupIndex(row), at: use.position,
        inRowAt: row < 0 ? .none : groups[row].position)
    }
    let isOfGroup = { (column: PassthroughColumn) in column.table.isOfGroups }
    keys.add(
      ledger.tables.kept.filter { !isOfGroup($0) }, ledger.tables.texts, of: nil, at: .none)
    let (columns, positions) = (ledger.tables.kept.filter(isOfGroup), groups.map(\.position))
    keys.add(columns, ledger.tables.texts, ofRowsAt: positions) { GroupIndex($0) }
  }

  // MARK: Views

  /// The last day on which the ledger says anything, if all changes are applied.
  package var lastDay: Day? { lastDays.last }

  private var lastDays: LastDays {
    var last = days
    last.add(order.sum.finalDays)
    return last
  }

  /// The ledger without its groups.
  package var head: Ledger {
    var head = checker
    var empty = GroupBatch()
    head.exchangeGroups(&empty)
    (head.tables.kept, head.tables.texts) = (headColumns, headTexts)
    let last = lastDays
    head.earlierDay = last.earlier
    return head.ledger(lastDay: last.last)
  }

  /// The warnings of the ledger, in the order of `LedgerCheck`.
  /// - Parameter position: where the row of a group is.
  package func warnings(at position: (GroupIndex) -> SourcePosition) -> [Diagnostic] {
    var found: [(step: UInt8, group: Int, number: Int, warning: Diagnostic)] = []
    for (number, note) in headNotes.enumerated() {
      found.append((note.step, -1, number, note.warning))
    }
    for (group, notes) in notes {
      let row = position(group)
      for (number, note) in notes.enumerated() {
        found.append((note.step, Int(group), number, note.warning(inRowAt: row)))
      }
    }
    for (step, warning) in countedWarnings(position) {
      found.append((UInt8(truncatingIfNeeded: step), -1, found.count, warning))
    }
    found.sort { ($0.step, $0.group, $0.number) < ($1.step, $1.group, $1.number) }
    return found.map(\.warning)
  }

  /// The warnings that say how many rows they are about, with the numbers of their steps.
  private func countedWarnings(
    _ position: (GroupIndex) -> SourcePosition
  ) -> [(step: Int, warning: Diagnostic)] {
    if keys.isEmpty, quoted.isEmpty { return [] }
    var checker = checker
    checker.forgetFindings()
    checker.warn(of: keys.unknownKeys(position))
    return checker.quoteUnits(quoted.unknownKeys(position)).map {
      (CheckStep.quoteUnitsNumber, $0)
    } + checker.warnings.map { (CheckStep.unknownKeysNumber, $0) }
  }

  // MARK: Applying

  /// Applies a change that has no faults. It was the last that was checked.
  /// - Returns: the warnings of earlier versions of its groups.
  @discardableResult
  package mutating func apply(_ change: CheckedChange) -> [Diagnostic] {
    var earlier: [Diagnostic] = []
    for facts in change.old {
      for id in facts.ids { ids.remove(id) }
      if facts.counts { order.remove(facts.entry.key) }
      earlier += (notes.removeValue(forKey: facts.number) ?? []).map(\.warning)
    }
    for facts in change.new {
      for id in facts.ids { ids.insert(id, facts.number) }
      if facts.counts { order.insert(facts.entry) }
    }
    for (group, notes) in change.notes { self.notes[group] = notes }
    if let new = change.keys { keys = new }
    if let new = change.quoted { quoted = new }
    if !change.awaited.isEmpty { awaited.merge(change.awaited) { known, _ in known } }
    for price in change.prices { apply(price) }
    for day in change.newRateDays { days.add(day) }
    return earlier
  }

  /// Adds a price, which replaces one of the same day.
  private mutating func apply(_ price: PriceRecord) {
    let replaced = checker.tables.prices.lastIndex {
      $0.day == price.day && $0.instrument == price.instrument
    }
    if let replaced {
      checker.tables.prices.remove(at: replaced)
    } else {
      days.add(price.day)
    }
    checker.tables.prices.append(price)
  }
}

extension LedgerTable {
  /// Whether its rows are groups or their legs.
  package var isOfGroups: Bool {
    switch self {
    case .groups, .stockLegs, .cashLegs: true
    case .document, .settings, .cashAccounts, .stocks, .prices, .rates, .balances,
      .storedPositions, .storedHoldings:
      false
    }
  }
}
