// Purchases, sales and dividends.
extension Booker {
  /// The cost of a purchase: gross, with fees and taxes unless these are expensed.
  @inline(__always)
  func cost(of leg: StockLeg) throws(ArithmeticFault) -> ExactDecimal {
    expensesFees ? leg.gross : try leg.gross.adding(leg.fees).adding(leg.taxes)
  }

  /// The proceeds of a sale: gross, net of fees and taxes unless these are expensed.
  @inline(__always)
  func proceeds(of leg: StockLeg) throws(ArithmeticFault) -> ExactDecimal {
    expensesFees ? leg.gross : try leg.gross.subtracting(leg.fees).subtracting(leg.taxes)
  }

  /// A purchase opens a lot at its cost. A short sale opens a short lot, whose cost is the
  /// proceeds.
  mutating func bookOpening(_ leg: StockLeg, isShort: Bool) throws {
    let cost = isShort ? try proceeds(of: leg) : try cost(of: leg)
    let costBase = try rates.convert(cost, of: leg, on: leg.tradeDay)
    var new = Lot(leg, leg.quantity, cost: cost, costBase: costBase, group: context.group)
    new.isShort = isShort
    let gift = context.hasPremium ? try addPremium(to: &new) : nil
    let lot = try open(new)
    if gift != nil { attach(gift, to: lot) }
    post(.securities, leg.instrument, isShort ? -new.cost : new.cost, leg.currency)
    postExpenses(leg)
    try applyRules { try $0.acquired(lot, leg, &$1) }
  }

  mutating func bookSell(_ leg: StockLeg) throws {
    try identify(positionHolding(leg), for: leg)
    try dispose(leg, for: try proceeds(of: leg), cause: .sale)
    postExpenses(leg)
  }

  /// Buys back units that are owed. The gain is the proceeds of their sale less their cost now.
  mutating func bookCover(_ leg: StockLeg) throws {
    let owed = held(leg.instrument, leg.account, isShort: true)
    if owed < leg.quantity { throw coveredMoreThanShort(leg, owed) }
    let short = position(leg.instrument, leg.account, isShort: true)
    try gatherUnits(of: short, for: leg)
    try relieve(short, for: leg)
    positions[short].lastSold = leg.tradeDay
    try changePlaces(for: leg.account)
    try dispose(leg, for: try cost(of: leg), cause: .cover)
    postExpenses(leg)
  }

  mutating func bookWriteOff(_ leg: StockLeg) throws {
    try disposeOfAll(leg, proceeds: .zero, cause: .writeOff)
    postCharges(leg)
  }

  /// The position that a leg takes units out of. It holds as many.
  @inline(__always)
  mutating func positionHolding(_ leg: StockLeg) throws -> PositionIndex {
    let position = positions.find(leg.instrument, scope(leg.account), isShort: false)
    let held = position == .missing ? .zero : units(of: position, openTo: leg.account)
    if position != .missing, held >= leg.quantity {
      try gatherUnits(of: position, for: leg)
      return position
    }
    throw soldMoreThanHeld(leg, held)
  }

  mutating func bookDividend(_ leg: StockLeg) throws {
    recordIncome(leg, leg.gross, withheld: leg.taxes, .dividend)
    post(.dividends, leg.instrument, -leg.gross, leg.currency)
    post(.withholdingTaxes, leg.taxes, leg.currency)
    post(.fees, leg.fees, leg.currency)
  }

  /// Posts fees and taxes of a trade as expenses, if the setting says so.
  @inline(__always)
  mutating func postExpenses(_ leg: StockLeg) {
    if expensesFees { postCharges(leg) }
  }

  /// Fees and taxes of an event that neither buys nor sells: always expenses.
  mutating func postCharges(_ leg: StockLeg) {
    post(.fees, leg.fees, leg.currency)
    post(.transactionTaxes, leg.taxes, leg.currency)
  }

  /// Disposes of all units, or of the quantity that the leg gives, of an instrument: in the leg's
  /// account, or wherever they are where it names none.
  mutating func disposeOfAll(
    _ leg: StockLeg, proceeds: ExactDecimal, cause: DisposalCause
  ) throws {
    let affected = positionsAffected(by: leg)
    if affected.isEmpty { throw nothingHeld(leg) }
    if leg.given.contains(.quantity) {
      let position = try positionHolding(leg)
      if cause == .merger {
        try identify(position, for: leg)
      } else {
        try relieveForDisposal(position, leg.quantity, in: leg.account)
      }
      return try dispose(leg, for: proceeds, cause: cause)
    }
    var shares = Shares(proceeds, by: try units(in: affected, affectedBy: leg))
    for position in affected {
      adoptMethod(of: position)
      for account in accountsAffected(by: leg, in: position) {
        let quantity = positions[position].units(in: account)
        try relieveForDisposal(position, quantity, in: account)
        try dispose(leg, for: shares.next(quantity), cause: cause)
      }
    }
  }

  /// The open positions that an event of an instrument touches, held or owed: those of the leg's
  /// account, or all.
  func positionsAffected(by leg: StockLeg, isShort: Bool = false) -> [PositionIndex] {
    positionsTouched(leg.instrument, by: leg, isShort: isShort).filter {
      units(of: $0, affectedBy: leg).isPositive
    }
  }

  /// The positions of an instrument that a leg may touch: in account scope only that of the account
  /// that it names, and under tax rules only that of its holder.
  func positionsTouched(
    _ instrument: InstrumentIndex, by leg: StockLeg, isShort: Bool
  ) -> [PositionIndex] {
    guard leg.account != 0, lotScope == .account || holders.areSeveral else {
      return positions.inOrder(instrument, isShort: isShort)
    }
    let own = positions.find(instrument, scope(leg.account), isShort: isShort)
    return own == .missing ? [] : [own]
  }
}
