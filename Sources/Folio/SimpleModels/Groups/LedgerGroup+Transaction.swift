import FolioModel
import FolioNumbers

extension LedgerGroup {
  /// The group of a simple transaction as a value, for a store. It gives the columns that are not
  /// zero or a default. Columns of which only the keys are known are left out.
  public init(_ group: TransactionGroup) {
    self.init(
      id: group.id, type: group.type, status: group.status, occurredAt: group.occurredAt,
      notes: group.notes, stockLegs: group.stockLegs.map { StockLeg($0, on: group.occurredAt.day) },
      cashLegs: group.cashLegs.map { CashLeg($0) })
    settledAt = group.settledAt
    isDeleted = group.isDeleted
  }
}

extension LedgerGroup.StockLeg {
  fileprivate init(_ leg: TransactionGroup.Stock, on day: Day) {
    self.init(id: leg.id, leg.type, symbol: leg.symbol)
    stockID = leg.stockID
    tradeDay = leg.tradeDay == day ? nil : leg.tradeDay
    settlementDay = leg.settlementDay == leg.tradeDay ? nil : leg.settlementDay
    quantity = leg.quantity.isZero ? nil : leg.quantity
    (price, gross) = (leg.price, leg.gross)
    fees = leg.fees.isZero ? nil : leg.fees
    taxes = leg.taxes.isZero ? nil : leg.taxes
    (currency, fxRate, account) = (leg.currency, leg.fxRate, leg.account)
  }
}

extension LedgerGroup.CashLeg {
  fileprivate init(_ leg: TransactionGroup.Cash) {
    self.init(
      id: leg.id, leg.type, leg.direction, leg.amount, account: leg.account,
      currency: leg.currency)
    symbol = leg.symbol
  }
}
