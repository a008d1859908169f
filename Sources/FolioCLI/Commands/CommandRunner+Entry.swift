import Folio

// Creates a transaction from flags and the data of the store.
extension CommandRunner {
  /// The encoded group that the flags describe; empty if they describe none.
  func entry(
    _ options: EntryOptions, for contents: StoreContents
  ) throws -> [UInt8] {
    guard let event = options.event else { return [] }
    let tables = contents.tables
    let account = try cashAccount(options, tables)
    let occurred =
      try? options.on.map { try Timestamp($0.resolved(today: environment.today()).description) }
    var entry = GroupEntry(
      id: options.id ?? environment.newID(), occurredAt: occurred ?? environment.now(),
      event: event, cashAccount: tables.text(account.id),
      currency: tables.currencies[account.currency])
    entry.status = options.isPending ? .pending : .settled
    entry.notes = options.notes
    entry.instrument = options.instrument
    entry.quantity = options.quantity
    entry.price = options.price
    entry.gross = options.gross
    entry.fees = options.fees
    entry.taxes = options.taxes
    entry.settles = day(options.settles)
    do {
      return try entry.line()
    } catch {
      throw CommandFailure.tooManyDigits
    }
  }

  /// The account that the flags name, or the only possible account if they name none.
  private func cashAccount(
    _ options: EntryOptions, _ tables: LedgerTables
  ) throws -> CashAccount {
    if let id = options.cash {
      try check(id, "--cash", "account", among: tables.cashAccounts.map { tables.text($0.id) })
      if let found = tables.cashAccounts.first(where: { tables.text($0.id) == id }) { return found }
    }
    let currency = try currency(of: options, tables)
    let possible = tables.cashAccounts.filter { currency == nil || $0.currency == currency }
    if possible.count == 1 { return possible[0] }
    let names = possible.map { "'\(tables.text($0.id))'" }.joined(separator: " or ")
    let code = currency.map { "\(tables.currencies[$0]) " } ?? ""
    let words =
      possible.isEmpty
      ? "the store has no \(code)account; add one with a ledger that has it under "
        + "portfolio_cash_accounts"
      : "which account does it go through? Give --cash \(names)"
    throw CommandFailure.usage("add: \(words)")
  }

  /// The currency of the traded or paying instrument; nil for other transactions or if the
  /// instrument has no currency.
  private func currency(
    of options: EntryOptions, _ tables: LedgerTables
  ) throws -> CurrencyIndex? {
    guard let symbol = options.event?.symbol, let flag = options.eventFlag else { return nil }
    let known = tables.instruments.map { tables.text($0.symbol) }
    try check(symbol, "--\(flag)", "symbol", among: known)
    return tables.instruments.first { tables.text($0.symbol) == symbol }?.currency
  }
}
