import ExactNumbers
import LedgerModel
import LotBooking
import Valuation

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

  /// Books the ledger once more, by settlement date.
  init(_ booked: BookedLedger, where isIncluded: (Lot) -> Bool) throws(ArithmeticFault) {
    let settled = booked.bySettlement()
    for lot in settled.lots where isIncluded(lot) {
      try units[Key(lot), default: Units()].settled.add(lot.isShort ? -lot.quantity : lot.quantity)
    }
    for lot in settled.undelivered where isIncluded(lot) {
      try units[Key(lot), default: Units()].pendingIn.add(
        lot.isShort ? -lot.quantity : lot.quantity)
    }
  }

  /// The units of a position; what went out is what is missing.
  func units(of position: PositionValue) -> Units {
    let key = Key(position.instrument, position.currency, position.isShort)
    var found = units[key] ?? Units()
    let known = try? found.settled.adding(found.pendingIn)
    found.pendingOut = (try? known?.subtracting(position.quantity)) ?? .zero
    return found
  }
}
