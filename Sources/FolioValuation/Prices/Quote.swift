import FolioModel
import FolioNumbers

/// What one unit of an instrument was worth on a day, by the last price on or before it.
public struct Quote: Sendable, Hashable {
  /// The price as it was given, for units as they were on `day`.
  public var price: ExactDecimal
  /// The day of the price.
  public var day: Day
  /// The currency of the price.
  public var currency: CurrencyIndex
  /// What splits between the day of the price and the day that was asked for made of one unit.
  public var split: Ratio?
  /// Whether it is the price of a trade, since none was quoted.
  public var isOfTrade = false

  /// The price of one unit of the day that was asked for: half-even at 18 places where a split
  /// leaves one that does not end before.
  public var unitPrice: ExactDecimal? {
    guard let split else { return price }
    return try? price.multiplied(
      by: split.old, dividedBy: split.new, places: Precision.cost, rounding: .halfEven
    ).normalized()
  }

  /// What so many units of the day that was asked for are worth: exact where that has no more
  /// digits than a number can have, else, and after a split, half-even at 18 places.
  /// - Parameter factor: `Instrument.valueFactor()`.
  /// - Throws: `ArithmeticFault` when the value needs more digits than an exact number has.
  public func value(
    of quantity: ExactDecimal, factor: ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    var value = try Self.product(quantity, price)
    if factor != .one { value = try Self.product(value, factor) }
    guard let split else { return value.normalized() }
    return try value.multiplied(
      by: split.old, dividedBy: split.new, places: Precision.cost, rounding: .halfEven
    ).normalized()
  }

  private static func product(
    _ left: ExactDecimal, _ right: ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    let (left, right) = (left.normalized(), right.normalized())
    if let exact = try? left.multiplied(by: right) { return exact }
    return try left.multiplied(by: right, places: Precision.cost, rounding: .halfEven)
  }
}
