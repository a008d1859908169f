extension TaxRegime {
  /// Austria. Units of one security in one custody account cost their moving average (EStG 1988
  /// § 27a Abs. 4 Z 3). Fees are no part of the cost, and lower no proceeds (§ 27a Abs. 4 Z 2, § 20
  /// Abs. 2).
  public static let at = TaxRegime(
    rules: .at,
    traits: TaxRuleTraits(method: .average, lotScope: .account, feeTreatment: .expense))
}
