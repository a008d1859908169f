import FolioBooking
import FolioModel
import FolioNumbers

/// Determines the flows of a group: money and units that enter or leave a part.
///
/// The flows of the whole portfolio are deposits, withdrawals, and units transferred in or out, at
/// market value. For a part, payments to and from other parts are flows too, such as purchases,
/// proceeds, and dividends that are paid out of it. Income and expenses within a part are not
/// flows.
struct GroupFlows {
  let tables: LedgerTables
  let map: PartMap

  /// Returns the parts whose money or units the group may move.
  func parts(of group: GroupRecord, _ movements: ArraySlice<UnitMovement>) -> Set<Int> {
    let legs = tables.stockLegs
    let payments = group.cashLegs.map { tables.cashLegs[$0] }
    let parts =
      payments.map { map.part(cash: $0.account) }
      + payments.filter { isOfInstrument($0, in: group) }.map { map.part($0.instrument, 0) }
      + group.stockLegs.map { map.part(legs[$0].instrument, legs[$0].account) }
      + movements.map { map.part($0.instrument, $0.account) }
    return Set(parts.compactMap { $0 })
  }

  /// Whether the group may move money or units into or out of the portfolio.
  func crossesBorder(_ group: GroupRecord) -> Bool {
    group.cashLegs.contains { isFromOutside(tables.cashLegs[$0], in: group) }
      || group.stockLegs.contains { isTransfer(tables.stockLegs[$0].type) }
  }

  /// Returns the cash that flows into a part, in the base currency at the rates of the day. `nil`
  /// if a rate is unknown.
  func cash(
    of group: GroupRecord, _ movements: ArraySlice<UnitMovement>, into part: Int, isAlone: Bool,
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
    if isAlone { return sum }
    for index in group.stockLegs {
      let leg = tables.stockLegs[index]
      let cash = try? leg.requiredCash(tables.detail(of: leg))
      if cash?.isZero == true { continue }
      guard let share = share(of: cash, leg, UInt32(index), movements, part) else { continue }
      add(share.map { -$0 }, leg.currency)
    }
    return sum
  }

  /// Returns the part's share of the cash for a stock leg: all of it if the leg names the account,
  /// otherwise in proportion to the units that the leg moves. `nil` if the part has no share.
  private func share(
    of cash: ExactDecimal?, _ leg: StockLeg, _ number: UInt32,
    _ movements: ArraySlice<UnitMovement>, _ part: Int
  ) -> ExactDecimal?? {
    let moved = movements.filter { $0.leg == number && $0.instrument == leg.instrument }
    if leg.account != 0 || moved.isEmpty {
      return map.part(leg.instrument, leg.account) == part ? .some(cash) : nil
    }
    let own = moved.filter { map.part($0.instrument, $0.account) == part }
    if own.isEmpty { return nil }
    guard let units = own.sum(\.quantity.magnitude), let all = moved.sum(\.quantity.magnitude)
    else { return .some(nil) }
    if units == all { return .some(cash) }
    return .some(
      cash.flatMap { try? $0.multiplied(by: units, dividedBy: all, places: Precision.costPlaces) })
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

  /// Whether a movement brings units from another part or from outside.
  func isFlow(_ movement: UnitMovement) -> Bool {
    let leg = tables.stockLegs[Int(movement.leg)]
    if isTransfer(leg.type) { return true }
    if leg.type.givesPremium { return partOfTrade(movement) != nil }
    let other = tables.detail(of: leg)?.newInstrument ?? .missing
    if other == .missing || leg.type.isTrade { return false }
    return map.part(leg.instrument, leg.account) != map.part(other, leg.account)
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
