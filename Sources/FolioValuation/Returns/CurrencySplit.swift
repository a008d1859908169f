import FolioNumbers

/// A return in the base currency, told apart into that of the asset in its own currency and that
/// of the currency.
///
/// (1 + total) = (1 + local) · (1 + currency), so that total = local + currency + local · currency.
/// As the currency effect of a gain does, the contribution of the currency takes the product too:
/// total - local. The definitions are those of the CFA Institute's curriculum,
/// "Currency Management: An Introduction".
public struct CurrencySplit: Sendable, Hashable {
  /// The return in the asset's own currency.
  public let local: Double
  /// The return of the currency itself: its rate at the end over that at the start, less 1.
  public let currency: Double

  /// A local return, and the return of its currency against the base currency.
  public init(local: Double, currency: Double) {
    self.local = local
    self.currency = currency
  }

  /// A local return, and what one unit of its currency was worth in the base currency at the start
  /// and at the end. Nil for a rate of zero at the start.
  public init?(local: Double, startRate: ExactDecimal, endRate: ExactDecimal) {
    guard let factor = endRate.ratio(to: startRate) else { return nil }
    self.init(local: local, currency: (factor - .one).value)
  }

  /// A total return in the base currency beside a local one. Nil where the local one lost all.
  public init?(total: Double, local: Double) {
    guard local != -1 else { return nil }
    self.init(local: local, currency: (total - local) / (1 + local))
  }

  /// The return in the base currency.
  public var total: Double { local + currency + local * currency }

  /// What both have brought together.
  public var cross: Double { local * currency }

  /// What the currency has added to the local return, the cross term included: total - local.
  public var currencyContribution: Double { currency + local * currency }
}
