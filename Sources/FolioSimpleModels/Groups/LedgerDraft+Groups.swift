import FolioDiagnostics
import FolioInterchange
import FolioModel
import FolioNumbers

// Rows that were no ledger's become the rows of a draft, so that the ledger's own checks look at
// them, and find their faults where they stand in the other program's file.
extension LedgerDraft {
  package mutating func identifier(_ text: String) -> Identifier {
    tables.names.identifier(of: Array(text.utf8))
  }

  package mutating func currency(_ currency: Currency?) -> CurrencyIndex {
    currency.flatMap { tables.currencies.index(of: $0) } ?? missingCurrency
  }

  /// A column that Folio gives no meaning, as JSON text.
  package mutating func keep(
    _ key: String, _ json: [UInt8], of table: LedgerTable, row: Int, at position: SourcePosition
  ) {
    let key = tables.texts.append(key.utf8)
    let value = tables.texts.append(json)
    tables.kept.append(
      KeptColumn(
        table: table, row: UInt32(truncatingIfNeeded: row), key: key, value: value, isKnown: true,
        position: position))
  }

  /// A text column that Folio gives no meaning.
  package mutating func keep(
    _ key: String, text: String, of table: LedgerTable, row: Int, at position: SourcePosition
  ) {
    var json = JSONText()
    json.string(text.utf8)
    keep(key, json.bytes, of: table, row: row, at: position)
  }

  package mutating func append(_ group: TransactionGroup, at position: SourcePosition) {
    var record = GroupRecord(
      id: identifier(group.id), occurredAt: group.occurredAt, type: group.type,
      status: group.status, position: position)
    record.settledAt = group.settledAt
    record.isDeleted = group.isDeleted
    if let notes = group.notes { record.notes = tables.texts.append(notes.utf8) }
    record.firstStockLeg = UInt32(truncatingIfNeeded: tables.stockLegs.count)
    record.stockLegCount = UInt32(truncatingIfNeeded: group.stockLegs.count)
    record.firstCashLeg = UInt32(truncatingIfNeeded: tables.cashLegs.count)
    record.cashLegCount = UInt32(truncatingIfNeeded: group.cashLegs.count)
    for leg in group.stockLegs { append(leg, of: group, at: position) }
    for leg in group.cashLegs {
      let account = accountNames.number(of: identifier(leg.account))
      tables.cashLegs.append(
        CashLeg(
          id: leg.id.map { identifier($0) } ?? .none, account: account, type: leg.type,
          direction: leg.direction, amount: leg.amount, currency: currency(leg.currency),
          position: position))
    }
    tables.groups.append(record)
  }

  private mutating func append(
    _ leg: TransactionGroup.Stock, of group: TransactionGroup, at position: SourcePosition
  ) {
    var row = StockLeg(type: leg.type, day: leg.tradeDay, position: position)
    row.id = leg.id.map { identifier($0) } ?? .none
    row.instrument = symbolNames.number(of: identifier(leg.symbol))
    if let id = leg.stockID { row.stockReference = stockNames.number(of: identifier(id)) }
    row.settlementDay = leg.settlementDay
    if leg.tradeDay != group.occurredAt.day { row.given.insert(.tradeDate) }
    if leg.settlementDay != leg.tradeDay { row.given.insert(.settlementDate) }
    row.quantity = leg.quantity
    if !leg.quantity.isZero { row.given.insert(.quantity) }
    if let price = leg.price {
      row.price = price
      row.given.insert(.price)
    }
    row.gross = leg.gross
    row.given.insert(.gross)
    if !leg.fees.isZero {
      row.fees = leg.fees
      row.given.insert(.fees)
    }
    if !leg.taxes.isZero {
      row.taxes = leg.taxes
      row.given.insert(.taxes)
    }
    if let rate = leg.fxRate {
      row.fxRate = rate
      row.given.insert(.fxRate)
    }
    row.currency = currency(leg.currency)
    if let account = leg.account {
      row.account = tables.securitiesAccounts.number(of: identifier(account))
    }
    tables.stockLegs.append(row)
  }
}
