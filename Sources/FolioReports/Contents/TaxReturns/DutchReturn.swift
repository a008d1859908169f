extension TaxForm {
  /// The Netherlands: box 3.
  static let netherlands = TaxForm(
    rules: .nl, summary: "sales, which are not taxed by themselves", title: "Box 3",
    currency: "EUR", fill: { $0.listOfSales($1) }, carriesLosses: false,
    assess: { try $0.assessNetherlands() })
}

/// The figures of a year for box 3: returns in hundredths of a per cent, and amounts in euros.
private struct BoxThree: Sendable {
  let bank: Int64
  let other: Int64
  let debts: Int64
  let exemption: ExactDecimal
  let debtThreshold: ExactDecimal

  /// Belastingdienst; those of 2026 for savings and debts are provisional.
  static let years: [Int: BoxThree] = [
    2024: BoxThree(bank: 144, other: 604, debts: 261, exemption: 57_000, debtThreshold: 3_700),
    2025: BoxThree(bank: 137, other: 588, debts: 270, exemption: 57_684, debtThreshold: 3_800),
    2026: BoxThree(bank: 128, other: 600, debts: 270, exemption: 59_357, debtThreshold: 3_800),
  ]
}

extension TaxReturn {
  /// The lower of the fictitious and the actual return is taxed at 36 %. The actual return has no
  /// costs and no exemption, and a loss is zero (Wet tegenbewijsregeling box 3).
  fileprivate mutating func assessNetherlands() throws {
    let wealth = try WealthOfYear(figures)
    add("Box 3", "", "Bank balances on 1 January", wealth.bank)
    add("Box 3", "", "Other possessions on 1 January", wealth.other)
    add("Box 3", "", "Debts on 1 January", wealth.debts)
    let actual = max(.zero, wealth.actualReturn).down
    add("Actual return", wealth.actualReturn)
    guard let law = BoxThree.years[year] else {
      return note("The figures of box 3 for \(year) are not known here.")
    }
    let debts = max(.zero, try wealth.debts - law.debtThreshold)
    let base = try wealth.bank + wealth.other - debts
    let exemption = figures.input(.allowance) ?? law.exemption
    let taxed = max(.zero, try base - exemption)
    let whole =
      try wealth.bank * Self.rate(law.bank) + wealth.other * Self.rate(law.other)
      - debts * Self.rate(law.debts)
    let benefit =
      taxed.isZero
      ? ExactDecimal.zero
      : try whole.multiplied(by: taxed, dividedBy: base, places: Precision.costPlaces)
    add("Fictitious return", whole)
    add("Taxed base", taxed)
    add("Box 3", "", "Fictitious benefit", max(.zero, benefit).down)
    add("Box 3", "", "Actual return as declared", actual)
    let lower = min(max(.zero, benefit).down, actual)
    add("Box 3", "", "Benefit from savings and investments", lower)
    add("Tax of 36 %", try lower * .percent(36))
    add("Dividend tax withheld", try figures.income.total(of: \.withheld))
    note("A partner's assets count too. Give the exemption of both as allowance in tax_inputs.")
    note("All other assets and debts of box 3 belong into the same calculation.")
  }

  private static func rate(_ hundredths: Int64) -> ExactDecimal {
    ExactDecimal(short: hundredths, places: 4)
  }
}

extension ExactDecimal {
  /// Whole euros, rounded in favour of the taxpayer.
  fileprivate var down: ExactDecimal { rounded(toPlaces: 0, .down) }
}

/// What was held on the first day of a year, and what it brought in the year.
private struct WealthOfYear {
  var bank = ExactDecimal.zero
  var other = ExactDecimal.zero
  var debts = ExactDecimal.zero
  /// Dividends, interest and the change in value, before fees and taxes.
  var actualReturn = ExactDecimal.zero

  /// - Throws: `LedgerFaults` (`F455`) for each instrument whose value is not known.
  init(_ figures: TaxYearFigures) throws {
    let (history, regime) = (figures.history, figures.history.regime)
    let (first, last) = figures.year.period(under: regime)
    var options = history.booked.options
    options.asOf = last
    let result = try ProfitAndLoss(of: history.booked.ledger, options, from: first)
    let unknown = result.unknownAtStart.map { ($0, first) } + result.unknownAtEnd.map { ($0, last) }
    if !unknown.isEmpty {
      throw LedgerFaults(
        unknown.map { history.unknownValue(of: $0, on: $1) }.sorted { $0.message < $1.message },
        sources: [])
    }
    let lines = result.lines.filter { line in
      switch line.place {
      case .cash(let account): history.includes(account)
      case .units(let instrument, let account): history.includes(instrument, account)
      }
    }
    for line in lines {
      guard let value = line.figures[.startValue] else { continue }
      switch line.place {
      case .cash where value.isNegative: debts = try debts - value
      case .cash: bank = try bank + value
      case .units: other = try other + value
      }
    }
    let total = ProfitFigures(sumOf: lines)
    guard let profit = total.profit, let fees = total[.fees], let taxes = total[.taxes] else {
      throw LedgerFaults([history.unknownReturn(in: figures.year)], sources: [])
    }
    actualReturn = try profit - fees - taxes
  }
}

extension TaxHistory {
  fileprivate func unknownValue(of instrument: InstrumentIndex, on day: Day) -> Diagnostic {
    Diagnostic(
      .priceOfReturn, "the value of '\(tables.symbol(instrument))' on \(day) is not known",
      help: "Add a price of that day or before it to prices, and a rate to the base currency.",
      at: .none)
  }

  fileprivate func unknownReturn(in year: TaxYear) -> Diagnostic {
    Diagnostic(
      .amountOfReturn, "the return of \(year.firstYear) is not known in the base currency",
      help: "Add exchange rates, with --rates FILE or as rows of fx_rates.", at: .none)
  }
}
