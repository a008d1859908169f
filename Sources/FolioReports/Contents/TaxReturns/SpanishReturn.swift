extension TaxForm {
  /// Spain: Modelo 100.
  static let spain = TaxForm(
    rules: .es, summary: "the sales of Modelo 100", title: "Modelo 100, savings income",
    currency: "EUR", fill: { $0.listOfSales($1) }, assess: { try $0.assessSpain() })
}

extension TaxReturn {
  /// Gains and income are netted apart. Losses of the four years before are taken off what they
  /// belong to; then a quarter of one side may be used by losses of the other (LIRPF art. 49).
  fileprivate mutating func assessSpain() throws {
    let gains = try figures.gain { _ in true }
    let income = try figures.income.total(of: \.gross)
    add("M100", "0327", "Transmission value", try figures.gains.total(of: \.proceeds).cents)
    add("M100", "0328", "Acquisition value", try figures.gains.total(of: \.cost).cents)
    add(
      "M100", "0029", "Dividends",
      try figures.income.filter { !$0.isInterest }.total(of: \.gross).cents)
    add(
      "M100", "0033", "Interest", try figures.income.filter(\.isInterest).total(of: \.gross).cents)
    let deferred = try figures.gains.total(of: \.disposal.disallowedBase)
    if !deferred.isZero { add("Losses that count later", deferred) }
    add("Net gains", gains)
    add("Net income from capital", income)
    let (gainsLeft, incomeLeft) = try offsetSavings(gains, income)
    add("Gains after losses", gainsLeft)
    add("Income after losses", incomeLeft)
    let base = try gainsLeft + incomeLeft
    add("Savings base", base)
    if let tax = try Self.savingsTax(base, year) { add("Tax by the scale", tax.cents) }
    add("M100", "0588", "Tax withheld abroad", try figures.income.total(of: \.withheld).cents)
    addCarried(
      [.losses: "Losses of gains", .lossesOfIncome: "Negative income from capital"], within: 4)
    note("0588 is limited by the treaty and by the Spanish tax on the same income (art. 80).")
    note("The numbers of the boxes are those of 2025, and change from year to year.")
  }

  /// What is left of each side. A loss of the year is first taken off up to a quarter of the other
  /// side; then come losses of earlier years, off what they belong to, and then off what is left of
  /// the quarter of the other side.
  private mutating func offsetSavings(
    _ gains: ExactDecimal, _ income: ExactDecimal
  ) throws -> (gains: ExactDecimal, income: ExactDecimal) {
    var (gainsLeft, incomeLeft) = (max(.zero, gains), max(.zero, income))
    var (ofGains, ofIncome) = (
      try gainsLeft * .percent(25), try incomeLeft * .percent(25)
    )
    if gains.isNegative {
      let used = min(-gains, ofIncome)
      (incomeLeft, ofIncome) = (try incomeLeft - used, try ofIncome - used)
      carried.set(.losses, try -gains - used, year)
    }
    if income.isNegative {
      let used = min(-income, ofGains)
      (gainsLeft, ofGains) = (try gainsLeft - used, try ofGains - used)
      carried.set(.lossesOfIncome, try -income - used, year)
    }
    gainsLeft = try gainsLeft - use(.losses, against: gainsLeft, within: 4)
    incomeLeft = try incomeLeft - use(.lossesOfIncome, against: incomeLeft, within: 4)
    incomeLeft = try incomeLeft - useEarlier(.losses, against: min(ofIncome, incomeLeft))
    gainsLeft = try gainsLeft - useEarlier(.lossesOfIncome, against: min(ofGains, gainsLeft))
    return (gainsLeft, incomeLeft)
  }

  /// Uses losses of earlier years alone: that of the year has had its quarter.
  private mutating func useEarlier(
    _ item: TaxItem, against amount: ExactDecimal
  ) throws -> ExactDecimal {
    let year = year
    return try use(item, against: amount, within: 4) { $0.year == year ? .zero : $0.left }
  }

  /// The scale of savings: the state's and the region's parts together (LIRPF art. 66 and 76; Ley
  /// 7/2024 from 2025). Nil for years whose scale is not known here.
  private static func savingsTax(
    _ base: ExactDecimal, _ year: Int
  ) throws -> ExactDecimal? {
    guard year >= 2023 else { return nil }
    let top = year >= 2025 ? 30 : 28
    let steps: [(from: ExactDecimal, rate: Int)] = [
      (0, 19), (6_000, 21), (50_000, 23), (200_000, 27), (300_000, top),
    ]
    var tax = ExactDecimal.zero
    for (index, step) in steps.enumerated() where base > step.from {
      let end = index + 1 < steps.count ? min(base, steps[index + 1].from) : base
      tax = try tax + (end - step.from) * .percent(step.rate)
    }
    return tax
  }
}
