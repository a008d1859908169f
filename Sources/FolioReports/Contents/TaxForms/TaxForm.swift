import FolioBooking
import FolioModel
import FolioNumbers

extension ReportKind {
  /// Realized gains as a tax form has them.
  public static let taxForm = ReportKind(
    name: "tax-form", summary: "realized gains as the tax form has them",
    description: """
      Under the rules us the rows of Form 8949, under uk the computation of each disposal, under \
      ca the rows of Schedule 3; in the base currency, rounded to its minor unit. The rules are \
      those of the ledger's settings or of --tax-rules.
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
    source: .books { booked, request in .taxForm(booked, request.selection) })
}

/// How the realized gains of a ledger are told to the tax authority of one country.
///
/// Each form is a file of its own, named in `TaxRules.form`.
protocol TaxForm: Sendable {
  /// The heading for people.
  static var title: String { get }
  /// The currency in which the authority wants its amounts.
  static var currency: String { get }
  /// How amounts are rounded to the minor unit of the currency.
  static var rounding: RoundingRule { get }
  /// The columns, in the order in which every row carries its cells.
  static var columns: [Report.Column] { get }

  /// Fills in the form.
  init(_ gains: RealizedGains)

  /// How many rows it has.
  var rowCount: Int { get }
  /// The cells of a row.
  func row(_ index: Int) -> [Report.Cell]
  /// The sums of what is printed.
  var totals: [Report.Total] { get }
  /// What people must know about these figures.
  var notes: [String] { get }
}

extension TaxRules {
  /// The form that realized gains are told on; nil where there are no rules.
  var form: (any TaxForm.Type)? {
    switch self {
    case .none: nil
    case .us: Form8949.self
    case .uk: GainsComputation.self
    case .ca: Schedule3.self
    }
  }
}

extension Report {
  /// The realized gains as the tax form of the rules in effect has them, in the base currency:
  /// Form 8949 (`us`), the computation of each disposal (`uk`) or Schedule 3 (`ca`); nil under
  /// `none`, which has no form.
  public static func taxForm(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) -> Report? {
    guard let kind = booked.options.taxRules?.form else { return nil }
    return taxForm(kind, booked, selection)
  }

  private static func taxForm<Form: TaxForm>(
    _ kind: Form.Type, _ booked: BookedLedger, _ selection: Selection
  ) -> Report {
    let form = Form(RealizedGains(booked, selection, rounding: Form.rounding))
    var report = Report(
      "tax-form", Form.title, Form.columns, on: booked, rowCount: form.rowCount
    ) { form.row($0) }
    report.from = selection.from
    report.to = selection.to
    report.totals = form.totals
    report.notes =
      form.notes + [
        "Amounts are rounded half-even to the minor unit; sums add up what is printed."
      ]
    if let base = booked.baseCurrency, base.code != Form.currency {
      report.notes.append("The authority wants \(Form.currency); these amounts are in \(base).")
    }
    return report
  }
}
