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
  /// The securities account of the units; 0 for units without an account.
  package internal(set) var account: SecuritiesAccountIndex
}

/// An account of a position.
struct AccountPlace: Hashable {
  var position: PositionIndex
  var account: SecuritiesAccountIndex
}

extension Booker {
  /// Whether the leg alone gives the change in units. In the scope `portfolio`, a trade without an
  /// account may take units of any account.
  private func isPlain(_ leg: StockLeg) -> Bool {
    leg.type.isTrade && (leg.account != 0 || lotScope == .account)
  }

  /// The positions whose units a leg may change, except for a plain trade.
  private func positionsMoved(
    by leg: StockLeg
  ) -> [(instrument: InstrumentIndex, position: PositionIndex, isShort: Bool)] {
    if !leg.type.movesUnits || isPlain(leg) { return [] }
    let other = rows.detail(of: leg)?.newInstrument ?? .missing
    return [leg.instrument, other].filter { $0 != .missing }.flatMap { instrument in
      [false, true].flatMap { isShort in
        positionsTouched(instrument, by: leg, isShort: isShort).map { (instrument, $0, isShort) }
      }
    }
  }

  /// The units of each account that a leg may change, before it is booked.
  func unitsBefore(_ leg: StockLeg) -> [AccountPlace: ExactDecimal] {
    var units: [AccountPlace: ExactDecimal] = [:]
    for (_, position, _) in positionsMoved(by: leg) {
      for account in positions[position].accounts.all {
        units[AccountPlace(position: position, account: account)] =
          positions[position].units(in: account)
      }
    }
    return units
  }

  /// Records the changes of units by a leg.
  mutating func recordMovements(
    _ leg: StockLeg, _ before: [AccountPlace: ExactDecimal]
  ) throws(ArithmeticFault) {
    if isPlain(leg) {
      let quantity = leg.type.isPurchase ? leg.quantity : -leg.quantity
      return record(quantity, leg.instrument, leg.account)
    }
    for (instrument, position, isShort) in positionsMoved(by: leg) {
      let known = before.keys.filter { $0.position == position }.map(\.account)
      for account in sortedByName(Array(Set(known + positions[position].accounts.all))) {
        let place = AccountPlace(position: position, account: account)
        let change = try positions[position].units(in: account)
          .subtracting(before[place, default: .zero])
        record(isShort ? -change : change, instrument, account)
      }
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
