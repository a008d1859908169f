extension TaxRegime {
  /// The Netherlands. Gains are not taxed: income from savings and investments is a return on what
  /// is held on 1 January (Wet IB 2001 art. 5.2), or the actual return if that is lower. Units are
  /// sold in the order of their acquisition.
  public static let nl = TaxRegime(
    rules: .nl, traits: TaxRuleTraits(method: .fifo, lotScope: .portfolio))
}
