/// A ledger cannot be checked or booked in batches: something is wrong or unusual
/// in it. It has to be read as a whole, which reports every fault.
package struct NeedsWholeLedger: Error, Sendable {
  /// What is wrong or unusual. Live books count how often each occurs.
  package enum Reason: String, Sendable, CaseIterable {
    /// A document that is read in batches has a finding, or is not in the form that batches need.
    case document
    /// The ledger has faults.
    case faults
    /// The reader has warnings, or faults that a change cannot show by itself.
    case reading
    /// A change has settings or other rows that only the head of a ledger has.
    case settings
    /// Legs are in flat tables.
    case flatTables
    /// A list of methods names something that the ledger does not have.
    case methods
    /// Balances of statements have to be compared with the books again.
    case balances
    /// The ledger has rows in quote units.
    case quoteUnits
    /// A change names a currency that the ledger does not have.
    case currency
    /// A change has rows of another user.
    case user
    /// A leg teaches to which symbol a stock id belongs, or may have taught it.
    case stockID
    /// A row of an account or an instrument is there already, or was named before.
    case repeatedRow
    /// An id is taken by a group or leg of the ledger.
    case takenID
    /// An earlier group names the id of a new group in its `lots`.
    case awaitedID
    /// A change of rates of which some contradict each other.
    case rates
    /// The first use of an unknown key goes away.
    case unknownKeys
    /// The names of a change were read in another order than its rows were checked.
    case names
    /// The rows of the storage are not those of a ledger.
    case storage
  }

  /// Why.
  package var reason = Reason.document
  /// The findings so far, for tests.
  package var findings: [Diagnostic] = []
  /// A document that has to be read as a whole.
  package init(_ findings: [Diagnostic] = []) { self.findings = findings }

  /// A change that has to be checked with the whole ledger.
  package init(_ reason: Reason, _ findings: [Diagnostic] = []) {
    self.reason = reason
    self.findings = findings
  }
}

/// The check of a ledger whose groups come in batches, each later than the one before.
///
/// Problem: a history of millions of groups need not be in memory to be booked. Observation: nearly
/// all ledgers have their tables before their groups, their groups in order of time, and no fault.
/// Decision: such ledgers are checked and booked batch by batch, by the steps of `CheckStep`. All
/// others are read again as a whole, which reports their faults.
package struct BatchCheck: Sendable {
  private var checker: LedgerChecker
  private var last: GroupRecord?
  /// The ledger without any group.
  package let head: Ledger

  /// Checks the rows before the first group.
  package init(_ draft: LedgerDraft) throws(NeedsWholeLedger) {
    checker = LedgerChecker(draft, strict: false)
    guard !checker.needsWholeDocument else { throw NeedsWholeLedger() }
    CheckStep.run(.tables, .names, on: &checker)
    try checker.expectNoFindings()
    head = checker.ledger(lastDay: checker.lastDay)
  }

  /// Checks the next groups, but not whether their ids are new: `BatchIdentifiers` does that, so
  /// that another core can.
  /// - Returns: a ledger of these groups alone.
  package mutating func ledger(
    of batch: consuming GroupBatch
  ) throws(NeedsWholeLedger) -> Ledger {
    if let last, let first = batch.groups.first, first.occurredAt < last.occurredAt {
      throw NeedsWholeLedger()
    }
    last = batch.groups.last
    take(&batch)
    CheckStep.run(.groups, .names, on: &checker)
    try checker.expectNoFindings()
    guard checker.bookingOrder() == nil else { throw NeedsWholeLedger() }
    return checker.ledger(lastDay: nil)
  }

  /// The ledger of all that was booked, without its groups.
  /// - Parameter rest: the remaining draft of the reader, with all names.
  package consuming func finish(_ rest: LedgerDraft) -> Ledger {
    var batch = GroupBatch()
    checker.exchangeGroups(&batch)
    (checker.tables.names, checker.tables.texts) = (rest.tables.names, rest.tables.texts)
    var unknown = rest.unknownKeys
    unknown.add(rest.tables.kept, rest.tables.texts)
    if CheckStep.isOn(CheckStep.unknownKeys) { checker.warn(of: unknown) }
    return checker.ledger(lastDay: checker.lastDay, warnings: checker.warnings)
  }

  /// Replaces the rows of the batch before. They are not copied.
  private mutating func take(_ batch: inout GroupBatch) {
    checker.takeNames(of: batch)
    checker.tables.names.take(batch.names, keeping: batch.newNames)
    checker.tables.texts.take(batch.texts)
    checker.exchangeGroups(&batch)
  }
}

extension LedgerChecker {
  /// Numbers the names that a batch mentions for the first time.
  mutating func takeNames(of batch: GroupBatch) {
    for name in batch.symbolNames { _ = draft.symbolNames.number(of: name) }
    for name in batch.stockNames { _ = draft.stockNames.number(of: name) }
    for name in batch.accountNames { _ = draft.accountNames.number(of: name) }
    for name in batch.securitiesAccounts { _ = tables.securitiesAccounts.number(of: name) }
  }

  /// Exchanges the rows of the groups for those of a batch.
  mutating func exchangeGroups(_ batch: inout GroupBatch) {
    swap(&tables.groups, &batch.groups)
    swap(&tables.stockLegs, &batch.stockLegs)
    swap(&tables.cashLegs, &batch.cashLegs)
    swap(&tables.details, &batch.details)
  }

  /// A later row may explain a stock id that has no instrument yet.
  fileprivate mutating func expectNoFindings() throws(NeedsWholeLedger) {
    if !isClean { throw NeedsWholeLedger(faults + warnings) }
    if resolver.hasUnknownStockIDs(draft.stockNames.all) { throw NeedsWholeLedger() }
  }
}

extension GroupBatch {
  /// The names of the batch that later ones may use.
  fileprivate var newNames: [Identifier] {
    symbolNames + accountNames + securitiesAccounts + details.map(\.newSymbol)
  }
}

extension Ledger {
  /// Whether all texts are known that describe the groups of a batch. A long id is not if an
  /// earlier batch gave it to something else.
  package var hasAllNames: Bool {
    let names = tables.names
    return rows.groups.allSatisfy { names.knows($0.id) }
      && tables.instruments.allSatisfy { names.knows($0.symbol) }
      && tables.cashAccounts.allSatisfy { names.knows($0.id) }
      && tables.securitiesAccounts.all.allSatisfy { names.knows($0) }
  }
}
