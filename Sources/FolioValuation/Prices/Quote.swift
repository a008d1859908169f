/// The last price of an instrument on or before a requested day.
public struct Quote: Sendable, Hashable {
  /// The price as given, for units as of `day`.
  public var price: ExactDecimal
  /// The day of the price.
  public var day: Day
  /// The currency of the price.
  public var currency: CurrencyIndex
  /// The ratio of the splits between the day of the price and the requested day, or `nil` if there
  /// are none.
  public var split: Ratio?
  /// Whether this is the price of a trade, because no price is quoted.
  public var isOfTrade = false

  /// The price of one unit on the requested day. After a split it is rounded half-even to 18
  /// decimal places.
  public var unitPrice: ExactDecimal? { split == nil ? price : try? adjusted(price) }

  /// Returns the value of a number of units on the requested day. It is exact if it fits an
  /// `ExactDecimal`. Otherwise, and after a split, it is rounded half-even to 18 decimal places.
  /// - Parameter factor: `Instrument.valueFactor()`.
  /// - Throws: `ArithmeticFault` if the value exceeds the precision of `ExactDecimal`.
  public func value(
    of quantity: ExactDecimal, factor: ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    var value = try Self.product(quantity, price)
    if factor != .one { value = try Self.product(value, factor) }
    return try adjusted(value)
  }

  private func adjusted(_ amount: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    guard let split else { return amount.normalized() }
    return try amount.multiplied(by: split.old, dividedBy: split.new, places: Precision.costPlaces)
      .normalized()
  }

  private static func product(
    _ left: ExactDecimal, _ right: ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    let (left, right) = (left.normalized(), right.normalized())
    if let exact = try? left.multiplied(by: right) { return exact }
    return try left.multiplied(by: right, places: Precision.costPlaces, rounding: .halfEven)
  }
}
