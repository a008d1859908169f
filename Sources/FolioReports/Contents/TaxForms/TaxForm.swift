extension ReportKind {
  /// Realized gains in the layout of a tax form.
  public static let taxForm = ReportKind(
    name: "tax-form", summary: "realized gains in the layout of the tax form",
    description: """
      Under the rules \(TaxForm.summaries); rounded to the minor unit. The base currency must be \
      that of the country. Uses the ledger's tax_rules or --tax-rules.
      """,
    examples: [
      Example(
        "Form 8949 for a spreadsheet",
        "folio tax-form --tax-rules us --tax-year 2024 -f csv ledger.json"),
      Example(
        "The disposals of a year in the United Kingdom",
        "folio tax-form --tax-rules uk --tax-year 2024/25 --base GBP ledger.json"),
    ],
    options: [.period], needsTaxRules: true, needs: [.disposals, .laterGroups],
    source: .books { booked, request in try .taxForm(booked, request.selection) })
}

/// A form that reports realized gains to the tax authority of a country.
///
/// Each form has a file of its own and is in `all`.
package struct TaxForm: Sendable {
  /// The tax rules whose gains it reports.
  let rules: TaxRules
  /// What help says about it.
  let summary: String
  /// The heading of the report.
  let title: String
  /// The code of the currency that the tax authority requires.
  let currency: String
  /// Fills in the form: rows, totals and notes.
  let fill: @Sendable (RealizedGains, _ title: String) -> Report
  /// Whether losses go from year to year, so that a return needs the years before it.
  var carriesLosses = true
  /// Whether interest that was paid is part of the return.
  var deductsInterest = false
  /// Fills in the return of a year; nil if there is none.
  var assess: (@Sendable (inout TaxReturn) throws -> Void)?
}

extension TaxForm {
  /// Throws if the base currency is not that of the country.
  func requireBase(of booked: BookedLedger) throws(LedgerFaults) {
    if booked.baseCurrency?.code == currency { return }
    throw LedgerFaults([fault(in: booked.baseCurrency)], sources: [])
  }

  /// The fault that there is no return.
  var noReturn: Diagnostic {
    Diagnostic(
      .noTaxReturn, "the tax rules \(rules.rawValue) have no tax return",
      help: "'folio tax-form' has the gains of these rules. Returns are under \(Self.returns).",
      at: .none)
  }

  /// The fault that the base currency is not that of the form.
  fileprivate func fault(in base: Currency?) -> Diagnostic {
    let actual = base.map { "the base currency is \($0)" } ?? "there is no base currency"
    return Diagnostic(
      .currencyOfForm, "'\(title)' must be in \(currency), but \(actual)",
      help: "Add --base \(currency), or set base_currency in the settings. Amounts in other "
        + "currencies need exchange rates to \(currency).",
      at: .none)
  }
}

extension TaxForm {
  /// The forms of all countries.
  static let all = [
    form8949, gainsComputation, schedule3, germany, poland, sweden, australia, spain, ireland,
    france, austria, netherlands, india,
  ]

  /// The rules with a return: "de, pl, ...".
  static var returns: String {
    all.filter { $0.assess != nil }.map(\.rules.rawValue).joined(separator: ", ")
  }

  /// The rules and their forms: "us the rows of Form 8949, under uk ...".
  static var summaries: String {
    all.map { "\($0.rules.rawValue) \($0.summary)" }.joined(separator: ", under ")
  }

  /// The choice of rules in a sentence: "us for the rows of Form 8949, uk for ... or ca for ...".
  package static var choices: String {
    let words = all.map { "\($0.rules.rawValue) for \($0.summary)" }
    return words.dropLast().joined(separator: ", ") + ", or " + words.suffix(1).joined()
  }
}

extension TaxRegime {
  /// The form for realized gains; `nil` if the rules have none.
  var form: TaxForm? { TaxForm.all.first { $0.rules == rules } }
}

extension Report {
  /// The realized gains on the tax form of the rules in effect, in the base currency. Returns `nil`
  /// without tax rules and under rules without a form.
  /// - Throws: `LedgerFaults` (`F451`) if the base currency is not that of the tax authority.
  public static func taxForm(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) throws(LedgerFaults) -> Report? {
    guard let form = booked.regime?.form else { return nil }
    try form.requireBase(of: booked)
    let gains = RealizedGains(booked, selection)
    var report = form.fill(gains, form.title)
    report.from = selection.from
    report.to = selection.to
    report.notes += gains.notesOfLeftOut
    report.notes.append(
      "Amounts are rounded half-even to the minor unit; totals sum the rounded amounts.")
    return report
  }
}
