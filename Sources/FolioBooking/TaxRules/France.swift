extension TaxRegime {
  /// France. Units of one security cost the weighted average of all purchases, whoever keeps them
  /// (CGI art. 150-0 D, 3; BOI-RPPM-PVBMI-20-10-20-40); a sale leaves the average as it is. The
  /// units of a PEA are apart.
  public static let fr = TaxRegime(
    rules: .fr,
    traits: TaxRuleTraits(method: .average, lotScope: .portfolio, feeTreatment: .capitalize),
    shelters: ["pea", "per"])
}
