/// The settled and pending units of each position on the report date.
struct UnitSettlement: Sendable {
  /// The units of a position: settled, bought but not delivered, and sold but not delivered.
  /// Settled plus incoming less outgoing units are the units by trade date.
  struct Units: Sendable {
    var settled = ExactDecimal.zero
    var pendingIn = ExactDecimal.zero
    var pendingOut = ExactDecimal.zero
  }

  private var units: [PositionKey: Units] = [:]

  /// Compares the books by trade date and by settlement date. The ledger is booked again by the
  /// date basis that `booked` does not have.
  init(_ booked: BookedLedger, where isIncluded: (Lot) -> Bool) throws(ArithmeticFault) {
    let settled = booked.booked(by: .settlement)
    for lot in settled.lots where isIncluded(lot) {
      try units[PositionKey(lot), default: Units()].settled.add(lot.signedQuantity)
    }
    for lot in settled.undelivered where isIncluded(lot) {
      try units[PositionKey(lot), default: Units()].pendingIn.add(lot.signedQuantity)
    }
    for lot in booked.booked(by: .trade).lots where isIncluded(lot) {
      try units[PositionKey(lot), default: Units()].pendingOut.subtract(lot.signedQuantity)
    }
    for key in Array(units.keys) { try units[key]?.close(isShort: key.isShort) }
  }

  /// Returns the units of a position.
  func units(of position: PositionValue) -> Units {
    units[PositionKey(position.instrument, position.currency, isShort: position.isShort)] ?? Units()
  }
}

extension UnitSettlement.Units {
  /// Computes the outgoing units: settled plus incoming units, less the units by trade date. If an
  /// unsettled event adds units, the result has the wrong sign and is added to the incoming units.
  fileprivate mutating func close(isShort: Bool) throws(ArithmeticFault) {
    try pendingOut.add(settled.adding(pendingIn))
    guard isShort ? pendingOut.isPositive : pendingOut.isNegative else { return }
    try pendingIn.subtract(pendingOut)
    pendingOut = .zero
  }
}
