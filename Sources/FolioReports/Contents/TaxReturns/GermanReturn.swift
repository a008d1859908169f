extension TaxForm {
  /// Germany: Anlagen KAP and KAP-INV.
  static let germany = TaxForm(
    rules: .de, summary: "the sales of Anlagen KAP and KAP-INV", title: "Anlagen KAP and KAP-INV",
    currency: "EUR", fill: { $0.listOfSales($1) }, assess: { try $0.assessGermany() })
}

/// A class of funds with its partial exemption (InvStG § 20) and its lines of Anlage KAP-INV.
struct GermanFundClass: Sendable {
  let taxClass: TaxClass
  let exemption: ExactDecimal
  let distribution: String
  let lumpSum: String
  let gain: String

  static var all: [GermanFundClass] {
    [
      .init(.equityFund, .percent(30), "4", "9", "14"),
      .init(.mixedFund, .percent(15), "5", "10", "17"),
      .init(.propertyFund, .percent(60), "6", "11", "20"),
      .init(.foreignPropertyFund, .percent(80), "7", "12", "23"),
      .init(.otherFund, 0, "8", "13", "26"),
    ]
  }

  private init(
    _ taxClass: TaxClass, _ exemption: ExactDecimal, _ distribution: String, _ lumpSum: String,
    _ gain: String
  ) {
    (self.taxClass, self.exemption) = (taxClass, exemption)
    (self.distribution, self.lumpSum, self.gain) = (distribution, lumpSum, gain)
  }

  /// What is taxed of an amount.
  func taxable(_ amount: ExactDecimal) throws -> ExactDecimal {
    try amount * (ExactDecimal.one - exemption)
  }
}

extension TaxReturn {
  /// Income from capital (EStG § 20, § 32d) for accounts without German withholding.
  fileprivate mutating func assessGermany() throws {
    try figures.history.requireClasses(
      of: figures.gains.map(\.disposal.instrument) + figures.income.compactMap(\.instrument),
      "Germany")
    let shares = try figures.gainsAndLosses { $0.taxClass == .share }
    let others = try figures.gainsAndLosses { $0.taxClass == .bond || $0.taxClass == .derivative }
    try addKAP(shares, others)
    let funds = try addFunds()
    let paid = try figures.income.filter { !$0.taxClass.isFund }.total(of: \.gross)
    let rest = try others.gains - others.losses + paid + funds
    try addTax(shares: try shares.gains - shares.losses, others: rest)
    try addPrivateSales()
    addCarried([
      .losses: "Losses", .lossesOfShares: "Losses on shares",
      .lossesOfPrivateSales: "Losses on private sales",
    ])
    note("Numbers of lines are those of 2025. Church tax is not computed.")
    note("Income with German withholding belongs on other lines, with the bank's certificate.")
  }

  private typealias Sums = (gains: ExactDecimal, losses: ExactDecimal)

  private mutating func addKAP(_ shares: Sums, _ others: Sums) throws {
    for (line, isDomestic) in [("18", true), ("19", false)] {
      let gains = try figures.gain {
        !$0.taxClass.isFund && $0.taxClass != .coin && $0.isin.hasPrefix("DE") == isDomestic
      }
      let paid = try figures.income.filter {
        !$0.taxClass.isFund && $0.isin.hasPrefix("DE") == isDomestic
      }.total(of: \.gross)
      let words = isDomestic ? "Domestic" : "Foreign"
      add("KAP", line, "\(words) income without German withholding", try (gains + paid).cents)
    }
    add("KAP", "20", "Of which gains on shares", shares.gains.cents)
    add("KAP", "22", "Losses without those on shares", others.losses.cents)
    add("KAP", "23", "Losses on shares", shares.losses.cents)
    add("KAP", "41", "Foreign tax that is credited", try foreignCredit().cents)
  }

  /// The tax withheld by each payer, up to the German tax on it (EStG § 32d Abs. 5).
  private func foreignCredit() throws -> ExactDecimal {
    try figures.credit(upTo: .percent(25)) { !$0.taxClass.isFund }
  }

  /// Adds the lines of Anlage KAP-INV.
  /// - Returns: what is taxed of all funds.
  private mutating func addFunds() throws -> ExactDecimal {
    let lumpSums = try AdvanceLumpSums(of: year - 1, figures.history)
    var taxed = ExactDecimal.zero
    for fund in GermanFundClass.all {
      let paid = try figures.income.filter { $0.taxClass == fund.taxClass }.total(of: \.gross)
      let deemed = try lumpSums.sum(of: fund.taxClass)
      let sales = figures.gains.filter { $0.taxClass == fund.taxClass }
      let declared = try sales.total { try lumpSums.declared(for: $0) }
      let gain = try sales.total(of: \.gain) - declared
      let words = fund.taxClass.rawValue
      if !paid.isZero {
        add("KAP-INV", fund.distribution, "Distributions, \(words)", paid.cents)
      }
      if !deemed.isZero {
        add("KAP-INV", fund.lumpSum, "Advance lump sum of \(year - 1), \(words)", deemed.cents)
      }
      if !sales.isEmpty {
        add("KAP-INV", fund.gain, "Gains, \(words)", gain.cents)
        if !declared.isZero { add("Advance lump sums taken off these gains", declared) }
      }
      taxed = try taxed + fund.taxable(paid + deemed + gain)
      let missing = lumpSums.undeclared(of: sales)
      if !missing.isEmpty {
        note(
          "Sales take off only the advance lump sums that were declared. Give those of "
            + "\(missing.joined(separator: ", ")) as advance_lump_sum of one unit in tax_inputs.")
      }
    }
    try addNextLumpSums()
    return taxed
  }

  /// The advance lump sums of the year itself, which count in the next one.
  private mutating func addNextLumpSums() throws {
    let next: AdvanceLumpSums
    do {
      next = try AdvanceLumpSums(of: year, figures.history)
    } catch is LedgerFaults {
      return note("Prices of \(year) are missing: the advance lump sums of it are not known yet.")
    }
    for (symbol, unit) in next.units {
      add("next year", "", "Advance lump sum of one unit of \(symbol)", unit)
    }
    for fund in GermanFundClass.all {
      let sum = try next.sum(of: fund.taxClass)
      if sum.isZero { continue }
      let words = fund.taxClass.rawValue
      add("next year", "", "Advance lump sum of \(year), \(words)", sum)
      add("next year", "", "Of which is taxed", try fund.taxable(sum))
    }
  }

  /// Losses on shares are taken off gains on shares alone (§ 20 Abs. 6 S. 4), other losses off
  /// everything; then comes the saver's allowance (§ 20 Abs. 9).
  private mutating func addTax(shares: ExactDecimal, others: ExactDecimal) throws {
    if shares.isNegative { carried.set(.lossesOfShares, -shares, year) }
    var ofShares = max(.zero, shares)
    ofShares = try ofShares - use(.lossesOfShares, against: ofShares)
    var income = try ofShares + others
    if income.isNegative {
      carried.set(.losses, -income, year)
      income = .zero
    }
    income = try income - use(.losses, against: income)
    let allowance = figures.input(.allowance) ?? (year >= 2023 ? 1000 : 801)
    let used = min(allowance, income)
    let taxable = try income - used
    add("Income after losses", income)
    add("Saver's allowance", used)
    add("Taxable income", taxable)
    let tax = try taxable * .percent(25)
    let due = try tax - min(tax, foreignCredit())
    add("Tax of 25 % less foreign tax", due.cents)
    add("Solidarity surcharge of 5.5 %", try (due * .permille(55)).cents)
  }

  /// Coins are private sales: taxed if they were held for no more than a year, and if the gains of
  /// the year reach a limit (§ 23 Abs. 1 Nr. 2, Abs. 3 S. 5).
  private mutating func addPrivateSales() throws {
    let sales = figures.gains.filter { gain in
      gain.taxClass == .coin
        && gain.disposal.acquired.map {
          gain.disposal.disposed <= $0.adding(years: 1) ?? .last
        } ?? true
    }
    if sales.isEmpty { return }
    let net = try sales.total(of: \.gain)
    add("SO", "", "Gains and losses on coins within a year", net.cents)
    if net.isNegative { return carried.set(.lossesOfPrivateSales, -net, year) }
    let limit: ExactDecimal = year >= 2024 ? 1000 : 600
    if net < limit { return add("SO", "", "Taxable: less than \(limit)", .zero) }
    let used = try use(.lossesOfPrivateSales, against: net)
    add("SO", "", "Taxable gains on coins", try (net - used).cents)
  }
}
