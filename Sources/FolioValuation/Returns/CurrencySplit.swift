/// A return in the base currency, split into the return of the asset in its own currency and the
/// return of that currency.
///
/// (1 + total) = (1 + local) · (1 + currency), so total = local + currency + local · currency. The
/// contribution of the currency includes the product, like the currency effect of a gain: it is
/// total - local. The definitions are those of the CFA Institute's curriculum, "Currency
/// Management: An Introduction".
public struct CurrencySplit: Sendable, Hashable {
  /// The return in the asset's own currency.
  public let local: Double
  /// The return of the currency: its rate at the end divided by that at the start, less 1.
  public let currency: Double

  /// Creates a split from a local return and the return of its currency.
  public init(local: Double, currency: Double) {
    self.local = local
    self.currency = currency
  }

  /// Creates a split from a local return and the exchange rates at the start and at the end. `nil`
  /// if the rate at the start is zero.
  public init?(local: Double, startRate: ExactDecimal, endRate: ExactDecimal) {
    guard let factor = endRate.ratio(to: startRate) else { return nil }
    self.init(local: local, currency: (factor - .one).value)
  }

  /// Creates a split from a total and a local return. `nil` if the local return is -100%.
  public init?(total: Double, local: Double) {
    guard local != -1 else { return nil }
    self.init(local: local, currency: (total - local) / (1 + local))
  }

  /// The return in the base currency.
  public var total: Double { local + currency + local * currency }

  /// The product of both returns.
  public var cross: Double { local * currency }

  /// The contribution of the currency, including the product: total - local.
  public var currencyContribution: Double { currency + local * currency }
}
