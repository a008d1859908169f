// Options that expire: a disposal for nothing, or a cover for nothing (Specs/decisions/options.md).
extension Booker {
  mutating func bookExpiry(_ leg: StockLeg) throws {
    let held = positionsAffected(by: leg)
    let owed = positionsAffected(by: leg, isShort: true)
    if !held.isEmpty, !owed.isEmpty { throw bothSidesOpen(leg) }
    let affected = held + owed
    if affected.isEmpty { throw nothingHeld(leg) }
    var leg = leg
    if !leg.given.contains(.quantity), let lots = rows.detail(of: leg)?.lots, !lots.isEmpty {
      leg.quantity = try lots.sum(of: \.columns.quantity)
      leg.given.insert(.quantity)
    }
    if leg.given.contains(.quantity) {
      try expire(positionEnding(leg, isShort: held.isEmpty), leg, isShort: held.isEmpty)
    } else {
      for position in affected {
        for account in accountsAffected(by: leg, in: position) {
          var part = leg
          (part.account, part.quantity) = (account, positions[position].units(in: account))
          try expire(position, part, isShort: held.isEmpty)
        }
      }
    }
    postCharges(leg)
  }

  /// It is a disposal like a sale, so that the rules may match it with purchases of its day
  /// (TCGA 1992 s.144(4)).
  private mutating func expire(_ position: PositionIndex, _ leg: StockLeg, isShort: Bool) throws {
    if isShort {
      try relieve(position, for: leg)
      try changePlaces(for: leg.account)
    } else {
      try identify(position, for: leg)
    }
    try dispose(leg, for: .zero, cause: isShort ? .shortExpiry : .expiry)
  }
}
