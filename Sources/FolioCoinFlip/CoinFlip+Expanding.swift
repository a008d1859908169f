extension CoinFlip.Portfolio {
  /// Returns the transaction group of the starting balance, or `nil` if the balance is zero. The id
  /// of the group is derived from that of the portfolio.
  public func openingGroup() -> LedgerGroup? {
    guard startingBalance.isPositive else { return nil }
    var group = LedgerGroup(
      id: Self.openingID(of: id), type: .openingBalance, occurredAt: createdAt)
    group.cashLegs = [
      LedgerGroup.CashLeg(
        id: NameBasedID.of("cash", in: group.id), .deposit, .in, startingBalance, account: id,
        currency: CoinFlip.currency)
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
  public func expanded(as symbol: String) -> LedgerGroup {
    var group = LedgerGroup(id: id, type: .stockTrade, occurredAt: timestamp)
    var leg = LedgerGroup.StockLeg(
      id: NameBasedID.of("stock", in: id), type == .buy ? .buy : .sell, symbol: symbol)
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
      LedgerGroup.CashLeg(
        id: NameBasedID.of("cash", in: id), .principal, type == .buy ? .out : .in, totalValue,
        account: portfolioID, currency: CoinFlip.currency)
    ]
    return group
  }
}
