import ExactNumbers
import LedgerModel

/// Puts the start value and the flows of each part into a benchmark at its price of the day.
struct BenchmarkTracker {
  private let instrument: InstrumentIndex
  /// What one unit was worth in base at the start of the period.
  private var opening: ExactDecimal?
  /// Units that each part would hold; nil where a price was missing.
  private var units: [Int: ExactDecimal?] = [:]

  init(_ instrument: InstrumentIndex) { self.instrument = instrument }

  mutating func open(_ values: PartValues) { opening = price(values) }

  mutating func begin(_ part: Int, _ value: ExactDecimal?) {
    guard let value else { return units[part] = .some(nil) }
    units[part] = .some(value.isZero ? .zero : bought(for: value))
  }

  mutating func add(_ flow: ExactDecimal?, to part: Int, _ values: PartValues) {
    if flow?.isZero == true { return }
    let now = price(values)
    let sum = (units[part] ?? nil).flatMap { held in
      flow.flatMap { Self.units(for: $0, at: now) }.flatMap { try? held.adding($0) }
    }
    units[part] = .some(sum)
  }

  func result(
    _ part: Int, _ period: PeriodReturn, flows: [CashFlow], opening day: Day, _ values: PartValues
  ) -> BenchmarkReturn? {
    guard let opening, let now = price(values), let held = units[part] ?? nil,
      let end = try? held.multiplied(by: now, places: 18, rounding: .halfEven),
      let start = period.startValue, let growth = now.ratio(to: opening)
    else { return nil }
    let all = ReturnTracker.investorFlows(day, start, flows, period.to, end)
    return BenchmarkReturn(
      timeWeighted: (growth - .one).value, endValue: end, moneyWeighted: .find(in: all))
  }

  private func bought(for value: ExactDecimal) -> ExactDecimal? {
    Self.units(for: value, at: opening)
  }

  private static func units(for amount: ExactDecimal, at price: ExactDecimal?) -> ExactDecimal? {
    guard let price, price.isPositive else { return nil }
    return try? amount.divided(by: price, places: ExchangeRate.places, rounding: .halfEven)
  }

  private func price(_ values: PartValues) -> ExactDecimal? {
    values.unitPriceInBase(instrument)
  }
}
