extension TaxRegime {
  /// Sweden. Units cost the average of all units of their class, whoever keeps them
  /// (genomsnittsmetoden, IL 48 kap. 7 §); a sale leaves the average as it is.
  public static let se = TaxRegime(
    rules: .se,
    traits: TaxRuleTraits(method: .average, lotScope: .portfolio, feeTreatment: .capitalize),
    shelters: ["isk", "kf", "kapitalförsäkring"])
}
