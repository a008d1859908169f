import Folio

extension CoinFlip.Portfolio {
  /// What the portfolio started with, as the group that opens it; nil where that was nothing. Its
  /// id is made from the portfolio's.
  public func openingGroup() -> TransactionGroup? {
    guard startingBalance.isPositive else { return nil }
    var group = TransactionGroup(
      id: Self.openingID(of: id), type: .openingBalance, occurredAt: createdAt)
    group.cashLegs = [
      TransactionGroup.Cash(
        id: NameBasedID.of("cash", in: group.id), account: id, .deposit, .in, startingBalance,
        CoinFlip.currency)
    ]
    return group
  }

  /// The id of the group that opens a portfolio.
  static func openingID(of portfolio: String) -> String {
    NameBasedID.of("starting balance", in: portfolio)
  }
}

extension CoinFlip.Transaction {
  /// The transaction as a group with a stock leg and a cash leg of the total value. The group has
  /// the transaction's id, the legs have ids that are made from it; the portfolio is the account
  /// of both.
  /// - Parameter symbol: by which the ledger knows the coin.
  public func expanded(as symbol: String) -> TransactionGroup {
    var group = TransactionGroup(id: id, type: .stockTrade, occurredAt: timestamp)
    var leg = TransactionGroup.Stock(
      id: NameBasedID.of("stock", in: id), symbol: symbol, type: type == .buy ? .buy : .sell,
      day: timestamp.day)
    leg.stockID = coin.id
    leg.quantity = quantity
    leg.price = pricePerCoin
    leg.gross = totalValue
    leg.currency = CoinFlip.currency
    leg.account = portfolioID
    group.stockLegs = [leg]
    // What is too little for eight places moves no cash.
    if totalValue.isZero { return group }
    group.cashLegs = [
      TransactionGroup.Cash(
        id: NameBasedID.of("cash", in: id), account: portfolioID, .principal,
        type == .buy ? .out : .in, totalValue, CoinFlip.currency)
    ]
    return group
  }
}

extension CoinFlip.Transaction {
  /// The transaction's group as a line of a ledger document: what a store's `append` and `replace`
  /// take.
  /// - Parameter symbol: by which the ledger knows the coin.
  /// - Throws: what can't be written of it; the store checks the rest.
  public func ledgerLine(as symbol: String) throws(LedgerFaults) -> [UInt8] {
    try expanded(as: symbol).ledgerLine()
  }
}
