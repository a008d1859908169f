extension TaxForm {
  /// Poland: PIT-38.
  static let poland = TaxForm(
    rules: .pl, summary: "the sales of PIT-38", title: "PIT-38", currency: "PLN",
    fill: { $0.listOfSales($1) }, assess: { try $0.assessPoland() })
}

extension TaxReturn {
  private static var maximumOfOneYear: ExactDecimal { 5_000_000 }

  /// Income less costs and losses at 19 % (PIT Act art. 30b), and dividends and interest from
  /// abroad at 19 % less the tax withheld there (art. 30a ust. 1 and 9).
  fileprivate mutating func assessPoland() throws {
    try figures.history.requireClasses(
      of: figures.gains.map(\.disposal.instrument), "Poland", ofFunds: false)
    let coins = figures.gains.contains { $0.taxClass == .coin }
    let sales = figures.gains.filter { $0.taxClass != .coin }
    // Each amount is rounded before it is summed, as payers do it.
    let income = try sales.total { try ($0.proceeds + $0.outlays).cents }
    let costs = try sales.total { try ($0.cost + $0.outlays).cents }
    add("PIT-38", "22", "Income from sales", income)
    add("PIT-38", "23", "Costs", costs)
    let result = try income - costs
    let used = try use(.losses, against: max(.zero, result), within: 5) { loss in
      // Of losses from 2019 on all may be used at once, up to five million; of earlier ones half
      // a year (art. 9 ust. 3).
      let half: ExactDecimal = try loss.whole * .percent(50)
      return loss.year < 2019 ? half : max(half, min(loss.whole, Self.maximumOfOneYear))
    }
    if result.isNegative {
      add("PIT-38", "", "Loss", -result)
      carried.set(.losses, -result, year)
    }
    let base = try (max(.zero, result) - used).whole
    add("PIT-38", "", "Losses of earlier years", used)
    add("PIT-38", "", "Tax base", base)
    add("PIT-38", "", "Tax of 19 %", try (base * .percent(19)).whole)
    try addForeignIncome()
    addCarried([.losses: "Losses"], within: 5)
    if coins {
      note(
        "Coins are not in this return: their costs count in the year of purchase (PIT Act art. 22 "
          + "ust. 14).")
    }
    note("Numbers of lines are those of PIT-38(18). Sales abroad belong on PIT/ZG by country.")
  }

  private mutating func addForeignIncome() throws {
    let foreign = figures.income.filter { !$0.isin.hasPrefix("PL") }
    let taxes = try foreign.map { try $0.gross * .percent(19) }
    let tax = try taxes.total { max(.zero, $0) }.cents
    let credit = try figures.credit(upTo: .percent(19)) { !$0.isin.hasPrefix("PL") }.cents
    add("PIT-38", "", "Dividends and interest from abroad", try foreign.total(of: \.gross))
    add("PIT-38", "45", "Tax of 19 % on them", tax)
    add("PIT-38", "46", "Tax paid abroad, up to 19 %", credit)
    add("PIT-38", "47", "Difference", try (tax - credit).whole)
    if !credit.isZero {
      note("A treaty may allow less than the tax that was withheld, such as 15 %.")
    }
  }
}
