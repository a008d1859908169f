extension FlatApp.Capital {
  /// Converts the capital movement to a transaction group with one cash leg.
  ///
  /// The group has the id of the capital movement; the id of the leg is derived from it.
  public func expanded(in currency: Currency) -> LedgerGroup {
    let (groupType, legType): (GroupType, CashLegType) =
      switch type {
      case .initialDeposit: (.openingBalance, .deposit)
      case .deposit: (.deposit, .deposit)
      case .withdrawal: (.withdrawal, .withdrawal)
      case .interest: (.interest, .interest)
      }
    var group = LedgerGroup(id: id, type: groupType, occurredAt: date, notes: note)
    group.addCash(legType, type == .withdrawal ? .out : .in, amount, currency)
    return group
  }
}

extension FlatApp.Transaction {
  /// Converts the transaction to a transaction group with a stock leg and a cash leg that balance
  /// exactly. The gross amount is quantity times price, unrounded.
  /// - Throws: `ArithmeticFault` if the product exceeds the precision of `ExactDecimal`.
  public func expanded(in currency: Currency) throws(ArithmeticFault) -> LedgerGroup {
    let gross = try quantity.multiplied(by: price)
    var group = LedgerGroup(
      id: id, type: type == .dividend ? .dividend : .stockTrade, occurredAt: date, notes: note)
    var leg = LedgerGroup.StockLeg(
      id: NameBasedID.of("stock", in: id), type.tradeType, symbol: code)
    leg.quantity = quantity
    leg.price = type == .dividend ? nil : price
    leg.gross = gross
    leg.currency = currency
    group.stockLegs = [leg]
    // Units acquired for free move no cash.
    if gross.isZero { return group }
    let legType = type == .dividend ? CashLegType.dividend : .principal
    group.addCash(legType, type == .buy ? .out : .in, gross, currency)
    return group
  }
}

extension LedgerGroup {
  fileprivate mutating func addCash(
    _ type: CashLegType, _ direction: Direction, _ amount: ExactDecimal, _ currency: Currency
  ) {
    cashLegs.append(
      CashLeg(
        id: NameBasedID.of("cash", in: id), type, direction, amount,
        account: FlatApp.cashAccount(of: currency), currency: currency))
  }
}

extension FlatApp.TransactionType {
  var tradeType: TradeType {
    switch self {
    case .buy: .buy
    case .sell: .sell
    case .dividend: .dividend
    }
  }
}

extension FlatApp {
  /// The id of the single cash account that expanded groups use for a currency.
  public static func cashAccount(of currency: Currency) -> String { "cash-\(currency.code)" }
}
