extension TaxForm {
  /// Australia: the capital gains of the tax return.
  static let australia = TaxForm(
    rules: .au, summary: "the capital gains of the tax return", title: "Tax return for individuals",
    currency: "AUD", fill: { $0.listOfSales($1) }, assess: { try $0.assessAustralia() })
}

extension TaxReturn {
  /// Losses are taken off the gains without a discount first, as is best for the taxpayer, then off
  /// the others before half of them is left out (ITAA 1997 s.102-5, s.115-100).
  fileprivate mutating func assessAustralia() throws {
    let discount = try figures.gain { $0.gain.isPositive && $0.disposal.term == .long }
    let other = try figures.gain { $0.gain.isPositive && $0.disposal.term != .long }
    let losses = try figures.gainsAndLosses().losses
    add("18", "H", "Total current year capital gains", try (discount + other).truncated)
    add("Gains with the discount", discount)
    add("Gains without the discount", other)
    add("Losses of the year", losses)
    let gains = try discount + other
    let afterYear = max(.zero, try gains - losses)
    if losses > gains { carried.set(.losses, try losses - gains, year) }
    let earlier = try use(.losses, against: afterYear)
    add("Losses of earlier years that are used", earlier)
    let used = min(gains, try losses + earlier)
    let ofOther = min(other, used)
    let discounted = try discount - (used - ofOther)
    let net = try (other - ofOther) + discounted * .percent(50)
    add("18", "A", "Net capital gain", net.truncated)
    add("18", "V", "Net capital losses carried forward", try carried.total(of: .losses).truncated)
    try addAustralianIncome()
    addCarried([.losses: "Capital losses"])
    if year >= 2027 {
      note("From 1 July 2027 indexation replaces the discount. These lines follow the old law.")
    }
  }

  private mutating func addAustralianIncome() throws {
    let franking = figures.input(.frankingCredits)
    let own = figures.income.filter { !$0.isInterest && $0.isin.hasPrefix("AU") }
    let foreign = figures.income.filter { !$0.isInterest && !$0.isin.hasPrefix("AU") }
    add("10", "L", "Interest", try figures.income.filter(\.isInterest).total(of: \.gross).truncated)
    add("11", "S, T", "Dividends, unfranked and franked", try own.total(of: \.gross).truncated)
    if let franking { add("11", "U", "Franking credits", franking.truncated) }
    add("20", "E", "Foreign income", try foreign.total(of: \.gross).truncated)
    add("20", "O", "Foreign income tax", try figures.income.total(of: \.withheld).cents)
    if franking == nil, !own.isEmpty {
      note(
        "No transaction says which dividends are franked. Give franking_credits of the year in "
          + "tax_inputs.")
    }
  }
}

extension ExactDecimal {
  /// Without cents, as labels of the return have it.
  fileprivate var truncated: ExactDecimal { rounded(toPlaces: 0, .down) }
}
