// Requests that the tax rules in effect do not support.
extension CommandFailure {
  /// A report needs tax rules, but none are in effect.
  static func noTaxRules(_ report: String?) -> CommandFailure {
    .usage(
      "'\(report ?? "")' needs tax rules, and neither the ledger's tax_rules nor "
        + "--tax-rules choose any. Add --tax-rules \(TaxForm.choices).")
  }

  /// A split tax year was requested, but the tax rules in effect use calendar years.
  static func splitTaxYear(
    _ choice: TaxYearChoice, under regime: TaxRegime?
  ) -> CommandFailure {
    .usage(
      "--tax-year: \(choice.splitName) is a tax year of the United Kingdom, and the tax rules in "
        + "effect are '\((regime?.rules ?? .none).rawValue)'. Write "
        + "\(choice.year.name(under: regime)), or add --tax-rules uk.")
  }
}
