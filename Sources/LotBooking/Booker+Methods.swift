import ExactNumbers
import LedgerModel

// A position goes over from one method to another at the first leg on or after the day. What was
// booked before stays; only what is left is ordered, or averaged, anew.
extension Booker {
  /// Sets the method by which a leg is booked, and brings the positions that it may touch there.
  mutating func adoptMethods(for leg: StockLeg) throws {
    schedule?.advance(leg.instrument, to: leg.tradeDay)
    method = method(of: leg.instrument)
    try adopt(method, leg.instrument)
    guard let new = rows.detail(of: leg)?.newInstrument, new != missingIndex else { return }
    schedule?.advance(new, to: leg.tradeDay)
    try adopt(method(of: new), new)
  }

  /// The method by which an instrument is booked now.
  func method(of instrument: InstrumentIndex) -> CostBasisMethod {
    // No default after `??`: one that looks at `self` copies the booker.
    if let schedule { return schedule.current(instrument) }
    return method
  }

  private mutating func adopt(_ method: CostBasisMethod, _ instrument: InstrumentIndex) throws {
    for isShort in [false, true] {
      for position in positions(of: instrument, isShort: isShort)
      where positions[Int(position)].method != method {
        try bring(position, to: method)
      }
    }
  }

  private mutating func bring(_ position: UInt32, to method: CostBasisMethod) throws {
    try spreadPool(position)
    let open = lotsInOrder(of: position)
    // Lots out of a pool are compared by the average that they cost now.
    if positions[Int(position)].pool != nil {
      for lot in open {
        lots[Int(lot)].openingQuantity = lots[Int(lot)].quantity
        lots[Int(lot)].openingCost = lots[Int(lot)].cost
      }
    }
    positions[Int(position)].adopt(method, lots)
    guard method == .average else { return }
    let wasHidden = isHidden
    defer { isHidden = wasHidden }
    for lot in open {
      // A lot that is not shown yet is not in the journal, and so can't be converted there.
      isHidden = isUnsettled(lots[Int(lot)].group)
      try addToPool(position, lot)
    }
  }
}
