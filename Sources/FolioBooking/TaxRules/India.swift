extension TaxRegime {
  /// India. Units in one demat account are sold in the order of their acquisition (Income-tax Act
  /// s.45(2A), CBDT circular 768). The tax year begins on 1 April. Amounts in other currencies are
  /// converted at the telegraphic transfer buying rate of the State Bank of India on the last day
  /// of the month before (rule 115).
  public static let india = TaxRegime(
    rules: .india, startOfYear: (4, 1), hasHoldingTerms: true,
    traits: TaxRuleTraits(
      method: .fifo, lotScope: .account, feeTreatment: .capitalize,
      rates: RateRule(day: .endOfLastMonth, isOfficial: true)))
}
