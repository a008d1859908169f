import Folio
import Testing

/// What the reports print as JSON against figures that were worked out without Folio
/// (Specs/reports/worked-figures.json).
struct WorkedFigureSpecs {
  private let figures: SpecValue
  private let fiveYears: SpecValue
  private let paper: SpecValue
  private let taxes: SpecValue

  init() throws {
    figures = try SpecParser.parse(try SpecFiles.bytes("reports/worked-figures.json"))
    fiveYears = try #require(figures["five_years"])
    paper = try #require(figures["paper"])
    taxes = try #require(figures["taxes"])
  }

  private func report(_ arguments: [String], _ ledger: String) throws -> SpecValue {
    let text = try ReportSpecs.output(of: arguments + ["--format", "json", ledger])
    return try SpecParser.parse(Array(text.utf8))
  }

  @Test func openLots() throws {
    let lots = try report(["lots"], "five-years.json")
    let worked = fiveYears["lots"]?.elements ?? []
    try compare(worked, lots["rows"], count: 19, "lots")
    let total = try sum(worked.map { $0["cost_basis_base"] })
    #expect(try number(lots["totals"]?["cost_basis_base"]) == total)
  }

  @Test func quantities() throws {
    let worked = fiveYears["quantities"]?.elements ?? []
    #expect(worked.count == 13)
    let lots = try report(["lots"], "five-years.json")["rows"]?.elements ?? []
    for row in worked {
      let own = lots.filter {
        $0["symbol"]?.text == row["symbol"]?.text && $0["account"]?.text == row["account"]?.text
      }
      #expect(try sum(own.map { $0["quantity"] }) == number(row["quantity"]), "\(row)")
    }
    let held = try report(["holdings"], "five-years.json")["rows"]?.elements ?? []
    #expect(Set(held.map { $0["symbol"]?.text }) == Set(worked.map { $0["symbol"]?.text }))
    for row in held {
      let own = worked.filter { $0["symbol"]?.text == row["symbol"]?.text }
      #expect(try sum(own.map { $0["quantity"] }) == number(row["quantity"]), "\(row)")
      let cost = (fiveYears["lots"]?.elements ?? []).filter {
        $0["symbol"]?.text == row["symbol"]?.text
      }
      #expect(try sum(cost.map { $0["cost_basis"] }) == number(row["cost_basis"]), "\(row)")
    }
  }

  @Test func cashBalances() throws {
    let cash = try report(["cash"], "five-years.json")
    let printed = cash["rows"]?.elements ?? []
    let worked = fiveYears["cash"]?.elements ?? []
    #expect(worked.count == 5 && printed.count == 5)
    for row in worked {
      let own = try #require(printed.first { $0["account"]?.text == row["account"]?.text })
      try compare(row, own, "cash")
    }
    #expect(
      try number(cash["totals"]?["balance_base"]) == number(fiveYears["cash_total_base"]))
  }

  @Test func realizedGains() throws {
    let runs = fiveYears["gains"]?.elements ?? []
    #expect(runs.count == 2)
    for run in runs {
      let arguments = run["arguments"]?.elements.compactMap(\.text) ?? []
      let gains = try report(["gains"] + arguments, "five-years.json")
      try compare(run["rows"]?.elements ?? [], gains["rows"], count: 29, "gains \(arguments)")
      try compare(try #require(run["totals"]), try #require(gains["totals"]), "totals")
      let byCurrency = try #require(run["gain_by_currency"])
      #expect(byCurrency.members.count == 3)
      for (currency, gain) in byCurrency.members {
        let rows = gains["rows"]?.elements.filter { $0["currency"]?.text == currency } ?? []
        #expect(try sum(rows.map { $0["gain"] }) == number(gain), "\(currency)")
      }
    }
  }

  @Test func gainsOfEachYear() throws {
    let years = try #require(fiveYears["gain_base_by_year"])
    #expect(years.members.count == 5)
    for (year, gain) in years.members {
      let gains = try report(["gains", "--from", year, "--to", year], "five-years.json")
      #expect(try number(gains["totals"]?["gain_base"]) == number(gain), "\(year)")
    }
  }

  @Test func averageCostOfCoins() throws {
    let holdings = try report(["holdings"], "paper.json")
    try compare(paper["holdings"]?.elements ?? [], holdings["rows"], count: 4, "holdings")
    let gains = try report(["gains"], "paper.json")
    try compare(paper["gains"]?.elements ?? [], gains["rows"], count: 5, "gains")
    #expect(try number(gains["totals"]?["gain_base"]) == number(paper["gain_total"]))
    let cash = try report(["cash"], "paper.json")
    try compare(paper["cash"]?.elements ?? [], cash["rows"], count: 1, "cash")
  }

  @Test func taxForms() throws {
    let runs = taxes["forms"]?.elements ?? []
    #expect(runs.count == 3)
    for (run, count) in zip(runs, [11, 6, 6]) {
      let arguments = run["arguments"]?.elements.compactMap(\.text) ?? []
      let form = try report(["tax-form"] + arguments, "taxes.json")
      try compare(run["rows"]?.elements ?? [], form["rows"], count: count, "\(arguments)")
      try compare(try #require(run["totals"]), try #require(form["totals"]), "\(arguments)")
    }
  }

  @Test func taxableGains() throws {
    let runs = taxes["taxable_gain"]?.elements ?? []
    #expect(runs.count == 3)
    for run in runs {
      let rules = try #require(run["rules"]?.text)
      let base = try #require(run["base"]?.text)
      let gains = try report(["gains", "--tax-rules", rules, "--base", base], "taxes.json")
      #expect(
        try number(gains["totals"]?["taxable_gain"]) == number(run["taxable_gain"]), "\(rules)")
    }
  }

  @Test func lotsThatReplaced() throws {
    let lots = try report(["lots", "--tax-rules", "us"], "taxes.json")
    try compare(taxes["lots_us"]?.elements ?? [], lots["rows"], count: 1, "lots")
  }

  private func compare(
    _ worked: [SpecValue], _ printed: SpecValue?, count: Int, _ label: String
  ) throws {
    let rows = printed?.elements ?? []
    #expect(worked.count == count && rows.count == count, "\(label): \(rows.count) rows")
    for (number, pair) in zip(worked, rows).enumerated() {
      try compare(pair.0, pair.1, "\(label): row \(number)")
    }
  }

  /// Every figure of the one is in the other.
  private func compare(_ worked: SpecValue, _ printed: SpecValue, _ label: String) throws {
    #expect(!worked.members.isEmpty, "\(label)")
    for (key, value) in worked.members {
      let expected = try #require(value.text, "\(label): \(key)")
      let found = printed[key]?.text ?? "nothing"
      if let one = try? ExactDecimal(expected), let other = try? ExactDecimal(found) {
        #expect(one == other, "\(label): \(key)")
      } else {
        #expect(expected == found, "\(label): \(key)")
      }
    }
  }

  private func number(_ value: SpecValue?) throws -> ExactDecimal {
    try ExactDecimal(try #require(value?.text))
  }

  private func sum(_ values: [SpecValue?]) throws -> ExactDecimal {
    try values.reduce(into: ExactDecimal.zero) { sum, value in try sum.add(try number(value)) }
  }
}
