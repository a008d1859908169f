import ExactNumbers
import LedgerModel

/// What each part holds at this moment of the pass: amounts by currency, kept up to date with
/// every price and every leg, so that the value of a part costs as much as it has currencies.
struct PartValues {
  /// Units of an instrument in a part, and what they are worth in the currency of their price.
  private struct Cell {
    var quantity = ExactDecimal.zero
    var value = ExactDecimal.zero
    var part: Int
    /// The next cell of the same instrument; below zero at the last one.
    var next: Int
    var isUnpriced = false
  }

  private let currencies: Int
  private let factors: [ExactDecimal]
  private var cells: [Cell] = []
  /// The first cell of each instrument; below zero where it has none.
  private var firstCell: [Int]
  /// Cells by instrument and part, beyond the first of an instrument.
  private var otherCells: [UInt64: Int] = [:]
  private var prices: [ExactDecimal]
  private var priceCurrencies: [CurrencyIndex]
  /// The splits since the price, where there were any.
  private var splits: [InstrumentIndex: Ratio] = [:]
  /// By part and currency.
  private var amounts: [ExactDecimal]
  /// The parts that had an amount in a currency at some time: most have one or two, so that a new
  /// rate does not look at all parts.
  private var holdersOf: [[Int]]
  private var isHolder: [Bool]
  /// How many cells of each part hold units without a price.
  private var unpriced: [Int]
  /// From which day to which something was held without a price.
  private(set) var unpricedDays: [InstrumentIndex: ClosedRange<Day>] = [:]
  /// The day that the values are of.
  private(set) var day = Day.first
  /// Of each currency the rate to base of the day.
  private(set) var rates: [ExchangeRate?]
  /// The parts that changed since `takeTouched`.
  private var touched: [Int] = []
  private var isTouched: [Bool]
  /// Whether a sum had more digits than an exact number has.
  private(set) var hasOverflowed = false

  init(_ tables: LedgerTables, parts: Int) {
    let instruments = tables.instruments.count
    currencies = tables.currencies.all.count
    factors = tables.instruments.map { (try? $0.valueFactor()) ?? .one }
    firstCell = Array(repeating: -1, count: instruments)
    prices = Array(repeating: .zero, count: instruments)
    priceCurrencies = Array(repeating: missingCurrency, count: instruments)
    amounts = Array(repeating: .zero, count: parts * currencies)
    holdersOf = Array(repeating: [], count: currencies)
    isHolder = Array(repeating: false, count: parts * currencies)
    unpriced = Array(repeating: 0, count: parts)
    isTouched = Array(repeating: false, count: parts)
    rates = Array(repeating: nil, count: currencies)
  }

  /// The value of a part in base; nil where a price or a rate is not known.
  func value(of part: Int) -> ExactDecimal? {
    guard unpriced[part] == 0, !hasOverflowed else { return nil }
    var sum = ExactDecimal.zero
    for currency in 0..<currencies {
      let amount = amounts[part * currencies + currency]
      if amount.isZero { continue }
      guard let value = try? rates[currency]?.convert(amount), (try? sum.add(value)) != nil else {
        return nil
      }
    }
    return sum
  }

  /// An amount in base at the rates of the day.
  func inBase(_ amount: ExactDecimal, _ currency: CurrencyIndex) -> ExactDecimal? {
    if amount.isZero { return .zero }
    guard currency != missingCurrency else { return nil }
    return try? rates[Int(currency)]?.convert(amount)
  }

  /// What one unit of an instrument is worth in base.
  func unitPriceInBase(_ instrument: InstrumentIndex) -> ExactDecimal? {
    let currency = priceCurrencies[Int(instrument)]
    guard currency != missingCurrency,
      let worth = Self.worth(
        .one, prices[Int(instrument)], factors[Int(instrument)], splits[instrument])
    else { return nil }
    return inBase(worth, currency)
  }

  /// What a part has in a currency, cash and securities.
  func amount(_ part: Int, _ currency: Int) -> ExactDecimal {
    amounts[part * currencies + currency]
  }

  /// The parts that may have an amount in a currency.
  func holders(of currency: Int) -> [Int] { holdersOf[currency] }

  /// The parts that changed since this was last asked.
  mutating func takeTouched() -> [Int] {
    for part in touched { isTouched[part] = false }
    defer { touched.removeAll(keepingCapacity: true) }
    return touched
  }

  mutating func touch(_ part: Int) {
    if isTouched[part] { return }
    isTouched[part] = true
    touched.append(part)
  }

  mutating func setRate(_ currency: Int, _ rate: ExchangeRate?) { rates[currency] = rate }

  mutating func addCash(_ amount: ExactDecimal, _ currency: CurrencyIndex, to part: Int) {
    add(amount, currency, to: part)
  }

  /// Puts units into a part, or takes them out; gives what that changed in base, nil where the
  /// price or the rate is not known.
  @discardableResult
  mutating func addUnits(
    _ quantity: ExactDecimal, of instrument: InstrumentIndex, to part: Int
  ) -> ExactDecimal? {
    let index = cell(instrument, part)
    do {
      try cells[index].quantity.add(quantity)
    } catch {
      hasOverflowed = true
    }
    let before = cells[index].value
    revalue(index, instrument)
    touch(part)
    let currency = priceCurrencies[Int(instrument)]
    guard currency != missingCurrency,
      let change = try? cells[index].value.subtracting(before)
    else { return nil }
    return inBase(change, currency)
  }

  /// Takes a new price, or that of before restated for a split.
  mutating func setPrice(
    _ instrument: InstrumentIndex, _ price: ExactDecimal, _ currency: CurrencyIndex,
    split: Ratio? = nil
  ) {
    let old = priceCurrencies[Int(instrument)]
    if old != currency && old != missingCurrency { withdrawAll(instrument) }
    prices[Int(instrument)] = price
    priceCurrencies[Int(instrument)] = currency
    if split != nil || !splits.isEmpty { splits[instrument] = split }
    var index = firstCell[Int(instrument)]
    while index >= 0 {
      if !cells[index].quantity.isZero {
        revalue(index, instrument)
        touch(cells[index].part)
      }
      index = cells[index].next
    }
  }

  private mutating func withdrawAll(_ instrument: InstrumentIndex) {
    var index = firstCell[Int(instrument)]
    while index >= 0 {
      add(-cells[index].value, priceCurrencies[Int(instrument)], to: cells[index].part)
      cells[index].value = .zero
      index = cells[index].next
    }
  }

  private mutating func noteUnpriced(_ instrument: InstrumentIndex, on day: Day) {
    let known = unpricedDays[instrument] ?? day...day
    unpricedDays[instrument] = known.lowerBound...max(known.upperBound, day)
  }

  /// Brings the values to a later day.
  mutating func advance(to day: Day) { self.day = day }

  /// Forgets what was without a price until now and is no more, and lets the rest count from a day.
  mutating func beginUnpriced(on day: Day) { setUnpriced(firstDay: day) }

  /// Lets what is still without a price count up to the last day.
  mutating func endUnpriced() { setUnpriced(firstDay: nil) }

  private mutating func setUnpriced(firstDay: Day?) {
    if firstDay != nil { unpricedDays = [:] }
    for (instrument, first) in firstCell.enumerated() {
      var index = first
      while index >= 0 {
        if cells[index].isUnpriced {
          noteUnpriced(InstrumentIndex(truncatingIfNeeded: instrument), on: firstDay ?? day)
        }
        index = cells[index].next
      }
    }
  }

  private mutating func revalue(_ index: Int, _ instrument: InstrumentIndex) {
    let currency = priceCurrencies[Int(instrument)]
    let isUnpriced = currency == missingCurrency && !cells[index].quantity.isZero
    if isUnpriced != cells[index].isUnpriced {
      unpriced[cells[index].part] += isUnpriced ? 1 : -1
      cells[index].isUnpriced = isUnpriced
      // It ends with the day before a price comes, or the units go.
      noteUnpriced(instrument, on: isUnpriced ? day : day.adding(days: -1) ?? day)
    }
    guard currency != missingCurrency else { return }
    // Static, with what it needs: a function of `self` would copy all arrays for every price.
    let split = splits.isEmpty ? nil : splits[instrument]
    guard
      let value = Self.worth(
        cells[index].quantity, prices[Int(instrument)], factors[Int(instrument)], split),
      let change = try? value.subtracting(cells[index].value)
    else { return hasOverflowed = true }
    cells[index].value = value
    add(change, currency, to: cells[index].part)
  }

  private static func worth(
    _ quantity: ExactDecimal, _ price: ExactDecimal, _ factor: ExactDecimal, _ split: Ratio?
  ) -> ExactDecimal? {
    if split == nil, factor == .one, let value = try? quantity.multiplied(by: price) {
      return value
    }
    let quote = Quote(price: price, day: .first, currency: missingCurrency, split: split)
    return try? quote.value(of: quantity, factor: factor)
  }

  private mutating func add(_ amount: ExactDecimal, _ currency: CurrencyIndex, to part: Int) {
    let slot = part * currencies + Int(currency)
    do {
      try amounts[slot].add(amount)
    } catch {
      hasOverflowed = true
    }
    if isHolder[slot] { return }
    isHolder[slot] = true
    holdersOf[Int(currency)].append(part)
  }

  private mutating func cell(_ instrument: InstrumentIndex, _ part: Int) -> Int {
    let first = firstCell[Int(instrument)]
    if first >= 0, cells[first].part == part { return first }
    let key = UInt64(instrument) << 32 | UInt64(part)
    if first >= 0, let known = otherCells[key] { return known }
    if first >= 0 { otherCells[key] = cells.count }
    cells.append(Cell(part: part, next: first >= 0 ? cells[first].next : -1))
    if first >= 0 {
      cells[first].next = cells.count - 1
    } else {
      firstCell[Int(instrument)] = cells.count - 1
    }
    return cells.count - 1
  }
}
