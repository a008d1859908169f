// Sales of which the file has the cost and the gain in two rows.
extension RowBooker {
  /// Adds the gain of a sale to what it brought; false if the group has no sale that can take it.
  /// The gain is that of the broker, which is compared.
  func addProceeds(
    _ part: RowEffect, to group: inout LedgerGroup, _ gain: inout RowMoney?
  ) -> Bool {
    guard let cash = part.cashLegs.first, group.status != .void,
      let place = group.stockLegs.firstIndex(where: { $0.type == .sell }),
      let gross = group.stockLegs[place].gross, group.stockLegs[place].currency == cash.currency,
      let currency = cash.currency
    else { return false }
    let amount = cash.direction == .in ? cash.amount : -cash.amount
    guard let whole = try? gross.adding(amount), !whole.isNegative,
      let sum = try? ExactDecimal.sum(ofGiven: gain?.amount, amount)
    else { return false }
    group.stockLegs[place].gross = whole
    gain = RowMoney(sum, currency)
    return true
  }

  /// The rows of a sale without those that repeat an earlier one, with its id and its content.
  mutating func withoutRepeated(_ effects: [RowEffect]) -> [RowEffect] {
    guard effects.contains(where: { $0.part == .proceeds }) else { return effects }
    var (kept, firsts) = ([RowEffect](), [String: RowEffect]())
    for effect in effects {
      // A sale and its profit may have one id.
      let key = effect.nativeID.map { "\(effect.joinName) \($0)" }
      guard let key, let first = firsts[key], first.says(effect) else {
        kept.append(effect)
        if let key { firsts[key] = effect }
        continue
      }
      draft.noteRead(effect.row)
      draft.report(
        .repeatedRow, "this row has the id and the content of an earlier row, and is booked once",
        help: "The file repeats the row. If it is another transaction, give it another id.",
        row: effect.row)
    }
    return kept
  }
}

extension RowEffect {
  /// Whether another row has the same content.
  fileprivate func says(_ other: RowEffect) -> Bool {
    kind == other.kind && time == other.time && cashLegs == other.cashLegs
      && stockLegs == other.stockLegs
  }
}
