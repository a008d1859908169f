import Folio

// Units that leave for cash of another row.
extension RowBooker {
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
      throw RowError(
        .contradictoryRow, "the cash for the units is in several currencies, or goes out",
        help: "Correct the rows, or the rule.")
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
