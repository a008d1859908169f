import FolioBooking
import FolioModel
import FolioNumbers
import FolioValuation

/// How many of the units of each position have changed hands by the day of the report.
struct UnitSettlement: Sendable {
  /// Units of a position: those held by settlement date, those bought and not yet delivered, those
  /// sold and not yet delivered. Settled and coming in less going out is what is held by trade
  /// date.
  struct Units: Sendable {
    var settled = ExactDecimal.zero
    var pendingIn = ExactDecimal.zero
    var pendingOut = ExactDecimal.zero
  }

  private struct Key: Hashable {
    var instrument: InstrumentIndex
    var currency: CurrencyIndex
    var isShort: Bool

    init(_ instrument: InstrumentIndex, _ currency: CurrencyIndex, _ isShort: Bool) {
      self.instrument = instrument
      self.currency = currency
      self.isShort = isShort
    }

    init(_ lot: Lot) { self.init(lot.instrument, lot.currency, lot.isShort) }
  }

  private var units: [Key: Units] = [:]

  /// Looks at the ledger by both dates; it is booked once more by the one it was not booked by.
  init(_ booked: BookedLedger, where isIncluded: (Lot) -> Bool) throws(ArithmeticFault) {
    let settled = booked.booked(by: .settlement)
    for lot in settled.lots where isIncluded(lot) {
      try units[Key(lot), default: Units()].settled.add(lot.signedQuantity)
    }
    for lot in settled.undelivered where isIncluded(lot) {
      try units[Key(lot), default: Units()].pendingIn.add(lot.signedQuantity)
    }
    // What is there or coming in, and is not held by trade date, is going out.
    for key in Array(units.keys) {
      let sum = try units[key]?.settled.adding(units[key]?.pendingIn ?? .zero)
      units[key]?.pendingOut = sum ?? .zero
    }
    for lot in booked.booked(by: .trade).lots where isIncluded(lot) {
      try units[Key(lot), default: Units()].pendingOut.subtract(lot.signedQuantity)
    }
    for key in Array(units.keys) { try units[key]?.turnAround(isShort: key.isShort) }
  }

  /// The units of a position.
  func units(of position: PositionValue) -> Units {
    units[Key(position.instrument, position.currency, position.isShort)] ?? Units()
  }
}

extension UnitSettlement.Units {
  /// An event that has not settled may leave more units than there were: they are to come in.
  fileprivate mutating func turnAround(isShort: Bool) throws(ArithmeticFault) {
    guard isShort ? pendingOut.isPositive : pendingOut.isNegative else { return }
    try pendingIn.subtract(pendingOut)
    pendingOut = .zero
  }
}

extension Lot {
  /// Units, below zero where they are owed.
  fileprivate var signedQuantity: ExactDecimal { isShort ? -quantity : quantity }
}
