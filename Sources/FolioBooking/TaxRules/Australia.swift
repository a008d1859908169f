extension TaxRegime {
  /// Australia. Each parcel is an asset of its own. The owner chooses which parcels are sold, first
  /// in first out if there is no record of a choice (Taxation Determination TD 33). The tax year
  /// begins on 1 July. A gain on a parcel that was held for twelve months, without the days of its
  /// purchase and sale, is a discount capital gain (ITAA 1997 s.115-25).
  public static let au = TaxRegime(
    rules: .au, startOfYear: (7, 1), hasHoldingTerms: true,
    traits: TaxRuleTraits(lotScope: .portfolio, feeTreatment: .capitalize),
    shelters: ["super", "smsf"])
}
