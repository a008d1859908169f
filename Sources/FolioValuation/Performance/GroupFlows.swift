import FolioBooking
import FolioModel
import FolioNumbers

/// Which money of a group is put into a part from outside of it, or taken out.
///
/// For the whole portfolio these are deposits, withdrawals, and units that come from or leave for
/// outside, at their market value. For a part of it also what the part pays to the rest and gets
/// from it: purchases, proceeds, dividends that are paid out of it. Income and expenses inside of
/// a part are no flows.
struct GroupFlows {
  let tables: LedgerTables
  let map: PartMap

  /// The parts that a group may move money or units of.
  func parts(of group: GroupRecord, _ movements: ArraySlice<UnitMovement>) -> Set<Int> {
    var parts: Set<Int> = []
    for index in group.cashLegs {
      if let part = map.part(cash: tables.cashLegs[index].account) { parts.insert(part) }
    }
    for index in group.stockLegs {
      let leg = tables.stockLegs[index]
      if let part = map.part(leg.instrument, leg.account) { parts.insert(part) }
    }
    for movement in movements {
      if let part = map.part(movement.instrument, movement.account) { parts.insert(part) }
    }
    return parts
  }

  /// Whether anything of a group may come from outside of the whole.
  func crossesBorder(_ group: GroupRecord) -> Bool {
    group.cashLegs.contains { isFromOutside(tables.cashLegs[$0], in: group) }
      || group.stockLegs.contains { isTransfer(tables.stockLegs[$0].type) }
  }

  /// The cash that flows into a part, in base at the rates of the day; nil where one is missing.
  func cash(
    of group: GroupRecord, _ movements: ArraySlice<UnitMovement>, into part: Int, isAlone: Bool,
    _ values: PartValues
  ) -> ExactDecimal? {
    var sum: ExactDecimal? = .zero
    func add(_ amount: ExactDecimal?, _ currency: CurrencyIndex) {
      sum = sum.adding(amount.flatMap { values.inBase($0, currency) })
    }
    let isTrade = group.stockLegCount > 0
    for index in group.cashLegs {
      let leg = tables.cashLegs[index]
      guard map.part(cash: leg.account) == part else { continue }
      let pays = ContraAccount.of(leg, in: group, isTrade: isTrade) == nil
      if isFromOutside(leg, in: group) || pays && !isAlone { add(leg.signedAmount, leg.currency) }
    }
    if isAlone { return sum }
    for index in group.stockLegs {
      let leg = tables.stockLegs[index]
      let called = try? leg.cashCalledFor(tables.detail(of: leg))
      if called?.isZero == true { continue }
      guard let share = share(of: called, leg, UInt32(index), movements, part) else { continue }
      add(share.map { -$0 }, leg.currency)
    }
    return sum
  }

  /// The part's share of the cash that a leg calls for: all of it where the leg names the account;
  /// where it names none and moves the units of several, by units. Nil where it has none.
  private func share(
    of called: ExactDecimal?, _ leg: StockLeg, _ number: UInt32,
    _ movements: ArraySlice<UnitMovement>, _ part: Int
  ) -> ExactDecimal?? {
    let moved = movements.filter { $0.leg == number && $0.instrument == leg.instrument }
    if leg.account != 0 || moved.isEmpty {
      return map.part(leg.instrument, leg.account) == part ? .some(called) : nil
    }
    var (own, all, hasOwn) = (ExactDecimal.zero, ExactDecimal.zero, false)
    for movement in moved {
      guard (try? all.add(movement.quantity.magnitude)) != nil else { return .some(nil) }
      guard map.part(movement.instrument, movement.account) == part else { continue }
      hasOwn = true
      guard (try? own.add(movement.quantity.magnitude)) != nil else { return .some(nil) }
    }
    if !hasOwn { return nil }
    if own == all { return .some(called) }
    return .some(
      called.flatMap {
        try? $0.multiplied(
          by: own, dividedBy: all, places: Precision.cost, rounding: .halfEven)
      })
  }

  /// Whether units of a movement come from another part, or from outside.
  func isFlow(_ movement: UnitMovement) -> Bool {
    let leg = tables.stockLegs[Int(movement.leg)]
    if isTransfer(leg.type) { return true }
    let other = tables.detail(of: leg)?.newInstrument ?? .missing
    if other == .missing || leg.type.isTrade { return false }
    return map.part(leg.instrument, leg.account) != map.part(other, leg.account)
  }

  /// What units are worth by the ledger's own word, where no price is known: the cost of lots that
  /// come from outside, the market value that a gift names.
  func statedWorth(of movement: UnitMovement, _ values: PartValues) -> ExactDecimal? {
    let leg = tables.stockLegs[Int(movement.leg)]
    if leg.type == .gift, leg.given.contains(.gross) {
      return values.inBase(-leg.gross, leg.currency)
    }
    guard leg.type == .transferIn, let lots = tables.detail(of: leg)?.lots, !lots.isEmpty else {
      return nil
    }
    var sum = ExactDecimal.zero
    for lot in lots {
      guard let cost = lot.costBasis, (try? sum.add(cost)) != nil else { return nil }
    }
    return values.inBase(sum, leg.currency)
  }

  private func isFromOutside(_ leg: CashLeg, in group: GroupRecord) -> Bool {
    let contra = ContraAccount.of(leg, in: group, isTrade: group.stockLegCount > 0)
    return contra == .contributions || contra == .opening
  }

  private func isTransfer(_ type: TradeType) -> Bool {
    type == .transferIn || type == .transferOut || type == .gift
  }
}
