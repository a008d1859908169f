extension TaxForm {
  /// France: forms 2074 and 2042 C.
  static let france = TaxForm(
    rules: .fr, summary: "the sales of form 2074", title: "2074 and 2042 C", currency: "EUR",
    fill: { $0.listOfSales($1) }, assess: { try $0.assessFrance() })
}

extension TaxReturn {
  /// Losses of the ten years before are taken off the gains of a year, the oldest first (CGI art.
  /// 150-0 D, 11). The flat tax is 12.8 % (art. 200 A) and social levies of 17.2 %, or 18.6 % on
  /// gains from 2025 and on income from 2026 (LFSS 2026 art. 12).
  fileprivate mutating func assessFrance() throws {
    try figures.history.requireClasses(
      of: figures.gains.map(\.disposal.instrument), "France", ofFunds: false)
    let coins = figures.gains.contains { $0.taxClass == .coin }
    let (gains, losses) = try figures.gainsAndLosses { $0.taxClass != .coin }
    add("Gains", gains)
    add("Losses", losses)
    let net = try gains - losses
    let used = try use(.losses, against: max(.zero, net), within: 10)
    if net.isNegative { carried.set(.losses, -net, year) }
    add("Losses of earlier years that are used", used)
    let taxable = try max(.zero, net) - used
    add("2042 C", "3VG", "Gain after losses", taxable.whole)
    add("2042 C", "3VH", "Loss of the year", max(.zero, -net).whole)
    let interest = try figures.income.filter(\.isInterest).total(of: \.gross)
    let dividends = try figures.income.filter { !$0.isInterest }.total(of: \.gross)
    add("2042", "2DC", "Dividends", dividends.whole)
    add("2042", "2TR", "Interest", interest.whole)
    add("2042 C", "8VL", "Tax withheld abroad", try figures.income.total(of: \.withheld).whole)
    let income = try dividends + interest
    add("Income tax of 12.8 %", try (taxable + income) * .permille(128))
    let onGains = try taxable * (year < 2025 ? .permille(172) : .permille(186))
    let onIncome = try income * (year < 2026 ? .permille(172) : .permille(186))
    add("Social levies", try onGains + onIncome)
    addCarried([.losses: "Losses"], within: 10)
    if !figures.income.isEmpty {
      note("8VL is limited by the treaty with each country; form 2047 has the rates.")
    }
    if coins { note("Coins are declared on form 2086, which is not made.") }
    note("The option for the progressive scale is not computed.")
  }
}
