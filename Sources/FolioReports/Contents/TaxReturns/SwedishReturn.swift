extension TaxForm {
  /// Sweden: K4.
  static let sweden = TaxForm(
    rules: .se, summary: "the sales of K4", title: "K4", currency: "SEK",
    fill: { $0.listOfSales($1) }, carriesLosses: false, deductsInterest: true,
    assess: { try $0.assessSweden() })
}

extension TaxReturn {
  /// The sections of K4, with the boxes of the return for their gains and losses.
  private static var sections: [(name: String, words: String, gain: String, loss: String)] {
    [
      ("A", "listed shares and equity funds", "7.4", "8.3"),
      ("C", "bonds and bond funds", "7.2", "8.1"), ("D", "other assets", "7.5", "8.4"),
    ]
  }

  private static func section(_ taxClass: TaxClass) -> String {
    switch taxClass {
    case .share, .equityFund, .mixedFund, .propertyFund, .foreignPropertyFund, .derivative: "A"
    case .otherFund, .bond: "C"
    case .coin, .unknownFund, .unknown: "D"
    }
  }

  /// Gains and losses of a section are offset; of what remains as a loss 70 % count, and all of it
  /// for bonds (IL 48 kap. 20 to 26 §§). Income from capital is taxed at 30 % (IL 65 kap. 7 §).
  fileprivate mutating func assessSweden() throws {
    try figures.history.requireClasses(of: figures.gains.map(\.disposal.instrument), "Sweden")
    var income = try figures.income.total(of: \.gross) - figures.interestPaid
    for section in Self.sections {
      let own = figures.gains.filter { Self.section($0.taxClass) == section.name }
      if own.isEmpty { continue }
      let amounts = try own.map { try $0.proceeds.whole - $0.cost.whole }
      let gains = try amounts.filter(\.isPositive).total { $0 }
      let losses = try amounts.filter(\.isNegative).total { -$0 }
      add(
        "K4 \(section.name)", "", "Sale price of \(section.words)",
        try own.total { $0.proceeds.whole })
      add("K4 \(section.name)", "", "Cost", try own.total { $0.cost.whole })
      add("K4 \(section.name)", section.gain, "Gains", gains)
      add("K4 \(section.name)", section.loss, "Losses", losses)
      let net = try gains - losses
      let counted = net.isNegative && section.name != "C" ? try net * .percent(70) : net
      if net.isNegative { add("Deductible loss of section \(section.name)", -counted) }
      income = try income + counted
    }
    add("INK1", "7.2", "Dividends and interest", try figures.income.total(of: \.gross))
    add("INK1", "8.1", "Interest paid", figures.interestPaid)
    add("Tax withheld abroad", try figures.income.total(of: \.withheld))
    add(income.isNegative ? "Deficit of capital" : "Surplus of capital", income.magnitude)
    if income.isNegative {
      let low = min(-income, 100_000)
      let high = try -income - low
      add("Tax reduction", try low * .percent(30) + high * .percent(21))
    } else {
      add("Tax of 30 %", try income * .percent(30))
    }
    note("Shares of unlisted companies (K10, K12) and the 20 % rule are not considered.")
    note("An investeringssparkonto is taxed on a standard income, and is not in this return.")
  }
}
