import FolioDiagnostics

/// The check of a ledger whose groups come in batches, each later than the one before.
///
/// Problem: a history of millions of groups need not be in memory to be booked. Observation: nearly
/// all ledgers have their tables before their groups, their groups in order of time, and nothing
/// wrong. Decision: these are checked and booked batch by batch, by the same rules; of all others
/// it is only said that they are others, and they are read again as a whole. So every fault is
/// found, worded and ordered in one place, and this one never has to tell a fault.
public struct BatchCheck: Sendable {
  private var checker: LedgerChecker
  private var resolver = InstrumentResolver()
  private var accountIndex: IdentifierIndex
  private var accounts: [CashAccountIndex] = []
  private var last: GroupRecord?
  /// The ledger without any group.
  public let head: Ledger

  /// Checks what stands before the first group.
  /// - Returns: nil where the ledger has to be checked as a whole.
  public init?(_ draft: LedgerDraft) {
    guard draft.flatStockLegs.isEmpty, draft.flatCashLegs.isEmpty,
      draft.tables.settings.methodEntries.isEmpty,
      !draft.tables.instruments.contains(where: \.symbol.isNone)
    else { return nil }
    checker = LedgerChecker(draft, strict: false)
    checker.registerInstruments(&resolver)
    accountIndex = checker.indexAccounts()
    resolver.take(draft.symbolNames.all, draft.stockNames.all)
    resolver.addMentionedSymbols(&checker.tables)
    guard !resolver.hasUnknownStockIDs() else { return nil }
    checker.resolvePrices(&resolver)
    checker.checkQuotes()
    checker.noteValueFactors()
    guard checker.isClean, let rateBook = checker.rateBook else { return nil }
    head = Ledger(
      tables: checker.tables, rateBook: rateBook, order: nil, lastDay: checker.lastDay,
      warnings: [])
  }

  /// Checks the next groups, but for ids that were used before: `BatchIdentifiers` sees to that, so
  /// that another core can.
  /// - Returns: a ledger of them alone; nil where the whole has to be checked as such.
  public mutating func ledger(of batch: consuming GroupBatch) -> Ledger? {
    guard take(&batch) else { return nil }
    checker.learnStockIDs(&resolver)
    guard !resolver.hasUnknownStockIDs() else { return nil }
    checker.resolveStockLegs(&resolver)
    checker.resolveNewSymbols(&resolver)
    checker.resolveCashLegs(accounts)
    checker.completeStockLegs()
    checker.checkGroups()
    guard checker.isClean, checker.bookingOrder() == nil else { return nil }
    return Ledger(
      tables: checker.tables, rateBook: head.rateBook, order: nil, lastDay: nil, warnings: [])
  }

  /// The ledger of all that was booked, without its groups.
  /// - Parameter rest: what the reader has left.
  public consuming func finish(_ rest: LedgerDraft) -> Ledger {
    var tables = checker.tables
    (tables.groups, tables.stockLegs, tables.cashLegs, tables.details) = ([], [], [], [])
    tables.names = rest.tables.names
    return Ledger(
      tables: tables, rateBook: head.rateBook, order: nil, lastDay: checker.lastDay, warnings: [])
  }

  /// Puts the rows of a batch in the place of those before. They are not copied.
  private mutating func take(_ batch: inout GroupBatch) -> Bool {
    if let last, let first = batch.groups.first, first.occurredAt < last.occurredAt { return false }
    last = batch.groups.last
    resolver.take(batch.symbolNames, batch.stockNames)
    resolver.addMentionedSymbols(&checker.tables)
    for name in batch.symbolNames { _ = checker.draft.symbolNames.number(of: name) }
    for name in batch.stockNames { _ = checker.draft.stockNames.number(of: name) }
    for name in batch.accountNames {
      _ = checker.draft.accountNames.number(of: name)
      guard let account = accountIndex[name] else { return false }
      accounts.append(account)
    }
    for name in batch.securitiesAccounts { _ = checker.tables.securitiesAccounts.number(of: name) }
    swap(&checker.tables.groups, &batch.groups)
    swap(&checker.tables.stockLegs, &batch.stockLegs)
    swap(&checker.tables.cashLegs, &batch.cashLegs)
    swap(&checker.tables.details, &batch.details)
    return true
  }
}
