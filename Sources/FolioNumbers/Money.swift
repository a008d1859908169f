/// An amount of money in one currency.
@frozen
public struct Money: Sendable, Hashable, Codable {
  /// The amount in units of the currency, not in minor units.
  public var amount: ExactDecimal
  /// The currency.
  public var currency: Currency

  /// Creates an amount of money.
  @inlinable
  public init(_ amount: ExactDecimal, _ currency: Currency) {
    self.amount = amount
    self.currency = currency
  }

  /// Zero in a currency.
  @inlinable
  public static func zero(_ currency: Currency) -> Money {
    Money(.zero, currency)
  }

  /// The sum. Throws `currencyMismatch` if the currencies differ, and `arithmetic` if the result
  /// does not fit.
  public func adding(_ other: Money) throws(MoneyFault) -> Money {
    guard currency == other.currency else {
      throw .currencyMismatch(currency, other.currency)
    }
    return Money(
      try MoneyFault.wrap { () throws(ArithmeticFault) in
        try amount.adding(other.amount)
      }, currency)
  }

  /// The difference. Throws as ``adding(_:)`` does.
  public func subtracting(_ other: Money) throws(MoneyFault) -> Money {
    try adding(-other)
  }

  /// The negated amount.
  @inlinable
  public static prefix func - (money: Money) -> Money {
    Money(-money.amount, money.currency)
  }

  /// The amount rounded to the minor unit of the currency.
  public func rounded(_ rule: RoundingRule = .halfEven) -> Money {
    Money(amount.rounded(toPlaces: currency.minorUnits, rule), currency)
  }
}

extension Money: CustomStringConvertible {
  /// The amount, a space and the code: "12.50 USD".
  public var description: String { "\(amount) \(currency)" }
}

/// The reason why an operation on money has no result.
@frozen
public enum MoneyFault: Error, Sendable, Hashable {
  /// The two currencies differ.
  case currencyMismatch(Currency, Currency)
  /// The result does not fit, or another arithmetic error.
  case arithmetic(ArithmeticFault)
  /// The allocation weight at this index is negative.
  case negativeWeight(index: Int)
  /// There are no allocation weights, or all are zero.
  case noWeight

  static func wrap<Value>(
    _ body: () throws(ArithmeticFault) -> Value
  ) throws(MoneyFault) -> Value {
    do {
      return try body()
    } catch {
      throw .arithmetic(error)
    }
  }
}
