// Reports of trades that write a corporate action as a sale and a purchase.
extension RowBooker {
  private struct Subject: Hashable {
    var account: String
    var time: Timestamp
    var amount: ExactDecimal
    var currency: Currency?
  }

  /// Turns a sale and a purchase that no order explains into an exchange of units, if they are at
  /// one time and for one amount: a split, a merger, or a new ISIN.
  mutating func joinTradesWithoutOrders(_ effects: inout [RowEffect]) {
    guard effects.contains(where: \.lacksOrder) else { return }
    var places: [Subject: [Int]] = [:]
    for (place, effect) in effects.enumerated() where effect.lacksOrder {
      guard effect.stockLegs.count == 1, effect.cashLegs.count == 1 else { continue }
      let (leg, cash) = (effect.stockLegs[0], effect.cashLegs[0])
      guard leg.fees == nil, leg.taxes == nil else { continue }
      let subject = Subject(
        account: effect.account, time: effect.time, amount: cash.amount.normalized(),
        currency: cash.currency)
      places[subject, default: []].append(place)
    }
    for (subject, pair) in places.sorted(by: { $0.value[0] < $1.value[0] }) {
      guard pair.count == 2,
        Set(pair.map { effects[$0].stockLegs[0].type }) == [.buy, .sell]
      else { continue }
      for place in pair { effects[place].becomeExchange("\(subject.time) \(subject.amount)") }
    }
  }
}

extension RowEffect {
  /// Turns a trade into one of the two rows of an exchange of units.
  fileprivate mutating func becomeExchange(_ key: String) {
    guard let leg = stockLegs.first, let quantity = leg.quantity else { return }
    kind = .units
    units = UnitChange(
      key: leg.symbol, change: leg.type == .buy ? quantity : -quantity, currency: leg.currency)
    stockLegs = []
    (joinKey, joinHasOneMainRow) = (key, false)
  }
}
