// The legs of a transaction. Their cash is what the ledger document's table of trade types asks
// for, so that the group balances.
extension GroupEntry {
  private struct Payment {
    var type: CashLegType
    var direction: Direction
    var amount: ExactDecimal
    /// Nil means the cash account of the entry.
    var account: Account?
  }

  /// The group of a transaction whose accounts have been looked up.
  /// - Throws: `ArithmeticFault` if an amount has too many digits.
  package func group() throws(ArithmeticFault) -> LedgerGroup {
    var group = LedgerGroup(
      id: id, type: groupType, status: status, occurredAt: occurredAt, notes: notes)
    group.stockLegs = try stockLegs()
    for (number, payment) in try payments().enumerated() {
      guard let account = payment.account ?? cash else { continue }
      var leg = LedgerGroup.CashLeg(
        id: "\(id)-\(number + 1)", payment.type, payment.direction, payment.amount,
        account: account.id, currency: account.currency)
      leg.symbol = instrument
      group.cashLegs.append(leg)
    }
    return group
  }

  /// Whether it moves cash, and so needs a cash account.
  func movesCash() throws(ArithmeticFault) -> Bool { try !payments().isEmpty }

  private var groupType: GroupType {
    switch event {
    case .cash(let event, _): return GroupType(rawValue: event.rawValue) ?? .adjustment
    case .exchange: return .fxExchange
    case .cashTransfer, .unitTransfer: return .transfer
    case .buy, .sell, .dividend, .split, .stock: break
    }
    return switch event.tradeType {
    case .buy, .sell, .shortSell, .cover: .stockTrade
    case .dividend: .dividend
    case .transferOut, .transferIn, .gift: .transfer
    case .unitFee: .fee
    case .split, .stockDividend, .returnOfCapital, .costAdjustment, .deemedDisposition, .spinOff,
      .merger, .symbolChange, .writeOff, .exercise, .assignment, .expiry:
      .corporateAction
    case nil: .adjustment
    }
  }

  // MARK: Cash

  private func payments() throws(ArithmeticFault) -> [Payment] {
    switch event {
    case .cash(let event, let amount):
      let isIn = event == .deposit || event == .interest
      let type = CashLegType(rawValue: event.rawValue) ?? .other
      return [Payment(type: type, direction: isIn ? .in : .out, amount: amount)]
    case .exchange(let given, let taken): return moved(.fx, given.amount, taken.amount) + costs
    case .cashTransfer(let amount): return moved(.transfer, amount, amount) + costs
    case .unitTransfer: return []
    case .buy, .sell, .dividend, .split, .stock:
      guard let type = event.tradeType else { return costs }
      // A trade without a price and a dividend of zero are mistakes, which the check reports.
      guard let payment = try paid(for: type) else { return costs }
      return (payment.amount != .zero || type == .dividend ? [payment] : []) + costs
    }
  }

  /// The payment for an event, without fees and taxes; nil for a trade of no known amount.
  private func paid(for type: TradeType) throws(ArithmeticFault) -> Payment? {
    var payment = Payment(type: .principal, direction: .in, amount: .zero)
    switch type {
    case .buy, .cover, .sell, .shortSell:
      guard let gross = try grossOfTrade() else { return nil }
      payment.direction = type.isPurchase ? .out : .in
      payment.amount = try .sum(ofGiven: gross, accruedInterest)
    case .dividend:
      payment.type = .dividend
      payment.amount = .given(gross)
    case .returnOfCapital, .merger: payment.amount = try .sum(ofGiven: gross, cashInLieu)
    case .split, .stockDividend, .spinOff: payment.amount = .given(cashInLieu)
    case .costAdjustment, .deemedDisposition, .symbolChange, .transferOut, .transferIn, .writeOff,
      .exercise, .assignment, .expiry, .gift, .unitFee:
      break
    }
    return payment
  }

  /// The gross amount of a trade, in the currency of the cash account; nil if neither it nor a
  /// quantity and a price are given.
  private func grossOfTrade() throws(ArithmeticFault) -> ExactDecimal? {
    if let gross { return gross }
    guard let price, let units = try unitsOfValue() else { return nil }
    return try price.multiplied(by: units, places: cash?.currency.minorUnits ?? 2)
  }

  /// What the quantity is worth at a price of one, in the currency of the cash account.
  private func unitsOfValue() throws(ArithmeticFault) -> ExactDecimal? {
    guard let units = try quantity?.multiplied(by: valueFactor) else { return nil }
    return quoteUnit == nil ? units : try units.multiplied(by: Currency.quoteUnitSize)
  }

  /// The two sides of an exchange or a transfer.
  private func moved(
    _ type: CashLegType, _ given: ExactDecimal, _ taken: ExactDecimal
  ) -> [Payment] {
    [
      Payment(type: type, direction: .out, amount: given),
      Payment(type: type, direction: .in, amount: taken, account: otherCash),
    ]
  }

  private var costs: [Payment] {
    let costs: [(CashLegType, ExactDecimal?)] = [(.fee, fees), (.tax, taxes)]
    return costs.compactMap { type, amount in
      guard let amount, !amount.isZero else { return nil }
      return Payment(type: type, direction: .out, amount: amount)
    }
  }

  // MARK: Units

  private func stockLegs() throws(ArithmeticFault) -> [LedgerGroup.StockLeg] {
    guard let symbol = event.symbol else { return [] }
    let row = try amountsOfLeg()
    guard let type = event.tradeType else {
      return [
        row.leg(.transferOut, symbol, securities, id: "\(id)-0"),
        row.leg(.transferIn, symbol, otherSecurities, id: "\(id)-0-1"),
      ]
    }
    var legs = [row.leg(type, symbol, securities, id: "\(id)-0")]
    if let option {
      var leg = LedgerGroup.StockLeg(id: "\(id)-0-1", option.type, symbol: option.symbol)
      (leg.quantity, leg.account) = (option.quantity, securities)
      leg.settlementDay = settles
      legs.append(leg)
    }
    return legs
  }

  /// The same with the gross amount of a trade if it is rounded, and with all amounts in the unit
  /// of the price.
  private func amountsOfLeg() throws(ArithmeticFault) -> GroupEntry {
    var entry = self
    if event.isTrade, gross == nil, let price, let units = try unitsOfValue(),
      let rounded = try grossOfTrade(),
      ExactDecimal.compareProducts(units, price, rounded, .one) != 0
    {
      entry.gross = rounded
    }
    guard quoteUnit != nil else { return entry }
    entry.gross = try entry.gross?.multiplied(by: 100)
    entry.fees = try fees?.multiplied(by: 100)
    entry.taxes = try taxes?.multiplied(by: 100)
    entry.cashInLieu = try cashInLieu?.multiplied(by: 100)
    entry.accruedInterest = try accruedInterest?.multiplied(by: 100)
    return entry
  }

  private func leg(
    _ type: TradeType, _ symbol: String, _ account: String?, id: String
  ) -> LedgerGroup.StockLeg {
    var leg = LedgerGroup.StockLeg(id: id, type, symbol: symbol)
    leg.settlementDay = settles
    (leg.quantity, leg.price, leg.gross) = (quantity, price, gross)
    (leg.fees, leg.taxes) = (fees, taxes)
    leg.ratio = if case .split(_, let ratio) = event { ratio } else { self.ratio }
    leg.currency = quoteUnit ?? cash?.currency ?? currency
    leg.account = account
    (leg.newSymbol, leg.basisFraction) = (newSymbol, basisFraction)
    (leg.cashInLieu, leg.accruedInterest) = (cashInLieu, accruedInterest)
    (leg.costDirection, leg.recipient) = (costDirection, recipient)
    leg.lots = lots
    return leg
  }
}
