/// An amount of one currency.
@frozen
public struct Money: Sendable, Hashable {
  /// How much, in units of the currency (not in its minor units).
  public var amount: ExactDecimal
  /// Of what.
  public var currency: Currency

  /// An amount of a currency.
  @inlinable
  public init(_ amount: ExactDecimal, _ currency: Currency) {
    self.amount = amount
    self.currency = currency
  }

  /// Nothing of a currency.
  @inlinable
  public static func zero(_ currency: Currency) -> Money {
    Money(.zero, currency)
  }

  /// The sum; throws `currencyMismatch` for two currencies, and `arithmetic` where it has no
  /// room.
  public func adding(_ other: Money) throws(MoneyFault) -> Money {
    guard currency == other.currency else {
      throw .currencyMismatch(currency, other.currency)
    }
    return Money(
      try MoneyFault.wrap { () throws(ArithmeticFault) in
        try amount.adding(other.amount)
      }, currency)
  }

  /// The difference; throws as ``adding(_:)`` does.
  public func subtracting(_ other: Money) throws(MoneyFault) -> Money {
    try adding(-other)
  }

  /// The same amount with the other sign.
  @inlinable
  public static prefix func - (money: Money) -> Money {
    Money(-money.amount, money.currency)
  }

  /// The amount with at most as many places as the currency has minor units.
  public func rounded(_ rule: RoundingRule = .halfEven) -> Money {
    Money(amount.rounded(toPlaces: currency.minorUnits, rule), currency)
  }
}

extension Money: CustomStringConvertible {
  /// The amount, a blank and the code: "12.50 USD".
  public var description: String { "\(amount) \(currency)" }
}

/// Why an operation on money has no result.
@frozen
public enum MoneyFault: Error, Sendable, Hashable {
  /// Two currencies cannot be added up.
  case currencyMismatch(Currency, Currency)
  /// The amounts have no room for the result.
  case arithmetic(ArithmeticFault)
  /// A weight to allocate by is below zero; its index.
  case negativeWeight(index: Int)
  /// There are no weights to allocate by, or all of them are zero.
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
