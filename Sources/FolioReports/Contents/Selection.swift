/// The part of the books that a report covers.
public struct Selection: Sendable, Hashable {
  /// The first day of the period, or `nil` for the beginning of the ledger.
  public var from: Day?
  /// The last day of the period, or `nil` for the report date.
  public var to: Day?
  /// The selected symbols. Empty selects all.
  public var symbols: Set<String> = []
  /// The ids of the selected cash and securities accounts. Empty selects all.
  public var accounts: Set<String> = []

  /// Creates a selection of everything.
  public init() {}

  /// Whether a day is in the period.
  func contains(_ day: Day) -> Bool {
    if let from, day < from { return false }
    if let to, day > to { return false }
    return true
  }
}

/// A selection resolved for one ledger, so that names are looked up only once.
struct ResolvedSelection: Sendable {
  private let instruments: Set<InstrumentIndex>?
  private let securitiesAccounts: Set<SecuritiesAccountIndex>?
  private let cashAccounts: Set<CashAccountIndex>?
  private let selection: Selection

  init(_ selection: Selection, _ tables: LedgerTables) {
    func indices<Row>(
      of names: Set<String>, in ids: some Sequence<Identifier>
    ) -> Set<TableIndex<Row>>? {
      if names.isEmpty { return nil }
      let named = ids.enumerated().filter { names.contains(tables.text($0.element)) }
      return Set(named.map { TableIndex($0.offset) })
    }
    self.selection = selection
    instruments = indices(of: selection.symbols, in: tables.instruments.lazy.map(\.symbol))
    securitiesAccounts = indices(of: selection.accounts, in: tables.securitiesAccounts.all)
    cashAccounts = indices(of: selection.accounts, in: tables.cashAccounts.lazy.map(\.id))
  }

  func includes(_ lot: Lot) -> Bool { includes(lot.instrument, lot.account) }

  func includes(_ disposal: Disposal) -> Bool {
    selection.contains(disposal.disposed) && includes(disposal.instrument, disposal.account)
  }

  /// Whether a gain on foreign cash is selected. Its currency code can be selected like a symbol.
  func includes(_ gain: CurrencyGain, _ tables: LedgerTables) -> Bool {
    let code = tables.currencies[gain.disposal.currency].code
    return selection.contains(gain.disposal.disposed) && includes(cashAccount: Int(gain.account))
      && (selection.symbols.isEmpty || selection.symbols.contains(code))
  }

  /// Whether income is selected: its instrument, and the cash account that received it or the
  /// securities account that holds the instrument.
  func includes(_ income: Income, _ rows: LedgerRows) -> Bool {
    guard selection.contains(income.day) else { return false }
    if let instruments, !instruments.contains(income.instrument) { return false }
    // Books of a ledger that was not kept do not have the group.
    return selection.accounts.isEmpty
      || isInAccounts(rows.groups[Int(income.group)], income.account, rows)
  }

  /// Whether a group is selected: it has a leg with a selected symbol and a selected account. The
  /// journal shows all postings of such a group, so that it balances.
  func includes(_ group: GroupRecord, _ rows: LedgerRows) -> Bool {
    let legs = group.stockLegs.map { rows.stockLegs[$0] }
    guard let instruments else {
      return isInAccounts(group, 0, rows)
        || legs.contains { isInAccounts(group, $0.account, rows) }
    }
    return legs.contains {
      instruments.contains($0.instrument) && isInAccounts(group, $0.account, rows)
    }
      || group.cashLegs.contains { instruments.contains(rows.cashLegs[$0].instrument) }
        && isInAccounts(group, 0, rows)
  }

  private func isInAccounts(
    _ group: GroupRecord, _ account: SecuritiesAccountIndex, _ rows: LedgerRows
  ) -> Bool {
    guard let securitiesAccounts, let cashAccounts else { return true }
    if account != 0 && securitiesAccounts.contains(account) { return true }
    return group.cashLegs.contains { cashAccounts.contains(rows.cashLegs[$0].account) }
  }

  func includes(cashAccount: Int) -> Bool {
    cashAccounts?.contains(CashAccountIndex(cashAccount)) ?? true
  }

  func includes(instrument: InstrumentIndex) -> Bool { instruments?.contains(instrument) ?? true }

  /// Whether units of an instrument in a securities account are selected.
  func includes(
    _ instrument: InstrumentIndex, _ account: SecuritiesAccountIndex
  ) -> Bool {
    (instruments?.contains(instrument) ?? true) && (securitiesAccounts?.contains(account) ?? true)
  }
}
