// The movements of a group other than those of its lots: money, income, fees and taxes.
extension Booker {
  /// Records the movements of a group after its legs are booked.
  mutating func keepGroup(_ record: GroupRecord, _ balance: GroupBalance?) throws {
    var payer: PeriodPlace?
    for index in record.cashLegs {
      let leg = rows.cashLegs[index]
      try keepCash(leg, record)
      if payer == nil, contra(leg, record) == nil { payer = .cash(leg.account) }
    }
    let fallback = record.stockLegs.first.map { PeriodPlace(rows.stockLegs[$0]) }
    guard let place = payer ?? fallback else { return }
    for residual in balance?.rounding ?? [] {
      let rate = rateInGroup(residual.currency, record)
      keep(.other, place, try rate?.convert(residual.amount))
    }
    // The remaining difference comes from different rates within the group, and from rounding.
    guard let difference = try recorder.difference(), !difference.isZero else { return }
    if case .cash = place {
      keep(.flow, place, -difference)
    } else {
      keep(.other, place, difference)
    }
  }

  private func contra(_ leg: CashLeg, _ record: GroupRecord) -> JournalAccountKind? {
    ContraAccount.of(leg, in: record, isTrade: record.stockLegCount > 0)
  }

  /// Dividends, interest, fees and taxes of a stock leg, before it is booked. An event without an
  /// account is shared by the units of all accounts.
  mutating func keepCharges(_ leg: StockLeg) throws {
    guard leg.currency != missingCurrency else { return }
    if !leg.isForAllAccounts { return try keepCharges(leg, in: PeriodPlace(leg)) { $0 } }
    let holders = positionsAffected(by: leg).flatMap { position in
      accounts(of: position).map { ($0, positions[position].units(in: $0)) }
    }
    let units = try holders.sum(of: \.1)
    for (account, own) in holders {
      try keepCharges(leg, in: .units(leg.instrument, account)) { amount throws(ArithmeticFault) in
        try amount.share(own, of: units)
      }
    }
  }

  private mutating func keepCharges(
    _ leg: StockLeg, in place: PeriodPlace,
    _ share: (ExactDecimal) throws(ArithmeticFault) -> ExactDecimal
  ) throws {
    let rate = rates.rate(of: leg, on: leg.tradeDay)
    let detail = rows.detail(of: leg)
    let isNetted =
      leg.type.isTrade || leg.type.givesPremium || keepsChargesOfGift(leg)
      || leg.type == .merger && detail?.isForUnits != true
    let isTaxed = leg.type == .stockDividend && leg.given.contains(.gross)
    if leg.type == .dividend || isTaxed {
      try keep(.dividend, place, share(leg.gross), rate)
    }
    if leg.type == .costAdjustment {
      try keep(.other, place, share(rows.costChange(of: leg)), rate)
    }
    if leg.type == .unitFee { try keep(.fee, place, -share(leg.gross), rate) }
    if !isNetted || expensesFees {
      try keep(.fee, place, -share(leg.fees), rate)
      try keep(.tax, place, -share(leg.taxes), rate)
    }
    if leg.type.isTrade, let interest = detail?.accruedInterest {
      try keep(.interest, place, leg.type.isPurchase ? -interest : interest, rate)
    }
  }

  private mutating func keep(
    _ kind: PeriodEntry.Kind, _ place: PeriodPlace, _ amount: ExactDecimal, _ rate: ExchangeRate?
  ) throws(ArithmeticFault) {
    if amount.isZero { return }
    keep(kind, place, try rate?.convert(amount))
  }

  /// Contributions, income and expenses are converted at the rate of the day. All other money pays
  /// for something in the group, and is converted at the rate of the group. What is about an
  /// instrument is earned or spent there, and not in the cash account.
  private mutating func keepCash(_ leg: CashLeg, _ record: GroupRecord) throws {
    let place = PeriodPlace.cash(leg.account)
    let day = effectiveDay(of: record)
    let kind = contra(leg, record)
    let rate = kind == nil ? rateInGroup(leg.currency, record) : rates.known(leg.currency, on: day)
    let amount = try rate?.convert(leg.signedAmount)
    let isOfInstrument = leg.instrument != .missing && kind?.ofInstrument != nil
    let earner = isOfInstrument ? PeriodPlace.units(leg.instrument, 0) : place
    switch kind {
    case .contributions, .opening: return keep(.contribution, place, amount)
    case .interest: keep(.interest, earner, amount)
    case .otherDividends: keep(.dividend, earner, amount)
    case .fees: keep(.fee, earner, amount)
    case .paidTaxes: keep(.tax, earner, amount)
    case .otherIncome, .otherExpenses: keep(.other, earner, amount)
    case .cash, .securities, .dividends, .accruedInterest, .costAdjustments, .gains,
      .transactionTaxes, .withholdingTaxes, .conversions, .rounding, nil:
      break
    }
    keep(.flow, place, amount)
  }

  /// The rate of a currency in a group: from a stock leg, else from the group's exchange, else the
  /// rate of the day.
  private mutating func rateInGroup(
    _ currency: CurrencyIndex, _ record: GroupRecord
  ) -> ExchangeRate? {
    for index in record.stockLegs {
      let leg = rows.stockLegs[index]
      if leg.currency == currency, leg.given.contains(.fxRate),
        let rate = rates.known(of: leg, on: leg.tradeDay)
      {
        return rate
      }
    }
    return rates.known(currency, on: ledger.tradeDay(of: record), inGroup: true)
  }
}

extension StockLegDetail {
  /// Whether a merger pays units, with or without money.
  fileprivate var isForUnits: Bool { ratio != nil && newInstrument != .missing }
}
