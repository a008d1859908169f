import ExactNumbers
import LedgerModel

// Money paid back to the holders: it lowers the cost of the lots in proportion to their units;
// what goes beyond a lot's cost is a gain.
extension Booker {
  mutating func bookReturnOfCapital(_ leg: StockLeg) throws(BookingFault) {
    let affected = positionsAffected(by: leg)
    if affected.isEmpty { throw .reported(.nothingHeld(leg, tables)) }
    try returnCapital(leg, affected, cause: .returnOfCapital)
    postCharges(leg)
  }

  mutating func returnCapital(
    _ leg: StockLeg, _ affected: [UInt32], cause: DisposalCause
  ) throws(BookingFault) {
    do {
      var units = ExactDecimal.zero
      for position in affected {
        try spreadPool(position)
        try units.add(positions[Int(position)].quantity)
      }
      var rest = leg.gross
      let all = affected.flatMap { lotsInOrder(of: $0) }
      for lot in all {
        let isLast = lot == all.last
        let part = isLast ? rest : try Self.share(leg.gross, lots[Int(lot)].quantity, units)
        try rest.subtract(part)
        try lowerCost(of: lot, by: part, leg, cause)
      }
      for position in affected {
        try gatherPool(position)
        positions[Int(position)].order.reorder(lots)
      }
    } catch {
      throw BookingFault(error)
    }
  }

  private mutating func lowerCost(
    of index: UInt32, by amount: ExactDecimal, _ leg: StockLeg, _ cause: DisposalCause
  ) throws(ArithmeticFault) {
    let lot = lots[Int(index)]
    let rate = rates.rate(of: leg, on: day(of: leg))
    let used = min(amount, lot.cost)
    let excess = try amount.subtracting(used)
    try lots[Int(index)].cost.subtract(used)
    lots[Int(index)].openingCost = lots[Int(index)].cost
    lots[Int(index)].openingQuantity = lot.quantity
    post(.securities, leg.instrument, -used, lot.currency)
    post(.gains, leg.instrument, -excess, leg.currency)
    guard let rate, lot.hasBase else {
      lots[Int(index)].hasBase = false
      if excess.isPositive { recordExcess(excess, nil, .zero, lot, leg, cause) }
      return
    }
    let usedBase = try rate.convert(used)
    let leftBase = try lot.costBase.subtracting(usedBase)
    lots[Int(index)].costBase = lots[Int(index)].cost.isZero ? .zero : leftBase
    if excess.isPositive {
      recordExcess(excess, try rate.convert(excess), leftBase, lot, leg, cause)
    }
  }

  /// A gain without a disposal: no units leave. Base cost that is left over when the cost in
  /// trade currency is used up counts against it.
  private mutating func recordExcess(
    _ excess: ExactDecimal, _ excessBase: ExactDecimal?, _ leftBase: ExactDecimal, _ lot: Lot,
    _ leg: StockLeg, _ cause: DisposalCause
  ) {
    guard options.keepsDisposals else { return }
    booked.disposals.append(
      Disposal(
        quantity: .zero, proceeds: excess, cost: .zero, proceedsBase: excessBase ?? .zero,
        costBase: excessBase == nil ? .zero : leftBase, priceEffectBase: excessBase ?? .zero,
        group: group, openedBy: lot.group, instrument: leg.instrument, account: lot.account,
        acquired: lot.acquired, disposed: day(of: leg), currency: leg.currency,
        hasBase: excessBase != nil, cause: cause, method: method))
  }
}
