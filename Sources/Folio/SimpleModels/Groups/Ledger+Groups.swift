import FolioModel
import FolioNumbers

extension Ledger {
  /// All transaction groups of the ledger as values, in document order.
  public var transactionGroups: [TransactionGroup] {
    let others = OtherColumns(tables)
    return tables.groups.indices.map { transactionGroup($0, others) }
  }

  private func transactionGroup(_ index: Int, _ others: OtherColumns) -> TransactionGroup {
    let record = tables.groups[index]
    var group = TransactionGroup(
      id: tables.text(record.id), type: record.type, occurredAt: record.occurredAt,
      notes: tables.texts[record.notes], status: record.status)
    group.settledAt = record.settledAt
    group.isDeleted = record.isDeleted
    group.otherColumns = others.keys(of: .groups, index)
    group.stockLegs = record.stockLegs.map { stockLeg($0, others) }
    group.cashLegs = record.cashLegs.map { cashLeg($0, others) }
    return group
  }

  private func stockLeg(_ index: Int, _ others: OtherColumns) -> TransactionGroup.Stock {
    let row = tables.stockLegs[index]
    let instrument = tables.instruments[Int(row.instrument)]
    var leg = TransactionGroup.Stock(
      id: optionalText(row.id), symbol: tables.text(instrument.symbol), type: row.type,
      day: row.tradeDay)
    leg.stockID = optionalText(instrument.stockID)
    leg.settlementDay = row.settlementDay
    leg.quantity = row.quantity
    leg.price = row.given.contains(.price) ? row.price : nil
    leg.gross = row.gross
    leg.fees = row.fees
    leg.taxes = row.taxes
    leg.fxRate = row.given.contains(.fxRate) ? row.fxRate : nil
    leg.currency = currency(row.currency)
    let account = tables.securitiesAccount(row.account)
    leg.account = account.isEmpty ? nil : account
    leg.otherColumns = others.keys(of: .stockLegs, index)
    if let detail = tables.detail(of: row) { leg.otherColumns += detail.columns }
    return leg
  }

  private func cashLeg(_ index: Int, _ others: OtherColumns) -> TransactionGroup.Cash {
    let row = tables.cashLegs[index]
    let accounts = tables.cashAccounts
    let known = accounts.indices.contains(Int(row.account))
    var leg = TransactionGroup.Cash(
      id: optionalText(row.id), account: known ? tables.text(accounts[Int(row.account)].id) : "",
      row.type, row.direction, row.amount, currency(row.currency))
    if row.instrument != .missing { leg.symbol = tables.symbol(row.instrument) }
    leg.otherColumns = others.keys(of: .cashLegs, index)
    return leg
  }

  private func optionalText(_ identifier: Identifier) -> String? {
    identifier.isNone ? nil : tables.text(identifier)
  }

  package func currency(_ index: CurrencyIndex) -> Currency? {
    index == missingCurrency ? nil : tables.currencies[index]
  }
}

extension StockLegDetail {
  /// The keys of the columns that the detail stores.
  fileprivate var columns: [String] {
    [
      (ratio != nil, "ratio"), (basisFraction != nil, "basis_fraction"),
      (cashInLieu != nil, "cash_in_lieu"), (accruedInterest != nil, "accrued_interest"),
      (costDirection != nil, "direction"), (recipient != nil, "recipient"),
      (!newSymbol.isNone, "new_symbol"), (!lots.isEmpty, "lots"),
    ].filter(\.0).map(\.1)
  }
}

/// The keys of columns that Folio does not interpret, by row.
struct OtherColumns {
  private var columns: [LedgerTable: [UInt32: [String]]] = [:]

  init(_ tables: LedgerTables) {
    for kept in tables.kept {
      guard let key = tables.texts[kept.key] else { continue }
      columns[kept.table, default: [:]][kept.row, default: []].append(key)
    }
  }

  func keys(of table: LedgerTable, _ row: Int) -> [String] {
    columns[table]?[UInt32(truncatingIfNeeded: row)] ?? []
  }
}
