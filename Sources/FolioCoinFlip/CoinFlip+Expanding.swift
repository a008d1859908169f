import Folio

extension CoinFlip.Portfolio {
  /// Returns the transaction group of the starting balance, or `nil` if the balance is zero. The id
  /// of the group is derived from that of the portfolio.
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

  /// Returns the id of the group of the starting balance.
  static func openingID(of portfolio: String) -> String {
    NameBasedID.of("starting balance", in: portfolio)
  }
}

extension CoinFlip.Transaction {
  /// Converts the transaction to a transaction group with a stock leg and a cash leg, both for the
  /// total value.
  ///
  /// The group has the id of the transaction; the ids of the legs are derived from it. The
  /// portfolio is the account of both legs.
  /// - Parameter symbol: The symbol of the coin in the ledger.
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
    // A value that rounds to zero at 8 decimal places moves no cash.
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
  /// Returns the group of the transaction as a line of a ledger document, for the `append` and
  /// `replace` methods of a store.
  /// - Parameter symbol: The symbol of the coin in the ledger.
  /// - Throws: The reason why it cannot be written. The store checks everything else.
  public func ledgerLine(as symbol: String) throws(LedgerFaults) -> [UInt8] {
    try expanded(as: symbol).ledgerLine()
  }
}
