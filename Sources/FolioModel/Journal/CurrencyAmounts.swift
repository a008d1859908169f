/// Amounts in a few currencies: two are held in place, since a group with more is rare.
struct CurrencyAmounts {
  typealias Entry = (currency: CurrencyIndex, amount: ExactDecimal)

  private var first: Entry = (missingCurrency, .zero)
  private var second: Entry = (missingCurrency, .zero)
  private var more: [Entry] = []

  /// Adds an amount to the sum of its currency.
  @inline(__always)
  mutating func add(
    _ amount: ExactDecimal, _ currency: CurrencyIndex
  ) throws(ArithmeticFault) {
    if first.currency == currency {
      try first.amount.add(amount)
    } else if first.currency == missingCurrency {
      first = (currency, amount)
    } else if second.currency == currency {
      try second.amount.add(amount)
    } else if second.currency == missingCurrency {
      second = (currency, amount)
    } else if let index = more.firstIndex(where: { $0.currency == currency }) {
      try more[index].amount.add(amount)
    } else {
      more.append((currency, amount))
    }
  }

  /// Whether every amount is exactly zero.
  var isZero: Bool {
    first.amount.isZero && second.amount.isZero && more.allSatisfy { $0.amount.isZero }
  }

  /// The entries in order of their first mention.
  var entries: [Entry] {
    [first, second].filter { $0.currency != missingCurrency } + more
  }
}
