extension LiveChecker {
  /// Checks a change.
  ///
  /// The rows that a `LiveReader` takes have to be passed on, in the order of reading: they number
  /// names.
  /// - Parameters:
  ///   - rows: the rows as they will be, with the numbers of the groups.
  ///   - old: the earlier versions of groups among them, with the same numbers, read before them.
  /// - Returns: the checked rows, and what the change means.
  /// - Throws: if the whole ledger has to be checked. The checker is of no use then.
  package mutating func check(
    _ rows: consuming LedgerChange, replacing old: consuming GroupBatch? = nil
  ) throws(NeedsWholeLedger) -> CheckedChange {
    var change = CheckedChange()
    let isKnown = if let old { take(old.names, of: old) } else { true }
    if let old, isKnown { takeFacts(of: old, to: &change) }
    guard take(rows.groups.names, of: rows.groups), isKnown else { throw NeedsWholeLedger(.names) }
    if let reason = rows.needsWhole { throw NeedsWholeLedger(reason) }
    try changeKeys(from: old, to: rows.groups, &change)
    if let old { try requireSameTeachers(old, rows.groups) }
    if let old, !quoted.isEmpty { try removeQuoted(old, from: &change) }
    if rows.changesHead { try addHeadRows(&rows, &change) }
    change.isBookedAsBefore = old?.isBooked(as: rows.groups) ?? false
    try checkGroups(&rows, &change)
    return change
  }

  /// - Returns: false if the names were not read in this order.
  mutating func take(_ names: BatchNames, of batch: GroupBatch) -> Bool {
    guard checker.tables.names.take(names) else { return false }
    checker.takeNames(of: batch)
    return true
  }

  private func takeFacts(of batch: GroupBatch, to change: inout CheckedChange) {
    var tables = checker.tables
    (tables.groups, tables.details) = (batch.groups, batch.details)
    (tables.stockLegs, tables.cashLegs) = (batch.stockLegs, batch.cashLegs)
    let rows = LedgerRows(tables)
    change.old = batch.groups.indices.map {
      GroupFacts($0, batch.number($0), of: rows, checker.tables.names)
    }
  }

  func changeKeys(
    from old: GroupBatch?, to new: GroupBatch, _ change: inout CheckedChange
  ) throws(NeedsWholeLedger) {
    if old?.kept.isEmpty != false, new.kept.isEmpty { return }
    var keys = keys
    if let old {
      for (row, columns) in KeyUses.byRow(old.kept, old.groups.map(\.position)) {
        try keys.remove(columns, old.texts, of: old.number(row))
      }
    }
    let columns = new.kept.filter { $0.table.isOfGroups }
    keys.add(columns, new.texts, ofRowsAt: new.groups.map(\.position)) { new.number($0) }
    change.usesKeysFirst = keys.hasFirstUse(in: new.groups.indices.map { new.number($0) })
    change.keys = keys
  }

  /// The first leg that names a symbol and a stock id may have shown that they belong together.
  private func requireSameTeachers(
    _ old: GroupBatch, _ new: GroupBatch
  ) throws(NeedsWholeLedger) {
    let (learned, ids) = (checker.resolver.learned, checker.draft.stockNames.all)
    if learned.isEmpty { return }
    func lessons(_ batch: GroupBatch) -> [[UInt32]] {
      batch.stockLegs.filter {
        $0.stockReference != .missing && learned.contains(ids[Int($0.stockReference)])
      }.map { [$0.instrument.rawValue, $0.stockReference] }
    }
    if lessons(old) != lessons(new) { throw NeedsWholeLedger(.stockID) }
  }

  private mutating func checkGroups(
    _ rows: inout LedgerChange, _ change: inout CheckedChange
  ) throws(NeedsWholeLedger) {
    let numbers = try load(&rows)
    change.new = facts(of: numbers)
    let used = try usedIDs(of: change)
    findChosenGroups(for: &change)
    CheckStep.runBatch(on: &checker) { if let used { $0.reportRepeated(used) } }
    change.faults = checker.listedFaults
    change.warnings = checker.warnings
    note(numbers, &change)
    addQuoted(numbers, to: &change)
    var ledger = checker.ledger(order: checker.bookingOrder(), lastDay: nil)
    ledger.numbers = numbers
    change.ledger = ledger
    change.doubtful = checker.doubtfulInstruments
    change.isIncomplete = checker.isIncomplete
    try findStart(of: &change)
  }

  /// Puts rows in the place of those that were checked last.
  /// - Returns: the numbers of the groups.
  mutating func load(_ rows: inout LedgerChange) throws(NeedsWholeLedger) -> [GroupIndex] {
    let numbers = rows.groups.groups.indices.map { rows.groups.number($0) }
    checker.exchangeGroups(&rows.groups)
    (checker.tables.kept, checker.tables.texts) = (rows.groups.kept, rows.groups.texts)
    checker.forgetFindings(except: rows.faults)
    for leg in checker.tables.stockLegs where leg.stockReference != .missing {
      let found = checker.resolver.instrument(
        stock: leg.stockReference, of: checker.draft.stockNames)
      if found == .missing { throw NeedsWholeLedger(.stockID) }
    }
    return numbers
  }

  /// Checks the rows that were put there, which the ledger already has.
  mutating func checkLoaded(_ change: inout CheckedChange) throws(NeedsWholeLedger) {
    findChosenGroups(for: &change)
    CheckStep.runBatch(on: &checker) { _ in }
    guard checker.faults.isEmpty else { throw NeedsWholeLedger(.faults, checker.listedFaults) }
  }

  /// Finds the place at which the books may begin to differ.
  private func findStart(of change: inout CheckedChange) throws(NeedsWholeLedger) {
    let moved = change.firstMoved
    if !change.isBookedAsBefore, let first = moved.key {
      // Statements are about the end of a day: what comes after their days changes none of them.
      if let stated = lastStatedDay, min(moved.day, order.firstTradeDay(from: first)) <= stated {
        throw NeedsWholeLedger(.balances)
      }
      change.start = min(change.start ?? first, first)
    }
    if let start = change.start {
      change.firstTradeDay = min(moved.day, order.firstTradeDay(from: start))
    }
  }

  /// Keeps the warnings of the batch with their groups.
  func note(_ numbers: [GroupIndex], _ change: inout CheckedChange) {
    let groups = checker.tables.groups
    for (warning, step) in zip(checker.warnings, checker.warningSteps) {
      let row = groups.partitioningIndex { $0.position > warning.position } - 1
      guard row >= 0 else { continue }
      change.notes[numbers[row], default: []].append(
        GroupNote(warning, step: step, inRowAt: groups[row].position))
    }
  }

  /// Removes the rows in quote units of earlier versions. Only their check tells which these are.
  private mutating func removeQuoted(
    _ old: GroupBatch, from change: inout CheckedChange
  ) throws(NeedsWholeLedger) {
    var batch = old
    checker.exchangeGroups(&batch)
    checker.forgetFindings()
    CheckStep.runBatch(on: &checker) { _ in }
    var left = quoted
    let positions = old.groups.map(\.position)
    for (row, uses) in Dictionary(
      grouping: checker.quoted, by: { use in positions.partitioningIndex { $0 > use.position } - 1 }
    ) {
      try left.remove(uses.map(\.name), of: old.number(row))
    }
    change.quoted = left
  }

  /// Adds the rows of the batch that are in quote units.
  func addQuoted(_ numbers: [GroupIndex], to change: inout CheckedChange) {
    if checker.quoted.isEmpty { return }
    var all = change.quoted ?? quoted
    let groups = checker.tables.groups
    for (number, use) in checker.quoted.enumerated() {
      let row = groups.partitioningIndex { $0.position > use.position } - 1
      all.add(
        use.name, number, of: numbers[row], at: use.position, inRowAt: groups[row].position)
    }
    if all.hasFirstUse(in: numbers) { change.usesKeysFirst = true }
    change.quoted = all
  }

  /// The facts of the groups of the batch. The rows have no second owner when they are changed.
  private func facts(of numbers: [GroupIndex]) -> [GroupFacts] {
    let rows = LedgerRows(checker.tables)
    return numbers.indices.map { GroupFacts($0, numbers[$0], of: rows, checker.tables.names) }
  }
}

extension CheckedChange {
  /// The first place that a group takes or leaves, and the first trade day of these groups.
  fileprivate var firstMoved: (key: OrderKey?, day: Day) {
    var (key, day) = (OrderKey?.none, Day.last)
    func add(_ facts: GroupFacts) {
      guard facts.counts else { return }
      key = min(key ?? facts.entry.key, facts.entry.key)
      day = min(day, facts.entry.tradeDay)
    }
    for index in old.indices { add(old[index]) }
    for index in new.indices { add(new[index]) }
    return (key, day)
  }
}

extension GroupBatch {
  /// The number of the group in a row.
  func number(_ row: Int) -> GroupIndex { numbers?[row] ?? GroupIndex(row) }
}

extension LedgerChecker {
  /// Why a ledger needs steps for which all tables and groups have to be there; nil if it does not.
  var unusual: NeedsWholeLedger.Reason? {
    if !draft.flatStockLegs.isEmpty || !draft.flatCashLegs.isEmpty { return .flatTables }
    if tables.instruments.contains(where: \.symbol.isNone) { return .stockID }
    return warnings.isEmpty ? nil : .reading
  }

  /// Whether a list of methods names only instruments that stay, whatever groups do.
  var namesOnlyMasterRowsInMethods: Bool {
    tables.settings.methodEntries.allSatisfy { entry in
      entry.account == 0 && entry.symbols.count == entry.instruments.count
        && entry.instruments.allSatisfy { tables.instruments[Int($0)].hasMasterRow }
    }
  }

  /// Reports the rows of a batch whose id an earlier row has.
  /// - Parameter used: the ids that rows of the ledger have.
  fileprivate mutating func reportRepeated(_ used: Set<IDIndex.Mark>) {
    var used = used
    reportRepeated(&used, .groups, "group", tables.groups.map { ($0.id, $0.position) })
    reportRepeated(&used, .stockLegs, "stock leg", tables.stockLegs.map { ($0.id, $0.position) })
    reportRepeated(&used, .cashLegs, "cash leg", tables.cashLegs.map { ($0.id, $0.position) })
  }

  private mutating func reportRepeated(
    _ used: inout Set<IDIndex.Mark>, _ table: IDIndex.Table, _ kind: String,
    _ rows: [(Identifier, SourcePosition)]
  ) {
    for (id, position) in rows where !id.isNone {
      let mark = IDIndex.Mark(id, table, in: tables.names)
      if !used.insert(mark).inserted { fault(duplicateID(kind, id, at: position)) }
    }
  }
}

extension LiveChecker {
  /// Groups of the ledger as they are, to be booked again: they were checked when they came in.
  /// - Parameter rows: the groups with their numbers, in the order of booking.
  /// - Throws: if the rows are not those of the ledger.
  package mutating func resolve(
    _ rows: consuming LedgerChange
  ) throws(NeedsWholeLedger) -> Ledger {
    guard take(rows.groups.names, of: rows.groups) else { throw NeedsWholeLedger(.names) }
    let numbers = try load(&rows)
    var chosen = CheckedChange()
    try checkLoaded(&chosen)
    var ledger = checker.ledger(lastDay: nil)
    ledger.numbers = numbers
    return ledger
  }
}
