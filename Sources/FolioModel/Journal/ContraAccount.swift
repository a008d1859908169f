/// The other side of a cash leg that needs no stock leg to explain it.
package enum ContraAccount {
  /// The account on the other side; nil if the leg pays for the group's stock legs, or is one
  /// side of a transfer or an exchange, and so must balance with other legs.
  package static func of(
    _ leg: CashLeg, in group: GroupRecord, isTrade: Bool
  ) -> JournalAccountKind? {
    of(leg.type, leg.direction, in: group.type, isTrade: isTrade)
  }

  /// The same of a leg of a type and a direction, in a group of a type: rows are large, and copying
  /// one costs more than the answer.
  @inlinable package static func of(
    _ type: CashLegType, _ direction: Direction, in groupType: GroupType?, isTrade: Bool
  ) -> JournalAccountKind? {
    switch type {
    case .deposit, .withdrawal:
      return groupType == .openingBalance ? .opening : .contributions
    case .interest: return .interest
    case .fx, .transfer: return nil
    case .principal: return !isTrade && groupType == .openingBalance ? .opening : nil
    case .fee: return isTrade ? nil : .fees
    case .tax: return isTrade ? nil : .paidTaxes
    case .dividend: return isTrade ? nil : .otherDividends
    case .other:
      if isTrade { return nil }
      return direction == .in ? .otherIncome : .otherExpenses
    }
  }

  /// The account of that kind on the other side of a leg which may name an instrument.
  @inlinable package static func account(
    _ kind: JournalAccountKind, of instrument: InstrumentIndex
  ) -> JournalAccount {
    guard instrument != .missing, let own = kind.ofInstrument else { return JournalAccount(kind) }
    return JournalAccount(own, of: instrument)
  }
}
