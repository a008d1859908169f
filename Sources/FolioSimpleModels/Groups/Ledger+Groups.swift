import FolioModel
import FolioNumbers

extension Ledger {
  /// A group of the ledger as a value of its own.
  /// - Parameter index: its number in `tables.groups`.
  public func transactionGroup(_ index: Int) -> TransactionGroup {
    let others = OtherColumns(tables)
    return transactionGroup(index, others)
  }

  /// All groups of the ledger as values, in the order of the documents.
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
      id: row.id.isNone ? nil : tables.text(row.id), symbol: tables.text(instrument.symbol),
      type: row.type, day: row.tradeDay)
    leg.stockID = instrument.stockID.isNone ? nil : tables.text(instrument.stockID)
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
      id: row.id.isNone ? nil : tables.text(row.id),
      account: known ? tables.text(accounts[Int(row.account)].id) : "", row.type, row.direction,
      row.amount, currency(row.currency))
    leg.otherColumns = others.keys(of: .cashLegs, index)
    return leg
  }

  package func currency(_ index: CurrencyIndex) -> Currency? {
    index == missingCurrency ? nil : tables.currencies[index]
  }
}

extension StockLegDetail {
  /// The keys of the columns that it holds.
  fileprivate var columns: [String] {
    var columns: [String] = []
    if ratio != nil { columns.append("ratio") }
    if basisFraction != nil { columns.append("basis_fraction") }
    if cashInLieu != nil { columns.append("cash_in_lieu") }
    if accruedInterest != nil { columns.append("accrued_interest") }
    if !newSymbol.isNone { columns.append("new_symbol") }
    if !lots.isEmpty { columns.append("lots") }
    return columns
  }
}

/// The keys of the columns that rows of a ledger have and Folio gives no meaning.
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
