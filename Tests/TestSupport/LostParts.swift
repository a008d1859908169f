import Folio
import FolioModel
import FolioNumbers

extension LedgerGroup {
  /// What differs, found without the code that lists it.
  func parts(lostIn groups: [LedgerGroup]) -> Set<UnsupportedPart.Part> {
    let group = self
    guard let first = groups.first else { return [.group] }
    var lost: Set<UnsupportedPart.Part> = []
    if groups.count > 1 { lost.insert(.grouping) }
    let legs = groups.flatMap(\.stockLegs)
    if legs.count != group.stockLegs.count { lost.insert(.group) }
    if groups.count == 1, legs.count == group.stockLegs.count, first.type != group.type {
      lost.insert(.groupType)
    }
    if first.status != group.status { lost.insert(.status) }
    if first.notes != group.notes { lost.insert(.notes) }
    if first.settledAt != group.settledAt { lost.insert(.dates) }
    if !group.otherColumns.isEmpty { lost.insert(.columns) }
    let expected = groups.flatMap(\.cashLegs)
    if expected.map(\.amount) != group.cashLegs.map(\.amount)
      || expected.map(\.account) != group.cashLegs.map(\.account)
      || expected.map(\.direction) != group.cashLegs.map(\.direction)
      || expected.map(\.type) != group.cashLegs.map(\.type)
    {
      lost.insert(.cashLegs)
    }
    guard legs.count == group.stockLegs.count else { return lost }
    for (leg, simple) in zip(group.stockLegs, legs) {
      if leg.id != simple.id { lost.insert(.legIDs) }
      if leg.fees?.isPositive == true { lost.insert(.fees) }
      if leg.taxes?.isPositive == true { lost.insert(.taxes) }
      if leg.fxRate != nil { lost.insert(.fxRate) }
      if leg.gross != simple.gross { lost.insert(.gross) }
      if leg.quantity != simple.quantity { lost.insert(.quantity) }
      if leg.account != nil { lost.insert(.account) }
      if !leg.otherColumns.isEmpty || !leg.lots.isEmpty { lost.insert(.columns) }
      if leg.settlementDay != simple.settlementDay { lost.insert(.dates) }
    }
    return lost
  }
}
