/// A figure of closed books before and after a change.
public struct AlteredFigure: Sendable, Hashable {
  /// The figure and its day: `gain on AAPL on 2024-05-03`.
  public let name: String
  /// The value before; nil if there is none or it is not known.
  public let old: ExactDecimal?
  /// The value after; nil if there is none or it is not known.
  public let new: ExactDecimal?
  /// The currency of an amount; nil for units.
  public let currency: Currency?
}

extension AlteredFigure: CustomStringConvertible {
  /// `fees on 2024-05-03: 5.00 USD, would be 7.00 USD`
  public var description: String { "\(name): \(text(old)), would be \(text(new))" }

  private func text(_ value: ExactDecimal?) -> String {
    guard let value = value?.normalized() else { return "none" }
    guard let currency else { return value.description }
    return "\(value.padded(toPlaces: max(value.places, currency.minorUnits))) \(currency)"
  }
}
