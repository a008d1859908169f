import Folio

// Requests that the tax rules in effect do not support.
extension CommandFailure {
  /// A tax form was requested, but no tax rules are in effect.
  static var noTaxRules: CommandFailure {
    .usage(
      "'tax-form' needs tax rules, and neither the ledger's tax_rules nor "
        + "--tax-rules choose any. Add --tax-rules us for Form 8949, uk for the computation of "
        + "each disposal, or ca for Schedule 3.")
  }

  /// A split tax year was requested, but the tax rules in effect use calendar years.
  static func splitTaxYear(
    _ choice: TaxYearChoice, under rules: TaxRules
  ) -> CommandFailure {
    .usage(
      "--tax-year: \(choice.splitName) is a tax year of the United Kingdom, and the "
        + "tax rules in effect are '\(rules.rawValue)'. Write \(choice.year.name(under: rules)), "
        + "or add --tax-rules uk.")
  }
}
