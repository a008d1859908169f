extension TaxRegime {
  /// Germany. Units of one security are sold in the order of their acquisition (EStG § 20 Abs. 4
  /// S. 7), each custody account by itself (BMF letter on the Abgeltungsteuer, Rz. 97 to 99). Fees
  /// are part of cost and proceeds (§ 20 Abs. 4 S. 1).
  public static let de = TaxRegime(
    rules: .de, traits: TaxRuleTraits(method: .fifo, lotScope: .account, feeTreatment: .capitalize))
}
