// Units that leave for cash of another row.
extension RowBooker {
  /// Joins cash for units to the exchange of units of its day and instrument: it paid for a
  /// fraction, or for a part of them.
  func joinPayouts(_ effects: inout [RowEffect]) {
    guard effects.contains(where: { $0.paidFor != nil }) else { return }
    struct Subject: Hashable { var account: String, key: String, day: Day }
    var exchanges: [Subject: String] = [:]
    for effect in effects {
      guard let units = effect.units, let key = effect.joinKey else { continue }
      let subject = Subject(account: effect.account, key: units.key, day: effect.time.day)
      exchanges[subject] = exchanges[subject] ?? key
    }
    for place in effects.indices {
      let effect = effects[place]
      guard let paid = effect.paidFor,
        let key = exchanges[
          Subject(account: effect.account, key: paid, day: effect.time.day)]
      else { continue }
      effects[place].joinKey = key
    }
  }

  /// Turns a row whose units end for nothing into a merger for cash, if rows of its group pay for
  /// them.
  func paidOut(_ main: [RowEffect], _ parts: [RowEffect]) throws(RowError) -> [RowEffect] {
    let payouts = parts.filter { $0.part == .payout }
    guard let payout = payouts.first else { return main }
    var ends = main.filter { $0.kind == .writeOff || $0.kind == .cashMerger }
    guard ends.count == 1, main.count == 1, !ends[0].stockLegs.isEmpty else {
      throw RowError(
        .partWithoutPartner,
        "\(main.count) rows take units, and it is not clear for which this cash is",
        help: "Import the file that has all rows. Whole days belong together.")
    }
    let legs = payouts.flatMap(\.cashLegs) + ends[0].cashLegs
    guard let currency = payout.cashLegs.first?.currency,
      legs.allSatisfy({ $0.currency == currency && $0.direction == .in })
    else {
      throw .contradictory("the cash for the units is in several currencies, or goes out")
    }
    ends[0].stockLegs[0].type = .merger
    ends[0].stockLegs[0].currency = currency
    ends[0].stockLegs[0].gross = try exactly { () throws(ArithmeticFault) in
      var sum = ExactDecimal.zero
      for leg in legs { sum = try sum.adding(leg.amount) }
      return sum
    }
    return ends
  }
}
