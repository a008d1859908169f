import FolioModel
import FolioNumbers

extension FlatApp.Capital {
  /// The capital as a group with one cash leg; what it comes from is told by the group's type. The
  /// group has the capital's id, the leg one that is made from it.
  public func expanded(in currency: Currency) -> TransactionGroup {
    let (groupType, legType): (GroupType, CashLegType) =
      switch type {
      case .initialDeposit: (.openingBalance, .deposit)
      case .deposit: (.deposit, .deposit)
      case .withdrawal: (.withdrawal, .withdrawal)
      case .interest: (.interest, .interest)
      }
    var group = TransactionGroup(id: id, type: groupType, occurredAt: date, notes: note)
    group.cashLegs = [
      TransactionGroup.Cash(
        id: NameBasedID.of("cash", in: id), account: FlatApp.cashAccount(of: currency), legType,
        type == .withdrawal ? .out : .in, amount, currency)
    ]
    return group
  }
}

extension FlatApp.Transaction {
  /// The transaction as a group with a stock leg and a cash leg that balance exactly: the gross
  /// amount is quantity times price, unrounded.
  /// - Throws: `ArithmeticFault` when the product needs more digits than an exact number has.
  public func expanded(in currency: Currency) throws(ArithmeticFault) -> TransactionGroup {
    let gross = try quantity.multiplied(by: price)
    var group = TransactionGroup(
      id: id, type: type == .dividend ? .dividend : .stockTrade, occurredAt: date, notes: note)
    var leg = TransactionGroup.Stock(
      id: NameBasedID.of("stock", in: id), symbol: code, type: type.tradeType, day: date.day)
    leg.quantity = quantity
    leg.price = type == .dividend ? nil : price
    leg.gross = gross
    leg.currency = currency
    group.stockLegs = [leg]
    // What was free moved no cash.
    if gross.isZero { return group }
    group.cashLegs = [
      TransactionGroup.Cash(
        id: NameBasedID.of("cash", in: id), account: FlatApp.cashAccount(of: currency),
        type == .dividend ? .dividend : .principal, type == .buy ? .out : .in, gross, currency)
    ]
    return group
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
  /// The id of the one cash account that money of a currency is taken to be in.
  public static func cashAccount(of currency: Currency) -> String { "cash-\(currency.code)" }
}
