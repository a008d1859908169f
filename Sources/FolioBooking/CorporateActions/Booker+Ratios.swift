// Events that change how many units the lots hold: splits, stock dividends, and the fractions
// that they leave.
extension Booker {
  /// `new` units for each `old` ones, in every lot, held or owed. Costs and days stay as they are.
  mutating func bookSplit(_ leg: StockLeg) throws {
    let affected = positionsAffected(by: leg)
    let owed = positionsAffected(by: leg, isShort: true)
    // Opening balances have earlier splits, for earlier prices (Specs/decisions/snapshots.md).
    if context.groupType == .openingBalance, affected.isEmpty, owed.isEmpty { return }
    guard let detail = rows.detail(of: leg), let ratio = detail.ratio,
      !affected.isEmpty || !owed.isEmpty || wasSoldLately(leg)
        || ignoresTaxRules
    else { throw nothingHeld(leg) }
    try multiply(affected, owed, by: ratio, nil, leg)
    try payForFractions(leg, leg.instrument, whole(affected, leg), detail.cashInLieu)
    postCharges(leg)
  }

  /// Whether a purchase after an event may still bear on a sale before it, or a short sale on a
  /// cover.
  func wasSoldLately(_ leg: StockLeg) -> Bool {
    traits.window > 0
      && [false, true].contains { isShort in
        positions.all(leg.instrument, isShort: isShort).contains {
          let sold = positions[$0].lastSold
          return leg.tradeDay.daysSince1970 - sold.daysSince1970 <= traits.window
        }
      }
  }

  /// Untaxed, the new units are spread over the lots and cost nothing; taxed as income
  /// (`gross_amount`), they are a lot of their own at that value.
  mutating func bookStockDividend(_ leg: StockLeg) throws {
    let affected = positionsAffected(by: leg)
    if affected.isEmpty { return try bookBonusOfUnitsSold(leg) }
    let held = try units(in: affected, affectedBy: leg)
    let added = try unitsAdded(leg, held)
    if leg.given.contains(.gross) && leg.gross.isPositive {
      try bookTaxedStockDividend(leg, affected, added, of: held)
    } else {
      let ratio = Ratio(new: try held.adding(added), old: held)
      try multiply(affected, [], by: ratio, try shares(of: added, in: affected, leg), leg)
    }
    try payForFractions(
      leg, leg.instrument, whole(affected, leg), rows.detail(of: leg)?.cashInLieu)
    postCharges(leg)
  }

  /// A bonus issue brings nothing if nothing is held. It rescales the units sold lately as a split
  /// does.
  private mutating func bookBonusOfUnitsSold(_ leg: StockLeg) throws {
    guard let ratio = rows.detail(of: leg)?.ratio, wasSoldLately(leg) || ignoresTaxRules,
      !leg.given.contains(.quantity), !leg.given.contains(.gross)
    else { throw nothingHeld(leg) }
    let whole = Ratio(new: try ratio.old.adding(ratio.new), old: ratio.old)
    try multiply([], [], by: whole, nil, leg)
    postCharges(leg)
  }

  /// The units of each account after an event changed all of them.
  private func whole(_ affected: [PositionIndex], _ leg: StockLeg) -> [MadeUnits] {
    affected.flatMap { position in
      accountsAffected(by: leg, in: position).map {
        MadeUnits(position: position, account: $0, units: positions[position].units(in: $0))
      }
    }
  }

  /// The ratio of each account, if an event adds a number of units to several. Together they add
  /// exactly as many.
  private func shares(
    of added: ExactDecimal, in affected: [PositionIndex], _ leg: StockLeg
  ) throws(ArithmeticFault) -> RunningRatios? {
    let parts = whole(affected, leg)
    guard leg.given.contains(.quantity), parts.count > 1 else { return nil }
    let held = try parts.sum(of: \.units)
    var (shares, ratios) = (Shares(added, by: held), RunningRatios(Ratio(new: added, old: held)))
    for part in parts {
      let units = try part.units.adding(shares.next(part.units))
      ratios.set(Ratio(new: units, old: part.units), for: part.account)
    }
    return ratios
  }

  private func unitsAdded(
    _ leg: StockLeg, _ held: ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    if leg.given.contains(.quantity) { return leg.quantity }
    guard let ratio = rows.detail(of: leg)?.ratio else { return .zero }
    return try RunningRatio.scale(held, ratio)
  }

  /// Each account gets a lot of the units that it adds.
  private mutating func bookTaxedStockDividend(
    _ leg: StockLeg, _ affected: [PositionIndex], _ added: ExactDecimal, of held: ExactDecimal
  ) throws {
    recordIncome(leg, leg.gross, withheld: leg.taxes, .stockDividend)
    var (units, costs) = (Shares(added, by: held), Shares(leg.gross, by: added))
    for part in whole(affected, leg) {
      let quantity = try units.next(part.units)
      let cost = try costs.next(quantity)
      let costBase = try rates.convert(cost, of: leg, on: leg.tradeDay)
      var new = Lot(leg, quantity, cost: cost, costBase: costBase, group: context.group)
      new.account = part.account
      let lot = try open(new)
      try applyRules { try $0.acquired(lot, leg, &$1) }
    }
    post(.securities, leg.instrument, leg.gross, leg.currency)
    post(.dividends, leg.instrument, -leg.gross, leg.currency)
  }

  /// Multiplies the units of each lot of some positions, held and owed.
  /// - Parameter own: the ratios of the accounts, if they differ.
  private mutating func multiply(
    _ held: [PositionIndex], _ owed: [PositionIndex], by ratio: Ratio, _ own: RunningRatios?,
    _ leg: StockLeg
  ) throws {
    for positions in [held, owed]
    where try own != nil || !multiplyLater(positions, by: ratio, leg) {
      try countChanged(positions)
      var running = own ?? RunningRatios(ratio)
      for position in positions { try multiply(position, by: &running, leg) }
    }
    let isRepeated = repeatsSplit(leg)
    if let position = positionOfAccounts(leg) {
      try countUnsplit(in: position, by: ratio, leg, isRepeated: isRepeated)
      if !isRepeated { positions[position].lastSplit = (leg.account, leg.tradeDay) }
    }
    if !isRepeated { try applyRules { try $0.rescaled(leg.instrument, ratio, leg, &$1) } }
    for position in held + owed { notePool(.multiplied, position) }
  }

  /// Whether a split was booked for another account lately. Tax rules that match purchases and
  /// sales across accounts count the units of all accounts, so the split of one account is enough.
  private mutating func repeatsSplit(_ leg: StockLeg) -> Bool {
    guard let position = positionOfAccounts(leg), isSplitOpen(in: position) else { return false }
    return positions[position].lastSplit?.account != leg.account
  }

  /// The position of all accounts, if a split is one of a single account.
  private mutating func positionOfAccounts(_ leg: StockLeg) -> PositionIndex? {
    guard lotScope == .portfolio, leg.account != 0 else { return nil }
    let position = positions.find(leg.instrument, scope(leg.account), isShort: false)
    return position == .missing ? nil : position
  }

  /// Whether other accounts may still book the last split of one account.
  func isSplitOpen(in position: PositionIndex) -> Bool {
    guard let last = positions[position].lastSplit else { return false }
    return context.day.daysSince1970 - last.day.daysSince1970 <= Self.daysOfOneSplit
  }

  /// Counts the units of other accounts as if they were split already, so that the cost of a pool
  /// is divided by units of one form.
  private mutating func countUnsplit(
    in position: PositionIndex, by ratio: Ratio, _ leg: StockLeg, isRepeated: Bool
  ) throws(ArithmeticFault) {
    guard let pool = positions[position].pool else { return }
    let own = positions[position].units(in: leg.account)
    if isRepeated {
      let before = try RunningRatio.scale(own, ratio.inverse)
      try positions[position].pool?.unsplit.subtract(own.subtracting(before))
    } else {
      let others = try positions[position].quantity.subtracting(own)
      let open = isSplitOpen(in: position) ? pool.unsplit : .zero
      positions[position].pool?.unsplit = try RunningRatio.scale(others.adding(open), ratio)
        .subtracting(others)
    }
  }

  /// Brokers book the same split up to so many days apart.
  static var daysOfOneSplit: Int32 { 7 }

  private mutating func multiply(
    _ position: PositionIndex, by ratio: inout RunningRatios, _ leg: StockLeg
  ) throws {
    try bringUp(lotsOf: position)
    for lot in lots(of: position, affectedBy: leg) {
      let before = try costOfOrder(lots[lot], lots[lot].quantity)
      try lots[lot].multiply(by: &ratio, comparedBy: before)
      if !gifts.isEmpty { gifts[lots[lot].number]?.quantity = lots[lot].quantity }
      note(.multiplied, lot)
    }
    let open = lotsInOrder(of: position)
    try positions[position].recount(open, lots.all)
    beginLog(of: position, least: open.map { lots[$0].quantity }.min())
  }

  /// The open lots of a position, oldest first.
  func lotsInOrder(of position: PositionIndex) -> [LotSlot] {
    positions[position].order.candidates.filter { !lots[$0].quantity.isZero }
      .sorted { lots[$0].isOlder(than: lots[$1]) }
  }

  /// Sells the fraction of a unit that an event leaves in each position for the cash that was
  /// paid for it.
  mutating func payForFractions(
    _ leg: StockLeg, _ instrument: InstrumentIndex, _ made: [MadeUnits], _ cash: ExactDecimal?
  ) throws {
    guard let cash, cash.isPositive else { return }
    var sale = leg
    sale.instrument = instrument
    var fractions: [(made: MadeUnits, units: ExactDecimal)] = []
    var units = ExactDecimal.zero
    for part in made {
      let fraction = try part.units.subtracting(part.units.rounded(toPlaces: 0, .down))
      if fraction.isPositive { fractions.append((part, fraction)) }
      try units.add(fraction)
    }
    if units.isZero { throw noFraction(sale) }
    if try lowerCostForFractions(sale, cash, fractions) { return }
    var shares = Shares(cash, by: units)
    for fraction in fractions {
      adoptMethod(of: fraction.made.position)
      try relieve(fraction.made, fraction.units)
      let paid = try shares.next(fraction.units)
      try keepFraction(fraction.units, of: instrument, in: fraction.made.account, paid: paid, leg)
      try dispose(sale, for: paid, cause: .cashInLieu)
    }
  }

  /// Takes a fraction out of the units that an event made: out of the lots that it opened, oldest
  /// first, or where it only changed lots, out of those of the account in the order of the method.
  private mutating func relieve(_ made: MadeUnits, _ quantity: ExactDecimal) throws {
    if made.lots.isEmpty, !positions[made.position].accounts.areSeveral {
      return try relieve(made.position, quantity)
    }
    clearReliefs()
    var opened = made.lots[...]
    var left = quantity
    while left.isPositive,
      let lot = made.lots.isEmpty
        ? firstLot(of: made.position, in: made.account) : opened.popFirst()
    {
      try bringUp(lot)
      let taken = min(left, lots[lot].quantity)
      try take(taken, from: lot)
      try left.subtract(taken)
    }
    try settle(made.position, quantity)
  }
}

/// The units that an event made in one account, and the lots that it opened for them; no lots
/// where it changed those that were there.
struct MadeUnits {
  var position: PositionIndex
  var account: SecuritiesAccountIndex
  var units: ExactDecimal
  var lots: [LotSlot] = []
}
