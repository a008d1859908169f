extension TaxRegime {
  /// Poland. Units are sold in the order of their acquisition (PIT Act art. 24 ust. 10 and art. 30a
  /// ust. 3), each securities account by itself. Income arises when the units change hands. Amounts
  /// in other currencies are converted at the average rate of the National Bank of the last
  /// business day before (art. 11a).
  public static let pl = TaxRegime(
    rules: .pl,
    traits: TaxRuleTraits(
      method: .fifo, lotScope: .account, feeTreatment: .capitalize,
      rates: RateRule(day: .dayBefore, isOfSettlement: true, isOfficial: true),
      countsBySettlement: true),
    shelters: ["ike", "ikze"])
}
