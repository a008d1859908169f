// The cash of a merger that pays units too, and money that is paid back, as each country's rules
// have them.
extension Booker {
  /// Books cash by the tax rules. Rules that need the worth of the units after the payment read it
  /// from the price of the leg. Without a price, the cash lowers the cost, with a warning; money
  /// paid back only gets one if it is not small.
  /// - Parameter ratio: of a merger, the new units for the old ones.
  mutating func bookCash(
    of leg: StockLeg, _ affected: [PositionIndex], _ ratio: Ratio?, cause: DisposalCause
  ) throws {
    if traits.mergerCash == .lowersCost || ratio == nil && traits.mergerCash != .partDisposal {
      return try returnCapital(leg, affected, cause: cause)
    }
    guard leg.given.contains(.price), leg.price.isPositive else {
      let isNoticed = try ratio != nil || !isSmall(leg, affected, of: .zero)
      if isNoticed { booked.warnings.append(noPrice(leg)) }
      return try returnCapital(leg, affected, cause: cause)
    }
    let units = try units(in: affected, affectedBy: leg)
    let after = try ratio.map { ratio throws(ArithmeticFault) in
      try RunningRatio.scale(units, ratio)
    }
    let value = try (after ?? units).multiplied(by: leg.price, places: Self.places)
    if traits.mergerCash == .partDisposal {
      try disposeOfPart(leg, affected, units, value, cause: cause)
    } else {
      try recognizeGain(leg, affected, units, value)
    }
  }

  /// The cost is shared between the cash and the units by their values; small cash only lowers it.
  private mutating func disposeOfPart(
    _ leg: StockLeg, _ affected: [PositionIndex], _ units: ExactDecimal, _ value: ExactDecimal,
    cause: DisposalCause
  ) throws {
    let whole = try leg.gross.adding(value)
    if try isSmall(leg, affected, of: whole) {
      return try returnCapital(leg, affected, cause: cause)
    }
    var shares = Shares(leg.gross, by: units)
    for position in affected {
      guard let pool = positions[position].pool else { continue }
      for account in accountsAffected(by: leg, in: position) {
        let units = positions[position].units(in: account)
        let own = try costHeld(units, of: position, pool)
        let cost = try own.cost.share(leg.gross, of: whole)
        let costBase = try own.costBase.share(leg.gross, of: whole)
        guard let lot = firstLot(of: position, in: account) else { continue }
        var part = pooledRelief(
          Relief(lot, lots[lot], .zero, cost: cost, costBase: costBase), position, .section104)
        part.hasBase = pool.hasBase
        try positions[position].pool?.raiseCost(by: -cost, inBase: -costBase)
        clearReliefs()
        reliefs.append(part)
        try dispose(leg, for: shares.next(units), cause: cause)
      }
    }
  }

  /// Cash is small up to 5% of the cash and the value of the units together, or up to 3,000 in
  /// base, provided that the cost to lower is at least as high (TCGA 1992 s.122(2), (4)).
  private mutating func isSmall(
    _ leg: StockLeg, _ affected: [PositionIndex], of whole: ExactDecimal
  ) throws -> Bool {
    let cash = try rates.convert(leg.gross, of: leg, on: leg.tradeDay)
    let isLittle = cash.map { $0 <= 3000 } ?? false
    if !isLittle, ExactDecimal.compareProducts(leg.gross, 20, whole, .one) > 0 { return false }
    var cost = ExactDecimal.zero
    for position in affected {
      guard let pool = positions[position].pool else { continue }
      let units = units(of: position, affectedBy: leg)
      try cost.add(costHeld(units, of: position, pool).costBase)
    }
    return cash.map { $0 <= cost } ?? true
  }

  /// Small cash for fractions lowers the cost of the rest, and is no disposal (TCGA 1992 s.122(2)).
  /// - Returns: whether it did; otherwise nothing changes.
  mutating func lowerCostForFractions(
    _ leg: StockLeg, _ cash: ExactDecimal, _ fractions: [(made: MadeUnits, units: ExactDecimal)]
  ) throws -> Bool {
    guard traits.mergerCash == .partDisposal else { return false }
    var payment = leg
    // The pool is that of all accounts.
    (payment.gross, payment.account) = (cash, 0)
    let affected = Set(fractions.map(\.made.position)).sorted()
    // Without a whole unit left there is no cost to lower.
    let areWhole = try affected.allSatisfy { position in
      try fractions.filter { $0.made.position == position }.sum { $0.units }
        < positions[position].quantity
    }
    guard areWhole, try isSmall(payment, affected, of: .zero) else { return false }
    for fraction in fractions {
      _ = try takeUnits(fraction.units, from: fraction.made.position, in: fraction.made.account)
      try positions[fraction.made.position].take(fraction.units)
    }
    try returnCapital(payment, affected, cause: .cashInLieu)
    return true
  }

  /// The part of a pool's cost that is for some of the units held. The units held do not have the
  /// cost of units that were sold against a later purchase.
  private func costHeld(
    _ units: ExactDecimal, of position: PositionIndex, _ pool: Pool
  ) throws(ArithmeticFault) -> (cost: ExactDecimal, costBase: ExactDecimal) {
    let whole = try positions[position].quantity.adding(max(.zero, pool.ahead))
    return try (pool.cost.share(units, of: whole), pool.costBase.share(units, of: whole))
  }

  /// The gain of each lot, as if it were sold for everything it receives, is taxed up to its cash.
  /// The cost is lowered by the cash and raised by the gain.
  private mutating func recognizeGain(
    _ leg: StockLeg, _ affected: [PositionIndex], _ units: ExactDecimal, _ value: ExactDecimal
  ) throws {
    try shareCash(of: leg, among: affected) { booker, index, cash, rate throws in
      let got = try cash.adding(value.share(booker.lots[index].quantity, of: units))
      try booker.recognizeGain(of: index, leg, cash: cash, got: got, rate)
    }
  }

  private mutating func recognizeGain(
    of index: LotSlot, _ leg: StockLeg, cash: ExactDecimal, got: ExactDecimal,
    _ rate: ExchangeRate?
  ) throws {
    let cashInLot = try amount(cash, by: leg, in: index, rate)
    let gotInLot = try amount(got, by: leg, in: index, rate)
    let lot = lots[index]
    let used = try Self.costUsed(lot.cost, cash: cashInLot, got: gotInLot)
    var part = Relief(index, lot, .zero, cost: used, costBase: .zero)
    if let rate, lot.hasBase {
      part.costBase = try Self.costUsed(
        lot.costBase, cash: rate.convert(cash), got: rate.convert(got))
    } else {
      part.hasBase = false
    }
    try lots[index].takeCost(used, inBase: part.costInBase)
    lots[index].compare()
    limitGift(of: index)
    clearReliefs()
    reliefs.append(part)
    try dispose(leg, for: cash, cause: .merger)
  }

  /// The cost that the cash uses up: all of the cash less the gain, which is at most the cash.
  private static func costUsed(
    _ cost: ExactDecimal, cash: ExactDecimal, got: ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    let gain = min(cash, max(.zero, try got.subtracting(cost)))
    return try cash.subtracting(gain)
  }
}
