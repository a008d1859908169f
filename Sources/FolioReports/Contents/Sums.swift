import FolioNumbers

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
  private var isEmpty = true

  mutating func add(_ currency: Currency?) {
    isEmpty = false
    if let currency { seen.insert(currency) }
  }

  var currency: Currency? { seen.count == 1 ? seen.first : nil }

  /// Totals of columns in that currency. Of amounts in several currencies there are none; of no
  /// amounts at all they are zero, in base.
  func totals(
    _ sums: [(key: String, sum: ColumnSum)], base: Currency?
  ) -> [Report.Total] {
    guard isEmpty || currency != nil else { return [] }
    return sums.map { Report.Total($0.key, $0.sum.cell(isEmpty ? base : currency)) }
  }
}

extension ExactDecimal {
  /// This amount over another in binary, for a picture; nil where the other is zero.
  func share(of whole: ExactDecimal) -> Double? {
    if whole.isZero { return nil }
    guard let ratio = try? divided(by: whole, places: 9, rounding: .halfEven) else { return nil }
    return Double(ratio.coefficient) / Self.power(ofTen: ratio.places)
  }

  private static func power(ofTen places: Int) -> Double {
    (0..<places).reduce(1.0) { power, _ in power * 10 }
  }
}
