import ExactNumbers
import LedgerModel

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
  /// The securities account that the leg names; 0 where it names none.
  public internal(set) var account: SecuritiesAccountIndex
}

extension Booker {
  /// The units, owed ones below zero, of the instruments that a leg may touch: what they are more
  /// afterwards is what it did.
  func unitsTouched(by leg: StockLeg) throws(ArithmeticFault) -> [(InstrumentIndex, ExactDecimal)] {
    var touched: [(InstrumentIndex, ExactDecimal)] = []
    if !leg.type.movesUnits || leg.type.isTrade { return touched }
    touched.append((leg.instrument, try units(of: leg.instrument)))
    let other = rows.detail(of: leg)?.newInstrument ?? missingIndex
    if other != missingIndex { touched.append((other, try units(of: other))) }
    return touched
  }

  /// Takes note of what a leg did.
  mutating func recordMovements(
    _ leg: StockLeg, _ before: [(InstrumentIndex, ExactDecimal)]
  ) throws(ArithmeticFault) {
    if leg.type.isTrade {
      return record(leg.type.addsUnits ? leg.quantity : -leg.quantity, leg.instrument, leg)
    }
    for (instrument, units) in before {
      record(try self.units(of: instrument).subtracting(units), instrument, leg)
    }
  }

  private mutating func record(
    _ quantity: ExactDecimal, _ instrument: InstrumentIndex, _ leg: StockLeg
  ) {
    if quantity.isZero { return }
    booked.movements.append(
      UnitMovement(
        quantity: quantity, group: group, leg: legNumber, instrument: instrument,
        account: leg.account))
  }

  private func units(of instrument: InstrumentIndex) throws(ArithmeticFault) -> ExactDecimal {
    var sum = ExactDecimal.zero
    for position in positionIndex.all(instrument, isShort: false) {
      try sum.add(positions[Int(position)].quantity)
    }
    for position in positionIndex.all(instrument, isShort: true) {
      try sum.subtract(positions[Int(position)].quantity)
    }
    return sum
  }
}

extension TradeType {
  /// Whether units may change in number.
  fileprivate var movesUnits: Bool { self != .dividend && self != .returnOfCapital }
}
