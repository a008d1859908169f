extension ImportedGroup {
  /// A group of one row or several, by the broker's id of it if the file has one.
  init(
    at time: Timestamp, _ account: String, _ rows: [ImportRow], id: String? = nil,
    notes: String? = nil
  ) {
    self.init(
      LedgerGroup(id: "", occurredAt: time, notes: notes), account: account, rows: rows)
    if let id, !id.isEmpty { identity = .native(id) }
  }

  /// Makes it a part of what the broker's id names, which another group books.
  mutating func becomePart(_ word: String) {
    if case .native(let id) = identity { identity = .native("\(id) \(word)") }
  }
}

extension LedgerGroup.StockLeg {
  /// A leg of units in an account.
  init(_ type: TradeType, _ symbol: String, _ units: ExactDecimal?, in account: String?) {
    self.init(type, symbol: symbol)
    (quantity, self.account) = (units, account)
  }
}

extension LedgerGroup.CashLeg {
  /// A leg of an amount, which leaves the account if it is below zero.
  init(_ type: CashLegType, moving amount: ExactDecimal, _ account: String, _ currency: Currency) {
    self.init(
      type, amount.isNegative ? .out : .in, amount.magnitude, account: account, currency: currency)
  }

  /// A leg for each amount above zero.
  static func payments(
    _ payments: [(CashLegType, Direction, ExactDecimal?)], _ account: String, _ currency: Currency
  ) -> [Self] {
    payments.compactMap { type, direction, amount in
      guard let amount, amount.isPositive else { return nil }
      return Self(type, direction, amount, account: account, currency: currency)
    }
  }
}
