// Transfers of units, on days of which the file does not give the order.
extension SettledImport {
  /// Moves a transfer of units that the account does not have yet behind those transactions of the
  /// day that bring them, if it has no time, or theirs: what comes in comes before what goes out.
  /// - Parameter order: The groups in the order of time.
  mutating func placingTransfers(_ order: [Int]) -> [Int] {
    if !order.contains(where: { draft.groups[$0].imported.group.sendsUnits }) { return order }
    var order = order
    var held: [HeldUnits: ExactDecimal] = [:]
    var place = 0
    while place < order.count {
      let group = draft.groups[order[place]].imported.group
      if group.sendsUnits, let receipt = receipt(for: group, after: place, order, held) {
        let number = order.remove(at: place)
        order.insert(number, at: receipt)
        draft.groups[number].imported.group.occurredAt =
          draft.groups[order[receipt - 1]].imported.group.occurredAt
        continue
      }
      for leg in group.stockLegs {
        held[HeldUnits(leg), default: .zero] = RowBooker.after(
          leg, held[HeldUnits(leg), default: .zero])
      }
      place += 1
    }
    return order
  }

  /// The place of the next group of the day that brings units which a transfer lacks.
  private func receipt(
    for transfer: LedgerGroup, after place: Int, _ order: [Int],
    _ held: [HeldUnits: ExactDecimal]
  ) -> Int? {
    let lacking = transfer.stockLegs.filter { leg in
      leg.type == .transferOut && .given(leg.quantity) > held[HeldUnits(leg), default: .zero]
    }.map { HeldUnits($0) }
    if lacking.isEmpty { return nil }
    for next in order.indices.dropFirst(place + 1) {
      let group = draft.groups[order[next]].imported.group
      guard group.day == transfer.day,
        transfer.occurredAt.secondOfDay == 0 || group.occurredAt == transfer.occurredAt
      else { return nil }
      if group.stockLegs.contains(where: {
        [.buy, .transferIn].contains($0.type) && lacking.contains(HeldUnits($0))
      }) {
        return next
      }
    }
    return nil
  }
}

/// An instrument in an account.
private struct HeldUnits: Hashable {
  var symbol: String
  var account: String?

  init(_ leg: LedgerGroup.StockLeg) { (symbol, account) = (leg.symbol, leg.account) }
}

extension LedgerGroup {
  fileprivate var sendsUnits: Bool { stockLegs.contains { $0.type == .transferOut } }
}
