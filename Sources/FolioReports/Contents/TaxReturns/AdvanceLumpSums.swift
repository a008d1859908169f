/// The advance lump sums (Vorabpauschalen) of the funds that were held at the end of a year.
///
/// InvStG § 18: 70 % of the base rate on the first price of the year, no more than the rise of the
/// price with the distributions, less the distributions. In the year of the purchase it is lowered
/// by a twelfth for each full month before the month of the purchase. It counts as received on the
/// first working day of the next year.
struct AdvanceLumpSums {
  /// The lump sum of one unit that was held for the whole year, by symbol.
  private(set) var units: [(symbol: String, amount: ExactDecimal)] = []
  private var sums: [TaxClass: ExactDecimal] = [:]
  private let history: TaxHistory

  /// The base rates of the Bundesbank for § 18 Abs. 4, in hundredths of a per cent. It was below
  /// zero in 2021 and 2022.
  private static let rates: [Int: Int64] = [
    2018: 87, 2019: 52, 2020: 7, 2021: 0, 2022: 0, 2023: 255, 2024: 229, 2025: 253, 2026: 320,
  ]

  /// - Throws: `LedgerFaults` (`F455`) for each fund whose prices are missing.
  init(of year: Int, _ history: TaxHistory) throws {
    self.history = history
    guard let rate = Self.rates[year], rate > 0, let start = try? Day(year: year, month: 1, day: 1),
      let end = try? Day(year: year, month: 12, day: 31)
    else { return }
    let held = try history.lots(on: end)
    try history.requireClasses(of: held.map(\.instrument), "Germany")
    let lots = held.filter {
      TaxClass(history.tables.instruments[Int($0.instrument)].kind).isFund
    }
    let funds = Set(lots.map(\.instrument)).sorted {
      history.tables.symbol($0) < history.tables.symbol($1)
    }
    var faults: [Diagnostic] = []
    let prices = PriceBook(history.booked.ledger)
    for fund in funds {
      let symbol = history.tables.symbol(fund)
      let given = history.input(.advanceLumpSum, symbol, year)
      guard
        let unit = try given
          ?? unit(of: fund, from: start, to: end, ExactDecimal(short: rate, places: 4), prices)
      else {
        faults.append(missingPrices(symbol, year))
        continue
      }
      units.append((symbol, unit))
      let taxClass = TaxClass(history.tables.instruments[Int(fund)].kind)
      for lot in lots where lot.instrument == fund {
        let sum = try Self.lumpSum(unit, lot.quantity, acquired: lot.acquired, in: year)
        try sums[taxClass, default: .zero].add(sum)
      }
    }
    if !faults.isEmpty { throw LedgerFaults(faults, sources: []) }
  }

  /// The lump sums of all funds of a class.
  func sum(of taxClass: TaxClass) throws -> ExactDecimal {
    sums[taxClass, default: .zero]
  }

  /// The declared lump sums of the years in which the units of a sale were held.
  func declared(for sale: TaxGain) throws -> ExactDecimal {
    try yearsHeld(sale).total { year in
      guard let unit = history.input(.advanceLumpSum, sale.symbol, year),
        let acquired = sale.disposal.acquired, let end = try? Day(year: year, month: 12, day: 31)
      else { return .zero }
      let units = try history.units(
        sale.disposal.quantity, of: sale.disposal.instrument, on: sale.disposal.disposed,
        asOf: end)
      return try Self.lumpSum(unit, units, acquired: acquired, in: year)
    }
  }

  /// The symbols and years of sold units whose lump sum may have been declared, and is not given.
  func undeclared(of sales: [TaxGain]) -> [String] {
    var names: Set<String> = []
    for sale in sales {
      for year in yearsHeld(sale)
      where Self.rates[year, default: 0] > 0
        && history.input(.advanceLumpSum, sale.symbol, year) == nil
      {
        names.insert("\(sale.symbol) for \(year)")
      }
    }
    return names.sorted()
  }

  private func yearsHeld(_ sale: TaxGain) -> Range<Int> {
    guard let acquired = sale.disposal.acquired else { return 0..<0 }
    let first = max(2018, acquired.year)
    return first..<max(first, sale.disposal.disposed.year)
  }

  private static func lumpSum(
    _ unit: ExactDecimal, _ quantity: ExactDecimal, acquired: Day, in year: Int
  ) throws -> ExactDecimal {
    let whole = try unit * quantity
    if acquired.year < year { return whole }
    let months = ExactDecimal(13 - acquired.month)
    return try whole.multiplied(by: months, dividedBy: 12, places: Precision.costPlaces)
  }

  /// The lump sum of a unit; nil if a price of the year is missing.
  private func unit(
    of fund: InstrumentIndex, from start: Day, to end: Day, _ rate: ExactDecimal,
    _ prices: PriceBook
  ) throws -> ExactDecimal? {
    let first = (0..<31).lazy.compactMap { start.adding(days: $0) }
      .first { prices.quote(fund, on: $0).map { $0.day >= start } ?? false }
    guard let first, let last = prices.quote(fund, on: end), last.day.month == 12,
      last.day >= start, let opening = try history.price(of: fund, on: first, prices),
      let closing = try history.price(of: fund, on: end, prices)
    else { return nil }
    // The first price is for the units of its day.
    let restated = try history.units(opening, of: fund, on: end, asOf: first)
    let paid = try history.distributions(of: fund, from: start, to: end)
    let base = try restated * .percent(70) * rate
    let most = max(.zero, try closing - restated + paid)
    return max(.zero, try min(base, most) - paid)
  }

  private func missingPrices(_ symbol: String, _ year: Int) -> Diagnostic {
    Diagnostic(
      .priceOfReturn,
      "the advance lump sum of '\(symbol)' for \(year) needs its first and its last price of "
        + "\(year)",
      help: "Add both to prices, or give the declared amount of one unit in tax_inputs: "
        + "{\"year\": \(year), \"item\": \"advance_lump_sum\", \"symbol\": \"\(symbol)\", "
        + "\"amount\": \"...\"}.", at: .none)
  }
}

extension TaxHistory {
  /// The lots of the return that are open at the end of a day.
  fileprivate func lots(on day: Day) throws -> [Lot] {
    var lots: [Lot] = []
    try BookedLedger.forEachDay([day], of: booked.ledger, booked.options) { _, books in
      lots = books.lots
    }
    return lots.filter { !$0.isShort && includes($0.instrument, $0.account) }
  }

  /// The price of a unit in the base currency; nil if the price or the rate is not known.
  fileprivate func price(
    of instrument: InstrumentIndex, on day: Day, _ prices: PriceBook
  ) throws -> ExactDecimal? {
    guard let base = booked.baseCurrency, let value = prices.value(of: .one, instrument, on: day),
      let currency = tables.currency(value.currency)
    else { return nil }
    return try booked.ledger.rateBook.rate(from: currency, to: base, on: day)?
      .convert(value.amount)
  }

  /// The distributions of one unit in some days, by the units held when each was paid.
  fileprivate func distributions(
    of fund: InstrumentIndex, from start: Day, to end: Day
  ) throws -> ExactDecimal {
    let paid = income(of: fund, from: start, to: end)
    if paid.isEmpty { return .zero }
    let moves = booked.movements.filter { $0.instrument == fund && includes(fund, $0.account) }
      .map { (day: booked.ledger.tradeDay(of: tables.groups[Int($0.group)]), units: $0.quantity) }
    return try paid.total { item in
      var held = try moves.filter { $0.day < item.day }.total(of: \.units)
      if !held.isPositive { held = try moves.filter { $0.day <= item.day }.total(of: \.units) }
      guard held.isPositive else { return .zero }
      // Of one unit as it is at the end.
      let unit = try item.gross.divided(by: held, places: Precision.costPlaces)
      return try units(unit, of: fund, on: end, asOf: item.day)
    }
  }
}
