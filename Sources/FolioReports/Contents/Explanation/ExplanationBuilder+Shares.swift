// The share of some units in the cost of a lot or a pool.
extension ExplanationBuilder {
  /// `30 of 100 units are sold: 5005.00 × 30 / 100 = 1501.50 USD of the cost goes with them.`
  func shareText(_ event: LotEvent, _ verb: String) -> String {
    let taken = event.after.change(to: event.before)
    let (part, whole) = (units(taken.quantity), units(event.before.quantity))
    let start = "\(part) of \(whole) units \(verb)"
    let name = event.isShort ? "proceeds" : "cost"
    let cost = cost(taken, event)
    if event.after.quantity.isZero { return "\(start), with all of the \(name): \(cost)." }
    if let own = taken.cost, isOfItsOwn(own, taken.quantity, event) {
      return own.isZero
        ? "\(start). The rest keeps the cost." : "\(start), at a cost of their own: \(cost)."
    }
    let rounded = note(
      " (rounded half-even at 18 places; the rest stays)", unless: event.before.cost,
      times: taken.quantity, equals: taken.cost, times: event.before.quantity)
    return "\(start): \(amount(event.before.cost, event.currency)) × \(part) / \(whole) = \(cost) "
      + "of the \(name)\(rounded) goes with them."
  }

  /// Whether a cost is not that which some of the units have by their number.
  private func isOfItsOwn(
    _ own: ExactDecimal, _ part: ExactDecimal?, _ event: LotEvent
  ) -> Bool {
    guard let part,
      let share = try? event.before.cost.multiplied(
        by: part, dividedBy: event.before.quantity, places: Precision.costPlaces),
      let difference = try? own.subtracting(share)
    else { return false }
    return difference.magnitude > ExactDecimal(short: 1, places: 9)
  }
}
