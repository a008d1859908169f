import FolioModel
import FolioNumbers

/// What a leg did to the units of an instrument: bought, sold, made by an event, come or gone.
public struct UnitMovement: Sendable {
  /// The change in units, below zero where they went.
  public internal(set) var quantity: ExactDecimal
  /// The group it belongs to.
  public internal(set) var group: GroupIndex
  /// The leg, in `LedgerTables.stockLegs`.
  public internal(set) var leg: UInt32
  /// Of what.
  public internal(set) var instrument: InstrumentIndex
  /// The securities account: that of the lots where they are kept by account, else the one that
  /// the leg names; 0 where it names none.
  public internal(set) var account: SecuritiesAccountIndex
}

/// What positions held before a leg, as far as it may touch them.
struct UnitsBefore {
  var instruments: [InstrumentIndex] = []
  var units: [PositionIndex: ExactDecimal] = [:]
}

extension Booker {
  /// The units of the positions that a leg may touch: what they are more afterwards is what it
  /// did. A trade says itself what it does.
  func unitsBefore(_ leg: StockLeg) -> UnitsBefore {
    var before = UnitsBefore()
    if !leg.type.movesUnits || leg.type.isTrade { return before }
    before.instruments = [leg.instrument]
    let other = rows.detail(of: leg)?.newInstrument ?? missingIndex
    if other != missingIndex { before.instruments.append(other) }
    for instrument in before.instruments {
      for isShort in [false, true] {
        for position in positionsTouched(instrument, by: leg, isShort: isShort) {
          before.units[position] = positions[position].quantity
        }
      }
    }
    return before
  }

  /// Takes note of what a leg did.
  mutating func recordMovements(
    _ leg: StockLeg, _ before: UnitsBefore
  ) throws(ArithmeticFault) {
    if leg.type.isTrade {
      let quantity = leg.type.isPurchase ? leg.quantity : -leg.quantity
      return record(quantity, leg.instrument, leg.account)
    }
    for instrument in before.instruments {
      for isShort in [false, true] {
        for position in positionsTouched(instrument, by: leg, isShort: isShort) {
          let change = try positions[position].quantity.subtracting(
            before.units[position] ?? .zero)
          let account =
            lotScope == .account ? positions[position].account : leg.account
          record(isShort ? -change : change, instrument, account)
        }
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
