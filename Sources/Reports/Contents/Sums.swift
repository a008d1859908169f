import ExactNumbers

/// Adds up a column as far as it can be: a value that is not known, or a sum that needs more
/// digits than an exact number has, makes the sum unknown.
struct ColumnSum {
  private var amount: ExactDecimal? = .zero

  mutating func add(_ value: ExactDecimal?) {
    guard let sum = amount, let value else {
      amount = nil
      return
    }
    amount = try? sum.adding(value)
  }

  /// The sum as money, or nothing.
  func cell(_ currency: Currency?) -> Report.Cell {
    guard let amount, let currency else { return .null }
    return .money(amount, currency)
  }
}

/// The one currency of several amounts, if there is only one.
struct SoleCurrency {
  private var seen: Set<Currency> = []

  mutating func add(_ currency: Currency?) {
    if let currency { seen.insert(currency) }
  }

  var currency: Currency? { seen.count == 1 ? seen.first : nil }
}
