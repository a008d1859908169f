import FolioDiagnostics
import FolioInterchange
import FolioModel
import FolioNumbers

// Rows of another program become rows of a draft, so that the checks of the ledger apply to them
// and report faults at their position in the original file.
extension LedgerDraft {
  package mutating func identifier(_ text: String) -> Identifier {
    tables.names.identifier(of: Array(text.utf8))
  }

  package mutating func currency(_ currency: Currency?) -> CurrencyIndex {
    currency.flatMap { tables.currencies.index(of: $0) } ?? missingCurrency
  }

  /// Stores a column that Folio does not interpret, as JSON.
  package mutating func keep(
    _ key: String, _ json: [UInt8], of table: LedgerTable, row: Int, at position: SourcePosition
  ) {
    let key = tables.texts.append(key.utf8)
    let value = tables.texts.append(json)
    tables.kept.append(
      PassthroughColumn(
        table: table, row: UInt32(truncatingIfNeeded: row), key: key, value: value, isKnown: true,
        position: position))
  }

  /// Stores a text column that Folio does not interpret.
  package mutating func keep(
    _ key: String, text: String, of table: LedgerTable, row: Int, at position: SourcePosition
  ) {
    var json = JSONText()
    json.string(text.utf8)
    keep(key, json.bytes, of: table, row: row, at: position)
  }

  /// Appends groups, and a cash account for each account id that is not in the draft yet.
  mutating func append(_ groups: [PlacedRow<TransactionGroup>]) {
    var known = Set(tables.cashAccounts.map { tables.text($0.id) })
    for placed in groups {
      for leg in placed.row.cashLegs where known.insert(leg.account).inserted {
        let (id, currency) = (identifier(leg.account), currency(leg.currency))
        tables.cashAccounts.append(
          CashAccount(id: id, currency: currency, position: placed.position))
      }
    }
    for placed in groups { append(placed.row, at: placed.position) }
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
      let account: CashAccountIndex = accountNames.index(of: identifier(leg.account))
      var row = CashLeg(
        id: leg.id.map { identifier($0) } ?? .none, account: account, type: leg.type,
        direction: leg.direction, amount: leg.amount, currency: currency(leg.currency),
        position: position)
      if let symbol = leg.symbol { row.instrument = symbolNames.index(of: identifier(symbol)) }
      tables.cashLegs.append(row)
    }
    tables.groups.append(record)
  }

  private mutating func append(
    _ leg: TransactionGroup.Stock, of group: TransactionGroup, at position: SourcePosition
  ) {
    var row = StockLeg(type: leg.type, day: leg.tradeDay, position: position)
    row.id = leg.id.map { identifier($0) } ?? .none
    row.instrument = symbolNames.index(of: identifier(leg.symbol))
    if let id = leg.stockID { row.stockReference = stockNames.number(of: identifier(id)) }
    row.settlementDay = leg.settlementDay
    if leg.tradeDay != group.occurredAt.day { row.given.insert(.tradeDate) }
    if leg.settlementDay != leg.tradeDay { row.given.insert(.settlementDate) }
    (row.quantity, row.gross, row.fees, row.taxes) = (leg.quantity, leg.gross, leg.fees, leg.taxes)
    if let price = leg.price { row.price = price }
    if let rate = leg.fxRate { row.fxRate = rate }
    row.given.insert(.gross)
    if !leg.quantity.isZero { row.given.insert(.quantity) }
    if leg.price != nil { row.given.insert(.price) }
    if !leg.fees.isZero { row.given.insert(.fees) }
    if !leg.taxes.isZero { row.given.insert(.taxes) }
    if leg.fxRate != nil { row.given.insert(.fxRate) }
    row.currency = currency(leg.currency)
    if let account = leg.account {
      row.account = tables.securitiesAccounts.index(of: identifier(account))
    }
    tables.stockLegs.append(row)
  }
}
