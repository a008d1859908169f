/// The other side of a cash leg that needs no stock leg to explain it.
public enum ContraAccount {
  /// The account on the other side; nil where the leg pays for the group's stock legs, or is one
  /// side of a transfer or an exchange, and so must balance with other legs.
  public static func of(
    _ leg: CashLeg, in group: GroupRecord, isTrade: Bool
  ) -> JournalAccountKind? {
    switch leg.type {
    case .deposit, .withdrawal:
      return group.type == .openingBalance ? .opening : .contributions
    case .interest: return .interest
    case .fx, .transfer: return nil
    case .principal: return !isTrade && group.type == .openingBalance ? .opening : nil
    case .fee: return isTrade ? nil : .fees
    case .tax: return isTrade ? nil : .paidTaxes
    case .dividend: return isTrade ? nil : .otherDividends
    case .other:
      if isTrade { return nil }
      return leg.direction == .in ? .otherIncome : .otherExpenses
    }
  }
}
