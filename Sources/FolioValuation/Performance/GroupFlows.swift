/// Determines the flows of a group: money and units that enter or leave a part.
///
/// The flows of the whole portfolio are deposits, withdrawals, and units transferred in or out, at
/// market value. For a part, payments to and from other parts are flows too, such as purchases,
/// proceeds, and dividends that are paid out of it. Income and expenses within a part are not
/// flows.
struct GroupFlows {
  let tables: LedgerTables
  /// The same rows as booking reads them.
  let rows: LedgerRows
  let map: PartMap

  /// Returns the parts whose money or units the group may move.
  func parts(
    of group: GroupRecord, _ movements: ArraySlice<UnitMovement>, _ payments: [StockPayment]
  ) -> Set<Int> {
    let legs = tables.stockLegs
    let cash = group.cashLegs.map { tables.cashLegs[$0] }
    let parts =
      cash.map { map.part(cash: $0.account) }
      + cash.filter { isOfInstrument($0, in: group) }.map { map.part($0.instrument, 0) }
      + group.stockLegs.map { map.part(legs[$0].instrument, legs[$0].account) }
      + movements.map { map.part($0.instrument, $0.account) }
      + movements.map { movement in
        oldInstrument(of: movement).flatMap { map.part($0, movement.account) }
      }
    return Set(parts.compactMap { $0 } + payments.map(\.part))
  }

  /// Whether the group may move money or units into or out of the portfolio.
  func crossesBorder(_ group: GroupRecord) -> Bool {
    group.cashLegs.contains { isFromOutside(tables.cashLegs[$0], in: group) }
      || group.stockLegs.contains { isTransfer(tables.stockLegs[$0].type) }
  }

  /// Returns the cash that flows into a part, in the base currency at the rates of the day. `nil`
  /// if a rate is unknown.
  func cash(
    of group: GroupRecord, into part: Int, isAlone: Bool, _ payments: [StockPayment],
    _ values: PartValues
  ) -> ExactDecimal? {
    var sum: ExactDecimal? = .zero
    func add(_ amount: ExactDecimal?, _ currency: CurrencyIndex) {
      sum = sum.adding(amount.flatMap { values.inBase($0, currency) })
    }
    for index in group.cashLegs {
      let leg = tables.cashLegs[index]
      let isOfInstrument = isOfInstrument(leg, in: group)
      // Cash pays the fee of an instrument as if the fee were a stock leg.
      if isOfInstrument, !isAlone, map.part(leg.instrument, 0) == part {
        add(-leg.signedAmount, leg.currency)
      }
      guard map.part(cash: leg.account) == part else { continue }
      let paysTrade = isOfInstrument || contra(leg, in: group) == nil
      if isFromOutside(leg, in: group) || paysTrade && !isAlone {
        add(leg.signedAmount, leg.currency)
      }
    }
    for payment in payments where payment.part == part {
      add(payment.amount.map { -$0 }, payment.currency)
    }
    return sum
  }

  /// The part of the trade for which a movement ends an option, if that is another part. The value
  /// of the option goes there.
  func partOfTrade(_ movement: UnitMovement) -> Int?? {
    guard tables.stockLegs[Int(movement.leg)].type.givesPremium else { return nil }
    let trade = tables.groups[Int(movement.group)].stockLegs.lazy.map { tables.stockLegs[$0] }
      .first(where: \.type.isTrade)
    guard let trade else { return nil }
    let part = map.part(trade.instrument, trade.account)
    return part == map.part(movement.instrument, movement.account) ? nil : .some(part)
  }

  /// The instrument whose units a movement replaces or divides by units of another one.
  func oldInstrument(of movement: UnitMovement) -> InstrumentIndex? {
    let leg = tables.stockLegs[Int(movement.leg)]
    guard !leg.type.isTrade, tables.detail(of: leg)?.newInstrument == movement.instrument else {
      return nil
    }
    return leg.instrument
  }

  /// Whether a leg without an account takes the units of an account.
  func isTakenFromAccount(_ movement: UnitMovement) -> Bool {
    let leg = tables.stockLegs[Int(movement.leg)]
    return leg.account == 0 && movement.account != 0 && movement.instrument == leg.instrument
      && !leg.isForAllAccounts && !leg.type.givesPremium
  }

  /// Whether a movement brings units from another account or from outside, or takes them there.
  func isTransfer(_ movement: UnitMovement) -> Bool {
    isTransfer(tables.stockLegs[Int(movement.leg)].type)
  }

  /// Returns the value that the ledger gives for units without a price: the cost of lots
  /// transferred in, or the market value of a gift.
  func statedWorth(of movement: UnitMovement, _ values: PartValues) -> ExactDecimal? {
    let leg = tables.stockLegs[Int(movement.leg)]
    if leg.type == .gift, leg.given.contains(.gross) {
      return values.inBase(-leg.gross, leg.currency)
    }
    guard leg.type == .transferIn, let lots = tables.detail(of: leg)?.lots, !lots.isEmpty else {
      return nil
    }
    return lots.sum(\.costBasis).flatMap { values.inBase($0, leg.currency) }
  }

  private func contra(_ leg: CashLeg, in group: GroupRecord) -> JournalAccountKind? {
    ContraAccount.of(leg, in: group, isTrade: group.stockLegCount > 0)
  }

  /// Whether a leg is a fee, a tax or income of an instrument that it names.
  private func isOfInstrument(_ leg: CashLeg, in group: GroupRecord) -> Bool {
    leg.instrument != .missing && contra(leg, in: group)?.ofInstrument != nil
  }

  private func isFromOutside(_ leg: CashLeg, in group: GroupRecord) -> Bool {
    let contra = contra(leg, in: group)
    return contra == .contributions || contra == .opening
  }

  /// Whether all legs of a group belong to a part.
  func isWhollyInside(_ group: GroupRecord) -> Bool {
    group.cashLegs.map { tables.cashLegs[$0] }.allSatisfy {
      map.part(cash: $0.account) != nil
        && (!isOfInstrument($0, in: group) || map.part($0.instrument, 0) != nil)
    }
      && group.stockLegs.allSatisfy {
        map.part(tables.stockLegs[$0].instrument, tables.stockLegs[$0].account) != nil
      }
  }

  private func isTransfer(_ type: TradeType) -> Bool {
    type == .transferIn || type == .transferOut || type == .gift
  }
}
