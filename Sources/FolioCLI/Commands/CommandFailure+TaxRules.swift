import Folio

// What the command line asks for and the tax rules in effect do not have.
extension CommandFailure {
  /// A form is asked for, and no rules say which.
  static var noTaxRules: CommandFailure {
    CommandFailure(
      text: "folio: 'tax-form' needs tax rules, and neither the ledger's tax_rules nor "
        + "--tax-rules choose any. Add --tax-rules us for Form 8949, uk for the computation of "
        + "each disposal, or ca for Schedule 3.\n",
      status: ExitStatus.usage)
  }

  /// A year from April to April is asked for, and the rules in effect go by calendar years.
  static func splitTaxYear(
    _ choice: TaxYearChoice, under rules: TaxRules
  ) -> CommandFailure {
    CommandFailure(
      text: "folio: --tax-year: \(choice.splitName) is a tax year of the United Kingdom, and the "
        + "tax rules in effect are '\(rules.rawValue)'. Write \(choice.year.name(under: rules)), "
        + "or add --tax-rules uk.\n",
      status: ExitStatus.usage)
  }
}
