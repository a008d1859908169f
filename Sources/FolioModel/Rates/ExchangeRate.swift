/// The value of one currency in another, kept as a quotient so that neither an inverse nor a cross
/// is rounded before it is used.
public struct ExchangeRate: Sendable, Hashable {
  /// Amounts are multiplied by this,
  public var multiplier: ExactDecimal
  /// and divided by this.
  public var divisor: ExactDecimal
  /// The currencies gone through, from the first to the last.
  public var path: [Currency]
  /// The day of the oldest rate that it was computed from; nil if it does not come from the table
  /// of rates, but from a leg or from the amounts actually paid.
  public var day: Day?

  /// A rate: one `from` is `multiplier / divisor` `to`.
  public init(
    multiplier: ExactDecimal, divisor: ExactDecimal = .one, path: [Currency] = [], day: Day? = nil
  ) {
    self.multiplier = multiplier
    self.divisor = divisor
    self.path = path
    self.day = day
  }

  /// The rate of a currency to itself.
  public static var identity: ExchangeRate { ExchangeRate(multiplier: .one) }

  /// The number of places of converted amounts.
  @inlinable public static var places: Int { Precision.costPlaces }

  /// An amount in the other currency, half-even at 18 places where it does not end before.
  public func convert(_ amount: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    try Self.convert(amount, by: multiplier, dividedBy: divisor)
  }

  /// The value of an amount on the day of a report: to 18 places, even if both currencies are the
  /// same.
  public func value(of amount: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    try convert(amount).rounded(toPlaces: Self.places, .halfEven)
  }

  /// An amount converted by the two sides of a rate, which is kept without its path.
  @inlinable package static func convert(
    _ amount: ExactDecimal, by multiplier: ExactDecimal, dividedBy divisor: ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    if multiplier == .one, divisor == .one { return amount }
    return try amount.multiplied(
      by: multiplier, dividedBy: divisor, places: places, rounding: .halfEven)
  }

  /// The rate the other way round; rates are above zero.
  public var inverse: ExchangeRate {
    ExchangeRate(multiplier: divisor, divisor: multiplier, path: path.reversed(), day: day)
  }

  /// This rate and then another one.
  public func followed(by next: ExchangeRate) throws(ArithmeticFault) -> ExchangeRate {
    ExchangeRate(
      multiplier: try multiplier.normalized().multiplied(by: next.multiplier.normalized()),
      divisor: try divisor.normalized().multiplied(by: next.divisor.normalized()),
      path: path + next.path.dropFirst(), day: [day, next.day].compactMap { $0 }.min())
  }
}
