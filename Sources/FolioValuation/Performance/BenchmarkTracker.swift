/// Invests the start value and the flows of each part in a benchmark, at its price of the day.
///
/// Units and prices are those of the first day of the period, before any later split.
struct BenchmarkTracker {
  private let instrument: InstrumentIndex
  private let book: PriceBook
  private var openingDay: Day
  /// The price of one unit in the base currency at the start of the period.
  private var opening: ExactDecimal?
  /// The units of each part. `nil` if a price is missing.
  private var units: [Int: ExactDecimal?] = [:]

  init(_ instrument: InstrumentIndex, _ book: PriceBook, on day: Day) {
    self.instrument = instrument
    self.book = book
    openingDay = day
  }

  mutating func open(_ day: Day, _ values: PartValues) {
    openingDay = day
    opening = price(on: day, values)
  }

  mutating func begin(_ part: Int, _ value: ExactDecimal?) {
    units[part] = .some(value.flatMap { Self.units(for: $0, at: opening) })
  }

  mutating func add(_ flow: ExactDecimal?, to part: Int, on day: Day, _ values: PartValues) {
    if flow?.isZero == true { return }
    let now = price(on: day, values)
    // Without any units before the first flow, the series starts at its price.
    if opening == nil, (units[part] ?? nil)?.isZero == true { opening = now }
    let bought = flow.flatMap { Self.units(for: $0, at: now) }
    units[part] = .some((units[part] ?? nil).adding(bought))
  }

  func result(
    _ part: Int, _ period: PeriodReturn, flows: [CashFlow], _ values: PartValues
  ) -> BenchmarkReturn? {
    guard let opening, let now = price(on: period.to, values), let held = units[part] ?? nil,
      let end = try? held.multiplied(by: now, places: Precision.costPlaces, rounding: .halfEven),
      let start = period.startValue, let growth = now.ratio(to: opening)
    else { return nil }
    let all = ReturnTracker.investorFlows(openingDay, start, flows, period.to, end)
    return BenchmarkReturn(
      timeWeighted: (growth - .one).value, endValue: end,
      moneyWeighted: .find(in: all, below: InternalRate.limitOfYear))
  }

  private static func units(for amount: ExactDecimal, at price: ExactDecimal?) -> ExactDecimal? {
    if amount.isZero { return .zero }
    guard let price, price.isPositive else { return nil }
    return try? amount.divided(by: price, places: Precision.costPlaces)
  }

  private func price(on day: Day, _ values: PartValues) -> ExactDecimal? {
    guard let quote = book.quote(instrument, on: day), let unit = quote.unitPrice,
      let ratio = book.splits.ratio(instrument, after: openingDay, to: day),
      let price = try? unit.multiplied(
        by: ratio.new, dividedBy: ratio.old, places: Precision.costPlaces)
    else { return nil }
    return values.inBase(price, quote.currency)
  }
}
