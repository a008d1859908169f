// Sales of which the file has the cost and the gain in two rows.
extension RowBooker {
  /// Adds the gain of a sale to what it brought; false if the group has no sale that can take it.
  /// The gain is that of the broker, which is compared.
  func addProceeds(
    _ part: RowEffect, to group: inout LedgerGroup, _ gain: inout RowMoney?
  ) -> Bool {
    guard let cash = part.cashLegs.first, group.status != .void,
      let place = group.stockLegs.firstIndex(where: { $0.type == .sell }),
      let gross = group.stockLegs[place].gross, group.stockLegs[place].currency == cash.currency,
      let currency = cash.currency
    else { return false }
    let amount = cash.direction == .in ? cash.amount : -cash.amount
    guard let whole = try? gross.adding(amount), !whole.isNegative,
      let sum = try? ExactDecimal.sum(ofGiven: gain?.amount, amount)
    else { return false }
    group.stockLegs[place].gross = whole
    gain = RowMoney(sum, currency)
    return true
  }
}
