import FolioModel
import FolioNumbers

/// The change in the units of an instrument by a leg.
package struct UnitMovement: Sendable {
  /// The change in units, below zero if they left.
  package internal(set) var quantity: ExactDecimal
  /// The group it belongs to.
  package internal(set) var group: GroupIndex
  /// The leg, in `LedgerTables.stockLegs`.
  package internal(set) var leg: UInt32
  /// The instrument.
  package internal(set) var instrument: InstrumentIndex
  /// The securities account: that of the lots where they are kept by account, else the one that
  /// the leg names; 0 if it names none.
  package internal(set) var account: SecuritiesAccountIndex
}

extension Booker {
  /// The positions whose units a leg may change. Trades are excluded, because their legs alone give
  /// the change.
  private func positionsMoved(
    by leg: StockLeg
  ) -> [(instrument: InstrumentIndex, position: PositionIndex, isShort: Bool)] {
    if !leg.type.movesUnits || leg.type.isTrade { return [] }
    let other = rows.detail(of: leg)?.newInstrument ?? .missing
    return [leg.instrument, other].filter { $0 != .missing }.flatMap { instrument in
      [false, true].flatMap { isShort in
        positionsTouched(instrument, by: leg, isShort: isShort).map { (instrument, $0, isShort) }
      }
    }
  }

  /// The units of the positions that a leg may change, before it is booked.
  func unitsBefore(_ leg: StockLeg) -> [PositionIndex: ExactDecimal] {
    let moved = positionsMoved(by: leg).map { ($0.position, positions[$0.position].quantity) }
    return Dictionary(moved) { first, _ in first }
  }

  /// Records the changes of units by a leg.
  mutating func recordMovements(
    _ leg: StockLeg, _ before: [PositionIndex: ExactDecimal]
  ) throws(ArithmeticFault) {
    if leg.type.isTrade {
      let quantity = leg.type.isPurchase ? leg.quantity : -leg.quantity
      return record(quantity, leg.instrument, leg.account)
    }
    for (instrument, position, isShort) in positionsMoved(by: leg) {
      let change = try positions[position].quantity.subtracting(before[position] ?? .zero)
      let account = lotScope == .account ? positions[position].account : leg.account
      record(isShort ? -change : change, instrument, account)
    }
  }

  private mutating func record(
    _ quantity: ExactDecimal, _ instrument: InstrumentIndex, _ account: SecuritiesAccountIndex
  ) {
    if quantity.isZero { return }
    booked.movements.append(
      UnitMovement(
        quantity: quantity, group: context.group, leg: context.legNumber, instrument: instrument,
        account: account))
  }
}
