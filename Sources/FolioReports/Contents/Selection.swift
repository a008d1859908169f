import FolioBooking
import FolioModel
import FolioNumbers

/// Which part of the books a report is about.
public struct Selection: Sendable, Hashable {
  /// The first day of the period; from the beginning where it is left out.
  public var from: Day?
  /// The last day of the period; the day of the report where it is left out.
  public var to: Day?
  /// Only these symbols; all where empty.
  public var symbols: Set<String> = []
  /// Only these cash and securities accounts, by id; all where empty.
  public var accounts: Set<String> = []

  /// Everything.
  public init() {}

  /// Whether a day is in the period.
  func contains(_ day: Day) -> Bool {
    if let from, day < from { return false }
    if let to, day > to { return false }
    return true
  }
}

/// A selection made ready for one ledger: names are looked up once, not in every row.
struct Selector: Sendable {
  private let instruments: Set<InstrumentIndex>?
  private let securitiesAccounts: Set<SecuritiesAccountIndex>?
  private let cashAccounts: Set<CashAccountIndex>?
  private let selection: Selection

  init(_ selection: Selection, _ tables: LedgerTables) {
    self.selection = selection
    instruments =
      selection.symbols.isEmpty
      ? nil
      : Set(
        tables.instruments.indices.filter {
          selection.symbols.contains(tables.text(tables.instruments[$0].symbol))
        }.map { InstrumentIndex($0) })
    if selection.accounts.isEmpty {
      securitiesAccounts = nil
      cashAccounts = nil
    } else {
      securitiesAccounts = Set(
        tables.securitiesAccounts.all.indices.filter {
          selection.accounts.contains(tables.text(tables.securitiesAccounts.all[$0]))
        }.map { SecuritiesAccountIndex($0) })
      cashAccounts = Set(
        tables.cashAccounts.indices.filter {
          selection.accounts.contains(tables.text(tables.cashAccounts[$0].id))
        }.map { CashAccountIndex($0) })
    }
  }

  func includes(_ lot: Lot) -> Bool { includes(lot.instrument, lot.account) }

  func includes(_ disposal: Disposal) -> Bool {
    selection.contains(disposal.disposed) && includes(disposal.instrument, disposal.account)
  }

  /// A gain on foreign cash: its currency may be chosen like a symbol.
  func includes(_ gain: CurrencyGain, _ tables: LedgerTables) -> Bool {
    let code = tables.currencies[gain.disposal.currency].code
    return selection.contains(gain.disposal.disposed) && includes(cashAccount: Int(gain.account))
      && (selection.symbols.isEmpty || selection.symbols.contains(code))
  }

  /// Income of a symbol, paid into a chosen cash account or held in a chosen securities account.
  func includes(_ income: Income, _ rows: LedgerRows) -> Bool {
    guard selection.contains(income.day) else { return false }
    if let instruments, !instruments.contains(income.instrument) { return false }
    return isInAccounts(rows.groups[Int(income.group)], income.account, rows)
  }

  /// A group that touches a chosen symbol and a chosen account: the journal shows it whole, so
  /// that what is shown balances.
  func includes(_ group: GroupRecord, _ rows: LedgerRows) -> Bool {
    let legs = group.stockLegs.map { rows.stockLegs[$0] }
    guard let instruments else {
      return isInAccounts(group, 0, rows)
        || legs.contains { isInAccounts(group, $0.account, rows) }
    }
    return legs.contains {
      instruments.contains($0.instrument) && isInAccounts(group, $0.account, rows)
    }
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

  /// Units of an instrument in a securities account.
  func includes(
    _ instrument: InstrumentIndex, _ account: SecuritiesAccountIndex
  ) -> Bool {
    (instruments?.contains(instrument) ?? true) && (securitiesAccounts?.contains(account) ?? true)
  }
}
