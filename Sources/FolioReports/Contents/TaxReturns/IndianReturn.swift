extension TaxForm {
  /// India: schedules 112A and CG.
  static let india = TaxForm(
    rules: .india, summary: "the sales of schedules 112A and CG", title: "Capital gains of ITR-2",
    currency: "INR", fill: { $0.listOfSales($1) }, assess: { try $0.assessIndia() })
}

extension TaxReturn {
  private static var firstDayOfNewRates: Int { 2025 }

  /// Whether gains on it are those of listed equity (s.111A, s.112A): of an Indian issuer. Others
  /// are long term after 24 months.
  private static func isListed(_ gain: TaxGain) -> Bool {
    gain.isin.hasPrefix("IN") && (gain.taxClass == .share || gain.taxClass == .equityFund)
  }

  private static func isLong(_ gain: TaxGain) -> Bool {
    if isListed(gain) { return gain.disposal.term == .long }
    guard let acquired = gain.disposal.acquired else { return false }
    return gain.disposal.disposed > acquired.adding(months: 24) ?? .last
  }

  /// Long-term losses are taken off long-term gains alone, short-term losses off both, for eight
  /// years (s.70, s.74).
  fileprivate mutating func assessIndia() throws {
    try figures.history.requireClasses(of: figures.gains.map(\.disposal.instrument), "India")
    let gains = try figures.gains.filter { $0.taxClass != .coin }.map { gain in
      (gain: gain, amount: try grandfathered(gain))
    }
    func sum(_ isIncluded: (TaxGain) -> Bool) throws -> ExactDecimal {
      try gains.filter { isIncluded($0.gain) }.total(of: \.amount)
    }
    let listedLong = try sum { Self.isListed($0) && Self.isLong($0) }
    let listedShort = try sum { Self.isListed($0) && !Self.isLong($0) }
    let otherLong = try sum { !Self.isListed($0) && Self.isLong($0) }
    let otherShort = try sum { !Self.isListed($0) && !Self.isLong($0) }
    add("112A", "", "Long-term gains on listed equity", listedLong)
    add("CG", "", "Short-term gains on listed equity", listedShort)
    add("CG", "", "Other long-term gains", otherLong)
    add("CG", "", "Other short-term gains", otherShort)
    var (long, short) = (try listedLong + otherLong, try listedShort + otherShort)
    if long.isNegative {
      carried.set(.longTermLosses, -long, year)
      long = .zero
    }
    if short.isNegative {
      let used = min(long, -short)
      long = try long - used
      if used < -short { carried.set(.losses, try -short - used, year) }
      short = .zero
    }
    long = try long - use(.longTermLosses, against: long, within: 8)
    short = try short - use(.losses, against: short, within: 8)
    long = try long - use(.losses, against: long, within: 8)
    add("Long-term gains after losses", long)
    add("Short-term gains after losses", short)
    if otherLong.isZero, year >= Self.firstDayOfNewRates {
      let taxable = max(.zero, try long - 125_000)
      add("Long-term gains above 125,000", taxable)
      add("Tax of 12.5 %", try taxable * .permille(125))
    }
    if otherShort.isZero, year >= Self.firstDayOfNewRates {
      add("Tax of 20 % on short-term gains", try short * .percent(20))
    }
    add("OS", "", "Dividends and interest", try figures.income.total(of: \.gross))
    add("TR", "", "Tax withheld", try figures.income.total(of: \.withheld))
    addCarried(
      [.losses: "Short-term losses", .longTermLosses: "Long-term losses"], within: 8)
    if figures.gains.contains(where: { $0.taxClass == .coin }) {
      note("Coins are taxed apart (s.115BBH), and are not in this return.")
    }
    if figures.gains.contains(where: \.isin.isEmpty) {
      note("Shares without an ISIN are taken to be foreign.")
    }
    note("Bonus shares cost nothing (s.55(2)(aa)): enter them as a purchase for 0.")
    note("Surcharge and cess come on top. Securities transaction tax is taken to have been paid.")
    note("Schedule FA, by calendar year, is not made.")
  }

  /// Listed units from before 1 February 2018 cost at least their highest price of the day before,
  /// as far as that makes no loss (s.55(2)(ac)).
  private func grandfathered(_ gain: TaxGain) throws -> ExactDecimal {
    guard Self.isListed(gain), Self.isLong(gain), let acquired = gain.disposal.acquired,
      acquired.year < 2018 || acquired.year == 2018 && acquired.month == 1,
      let price = figures.history.input(.fairValue, gain.symbol, 2018)
    else { return gain.gain }
    let eve = (try? Day(year: 2018, month: 1, day: 31)) ?? gain.disposal.disposed
    let units = try figures.history.units(
      gain.disposal.quantity, of: gain.disposal.instrument, on: gain.disposal.disposed, asOf: eve)
    let value = try price * units
    return try gain.proceeds - max(gain.cost, min(value, gain.proceeds))
  }
}
