import FolioDiagnostics
import FolioModel
import FolioNumbers

// Purchases, sales and dividends.
extension Booker {
  /// What a purchase cost: gross, with fees and taxes unless these are expensed.
  @inline(__always)
  func cost(of leg: StockLeg) throws(ArithmeticFault) -> ExactDecimal {
    expensesFees ? leg.gross : try leg.gross.adding(leg.fees).adding(leg.taxes)
  }

  /// What a sale brought: gross, net of fees and taxes unless these are expensed.
  @inline(__always)
  func proceeds(of leg: StockLeg) throws(ArithmeticFault) -> ExactDecimal {
    expensesFees ? leg.gross : try leg.gross.subtracting(leg.fees).subtracting(leg.taxes)
  }

  mutating func bookBuy(_ leg: StockLeg) throws {
    let day = leg.tradeDay
    let cost = try self.cost(of: leg)
    let costBase = try rates.convert(cost, of: leg, on: day)
    let lot = try open(
      leg.instrument, leg.account, acquired: day, quantity: leg.quantity, cost: cost,
      costBase: costBase, currency: leg.currency)
    post(.securities, leg.instrument, cost, leg.currency)
    postExpenses(leg)
    try applyRules { try $0.acquired(lot, leg, &$1) }
  }

  mutating func bookSell(_ leg: StockLeg) throws {
    let position = positions.find(leg.instrument, scope(leg.account), isShort: false)
    let held = position == .none ? .zero : positions[position].quantity
    if position == .none || held < leg.quantity {
      throw BookingFault(.soldMoreThanHeld(leg, held, tables, inAccount: lotScope == .account))
    }
    try identify(position, for: leg)
    positions[position].lastSold = leg.tradeDay
    try dispose(leg, proceeds: try proceeds(of: leg), cause: .sale)
    postExpenses(leg)
  }

  mutating func bookWriteOff(_ leg: StockLeg) throws {
    try disposeOfAll(leg, proceeds: .zero, cause: .writeOff)
    postCharges(leg)
  }

  mutating func bookDividend(_ leg: StockLeg) throws {
    recordIncome(leg, .dividend)
    post(.dividends, leg.instrument, -leg.gross, leg.currency)
    post(.withholdingTaxes, missingIndex, leg.taxes, leg.currency)
    post(.fees, missingIndex, leg.fees, leg.currency)
  }

  /// Fees and taxes of a trade as expenses of their own, where the setting says so.
  @inline(__always)
  func isExpense(_ leg: StockLeg) -> Bool { expensesFees && !(leg.fees.isZero && leg.taxes.isZero) }

  mutating func postExpenses(_ leg: StockLeg) {
    guard isExpense(leg) else { return }
    post(.fees, missingIndex, leg.fees, leg.currency)
    post(.transactionTaxes, missingIndex, leg.taxes, leg.currency)
  }

  /// Fees and taxes of an event that neither buys nor sells: always expenses.
  mutating func postCharges(_ leg: StockLeg) {
    post(.fees, missingIndex, leg.fees, leg.currency)
    post(.transactionTaxes, missingIndex, leg.taxes, leg.currency)
  }

  /// Disposes of all units, or of the quantity that the leg gives, of an instrument: in the leg's
  /// account, or wherever they are where it names none.
  mutating func disposeOfAll(
    _ leg: StockLeg, proceeds: ExactDecimal, cause: DisposalCause
  ) throws {
    if leg.given.contains(.quantity) {
      let held = held(leg.instrument, leg.account)
      if held < leg.quantity {
        throw BookingFault(
          .soldMoreThanHeld(
            leg, held, tables, inAccount: lotScope == .account, isOwed: isWriteOffOfOwed(leg)))
      }
      let position = position(leg.instrument, leg.account)
      if cause == .merger {
        try identifyTendered(position, for: leg)
        positions[position].lastSold = leg.tradeDay
      } else {
        try relieveForDisposal(position, leg.quantity)
      }
      return try dispose(leg, proceeds: proceeds, cause: cause)
    }
    let affected = positionsAffected(by: leg)
    if affected.isEmpty {
      throw BookingFault(.nothingHeld(leg, tables, isOwed: isWriteOffOfOwed(leg)))
    }
    try disposeOfAll(in: affected, leg, proceeds, cause)
  }

  /// Whether a leg writes off units that are owed.
  private func isWriteOffOfOwed(_ leg: StockLeg) -> Bool {
    leg.type == .writeOff && !shortPositionsAffected(by: leg).isEmpty
  }

  private mutating func disposeOfAll(
    in affected: [PositionIndex], _ leg: StockLeg, _ proceeds: ExactDecimal, _ cause: DisposalCause
  ) throws {
    var units = ExactDecimal.zero
    for position in affected { try units.add(positions[position].quantity) }
    var shares = Shares(proceeds, by: units)
    for position in affected {
      let quantity = positions[position].quantity
      try relieveForDisposal(position, quantity)
      try dispose(leg, proceeds: shares.next(quantity), cause: cause)
    }
  }

  /// The positions that an event of an instrument touches: those of the leg's account, or all.
  func positionsAffected(by leg: StockLeg) -> [PositionIndex] {
    positionsAffected(by: leg, isShort: false)
  }

  /// The positions of units owed that an event touches.
  func shortPositionsAffected(by leg: StockLeg) -> [PositionIndex] {
    positionsAffected(by: leg, isShort: true)
  }

  private func positionsAffected(by leg: StockLeg, isShort: Bool) -> [PositionIndex] {
    positionsTouched(leg.instrument, by: leg, isShort: isShort).filter {
      positions[$0].quantity.isPositive
    }
  }

  /// The positions of an instrument that a leg may touch: in account scope only that of the account
  /// that it names.
  func positionsTouched(
    _ instrument: InstrumentIndex, by leg: StockLeg, isShort: Bool
  ) -> [PositionIndex] {
    guard leg.account != 0, lotScope == .account else {
      return positions.inOrder(instrument, isShort: isShort)
    }
    let own = positions.find(instrument, leg.account, isShort: isShort)
    return own == .none ? [] : [own]
  }
}
