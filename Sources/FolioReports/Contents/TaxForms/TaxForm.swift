import FolioBooking
import FolioDiagnostics
import FolioModel
import FolioNumbers

extension ReportKind {
  /// Realized gains in the layout of a tax form.
  public static let taxForm = ReportKind(
    name: "tax-form", summary: "realized gains in the layout of the tax form",
    description: """
      Under the rules us the rows of Form 8949, under uk the computation of each disposal, under \
      ca the rows of Schedule 3; rounded to the minor unit. The base currency must be that of \
      the country. Uses the ledger's tax_rules or --tax-rules.
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
/// Each form has its own file, and is registered in `TaxRules.form`.
struct TaxForm: Sendable {
  /// The heading of the report.
  let title: String
  /// The code of the currency that the tax authority requires.
  let currency: String
  /// Fills in the form: rows, totals and notes.
  let fill: @Sendable (RealizedGains, _ title: String) -> Report
}

extension TaxForm {
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

extension TaxRules {
  /// The form for realized gains, or `nil` without tax rules.
  var form: TaxForm? {
    switch self {
    case .none: nil
    case .us: .form8949
    case .uk: .gainsComputation
    case .ca: .schedule3
    }
  }
}

extension Report {
  /// The realized gains on the tax form of the rules in effect, in the base currency: Form 8949
  /// (`us`), the computation of each disposal (`uk`) or Schedule 3 (`ca`). Returns `nil` under
  /// `none`, which has no form.
  /// - Throws: `LedgerFaults` (`F451`) if the base currency is not that of the tax authority.
  public static func taxForm(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) throws(LedgerFaults) -> Report? {
    guard let form = booked.options.taxRules?.form else { return nil }
    guard booked.baseCurrency?.code == form.currency else {
      throw LedgerFaults([form.fault(in: booked.baseCurrency)], sources: [])
    }
    var report = form.fill(RealizedGains(booked, selection), form.title)
    report.from = selection.from
    report.to = selection.to
    report.notes.append(
      "Amounts are rounded half-even to the minor unit; totals sum the rounded amounts.")
    return report
  }
}
