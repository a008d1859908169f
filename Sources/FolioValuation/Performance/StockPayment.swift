/// The cash that a stock leg pays to a part. Below zero, the part pays it.
struct StockPayment {
  var part: Int
  /// The amount; `nil` if it is too large.
  var amount: ExactDecimal?
  var currency: CurrencyIndex
}

extension GroupFlows {
  /// Returns the cash that the stock legs of a group pay to each part, before the group is applied.
  func payments(
    of group: GroupRecord, _ movements: ArraySlice<UnitMovement>, _ held: PlaceAmounts
  ) -> [StockPayment] {
    zip(group.stockLegs, rows.bookedLegs(of: group)).flatMap { index, leg -> [StockPayment] in
      let cash = try? leg.requiredCash(tables.detail(of: leg))
      if cash?.isZero == true { return [] }
      if leg.account != 0 { return [payment(cash, leg, leg.account)].compactMap { $0 } }
      return payments(of: cash, leg, movements.filter { $0.leg == UInt32(index) }, held)
    }
  }

  private func payment(
    _ amount: ExactDecimal?, _ leg: StockLeg, _ account: SecuritiesAccountIndex
  ) -> StockPayment? {
    map.part(leg.instrument, account).map {
      StockPayment(part: $0, amount: amount, currency: leg.currency)
    }
  }

  /// An event without an account pays all accounts: for fractions by their fractions, for all else
  /// by their units.
  private func payments(
    of cash: ExactDecimal?, _ leg: StockLeg, _ moved: [UnitMovement], _ held: PlaceAmounts
  ) -> [StockPayment] {
    let holders = leg.isForAllAccounts ? held.holders(of: leg.instrument) : []
    let detail = tables.detail(of: leg)
    guard let lieu = detail?.cashInLieu, let ratio = detail?.ratio else {
      return shares(of: cash, leg, by: holders)
    }
    let fractions = holders.map { account, units -> PlaceAmounts.Holder in
      // A split changes units. The other events make units of another instrument.
      var after = leg.type == .split ? units : .zero
      let made = moved.last { movement in
        movement.account == account
          && (leg.type == .split || movement.instrument != leg.instrument)
      }
      if let made { after = after.adding(made.quantity) }
      return (account, units.scaled(by: ratio).subtracting(after))
    }
    return shares(of: cash.subtracting(lieu), leg, by: holders)
      + shares(of: lieu, leg, by: fractions)
  }

  private func shares(
    of cash: ExactDecimal?, _ leg: StockLeg, by weights: [PlaceAmounts.Holder]
  ) -> [StockPayment] {
    if cash?.isZero == true { return [] }
    if weights.isEmpty { return [payment(cash, leg, leg.account)].compactMap { $0 } }
    guard let cash, let all = weights.sum(\.units), !all.isZero else {
      return weights.compactMap { payment(nil, leg, $0.account) }
    }
    var shares = Shares(cash, by: all)
    return weights.compactMap { account, units in
      payment(units.flatMap { try? shares.next($0) }, leg, account)
    }
  }
}

extension ExactDecimal? {
  fileprivate func scaled(by ratio: Ratio) -> ExactDecimal? {
    flatMap {
      try? $0.multiplied(by: ratio.new, dividedBy: ratio.old, places: Precision.costPlaces)
    }
  }
}
