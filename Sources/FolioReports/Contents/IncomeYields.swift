extension [IncomeGroup] {
  /// Sets the yields of rows grouped by symbol or by year. A yield is the gross income of
  /// instruments in twelve months, divided by the cost or the market value of the units held on the
  /// last day.
  ///
  /// By symbol, the twelve months end with the period. By year, they end with the year, or with the
  /// books if these end earlier.
  /// - Returns: A warning about the instruments without a price or exchange rate, if there are any.
  mutating func addYields(
    _ booked: BookedLedger, _ selection: Selection, _ policy: PricePolicy,
    by grouping: IncomeGrouping
  ) -> [Report.Warning] {
    guard grouping == .symbol || grouping == .year, let asOf = booked.options.asOf else {
      return []
    }
    let end = Swift.min(selection.to ?? asOf, asOf)
    let days = map { grouping == .symbol ? end : $0.lastDayOfYear.map { Swift.min($0, end) } }
    let tables = booked.ledger.tables
    var open = selection
    (open.from, open.to) = (nil, nil)
    let selector = ResolvedSelection(open, tables)
    let valued = booked.positions(on: Set(days.compactMap { $0 }), selector, policy)
    // Grouped by instrument, so that a row does not search the income of all instruments.
    let paid = booked.income.filter {
      $0.instrument != .missing && selector.includes($0, booked.ledger.rows)
    }
    let income = Dictionary(grouping: paid, by: \.instrument)
    var unpriced: Set<String> = []
    for (index, day) in zip(indices, days) where self[index].label != nil {
      guard let day, let start = day.adding(years: -1) else { continue }
      let instrument = grouping == .symbol ? self[index].items.first?.instrument : nil
      let items = instrument.map { income[$0] ?? [] } ?? paid
      let earned = items.filter { $0.day > start && $0.day <= day }.sum(\.grossBase)
      let held = valued[day] ?? [:]
      let positions = instrument.map { held[$0] ?? [] } ?? held.values.flatMap { $0 }
      for position in positions where position.marketValueBase == nil {
        unpriced.insert("\(tables.symbol(position.instrument)) (\(day))")
      }
      self[index].yieldOnCost = .yield(earned, on: positions.sum(\.costBase))
      self[index].yieldOnValue = .yield(earned, on: positions.sum(\.marketValueBase))
    }
    if unpriced.isEmpty || booked.baseCurrency == nil { return [] }
    let names = unpriced.sorted().joined(separator: ", ")
    let words = "no price, or no rate of its currency, is known of what a yield on value needs"
    return [Report.Warning(code: .unknownPrice, message: "\(words): \(names)")]
  }
}

extension IncomeGroup {
  /// The last day of the year in the label.
  fileprivate var lastDayOfYear: Day? {
    label.flatMap { Int($0) }.flatMap { try? Day(year: $0, month: 12, day: 31) }
  }
}

extension ExactDecimal? {
  /// Returns the yield, or `nil` if nothing is held.
  fileprivate static func yield(_ earned: Self, on whole: Self) -> Self {
    whole?.isPositive == true ? ExactDecimal.ratio(earned, of: whole) : nil
  }
}

extension BookedLedger {
  /// Returns the positions of each instrument at the end of some days, computed in one pass.
  fileprivate func positions(
    on days: Set<Day>, _ selector: ResolvedSelection, _ policy: PricePolicy
  ) -> [Day: [InstrumentIndex: [PositionValue]]] {
    let prices = PriceBook(ledger, tradesCount: policy.tradesCount)
    var found: [Day: [InstrumentIndex: [PositionValue]]] = [:]
    func add(_ day: Day, _ books: BookedLedger) {
      let positions = try? ValuedLedger(books, prices: prices).positions(where: selector.includes)
      found[day] = Dictionary(grouping: positions ?? [], by: \.instrument)
    }
    var others = days
    if let end = options.asOf, others.remove(end) != nil { add(end, self) }
    if others.isEmpty { return found }
    // The ledger was already booked without faults. If a sum overflows, the yields are unknown.
    try? BookedLedger.forEachDay(others, of: ledger, options, add)
    return found
  }
}
