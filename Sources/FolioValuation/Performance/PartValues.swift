import FolioModel
import FolioNumbers

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

  /// What is known of an instrument.
  private struct Quoted {
    var price = ExactDecimal.zero
    var factor: ExactDecimal
    /// Whether the factor is one.
    let isPlain: Bool
    /// The currency of the price; missing where there is none.
    var currency = missingCurrency
    /// Its first cell; below zero where it has none.
    var firstCell = -1

    /// Whether a price is in the same currency, and for one unit.
    func isUsual(_ row: PriceRecord) -> Bool { isPlain && currency == row.currency }
  }

  private let currencies: Int
  private var quotes: [Quoted]
  private var cells: [Cell] = []
  /// Cells by instrument and part, beyond the first of an instrument.
  private var otherCells: [UInt64: Int] = [:]
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
    currencies = tables.currencies.all.count
    quotes = tables.instruments.map {
      let factor = (try? $0.valueFactor()) ?? .one
      return Quoted(factor: factor, isPlain: factor == .one)
    }
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

  /// Whether the value of a part is the same where each of its amounts is converted alone: no
  /// conversion is rounded.
  func isExact(_ part: Int) -> Bool {
    (0..<currencies).allSatisfy { currency in
      let amount = amounts[part * currencies + currency]
      if amount.isZero { return true }
      guard let rate = rates[currency], rate.divisor == .one else { return false }
      return amount.places + rate.multiplier.places <= Precision.cost
    }
  }

  /// What units of an instrument are worth in base, as reports show it.
  func value(of quantity: ExactDecimal, _ instrument: InstrumentIndex) -> ExactDecimal? {
    let quoted = quotes[Int(instrument)]
    guard quoted.currency != missingCurrency,
      let worth = Self.worth(quantity, quoted, splits[instrument])
    else { return nil }
    return value(of: worth, in: quoted.currency)
  }

  /// What an amount is worth in base, as reports show it.
  func value(of amount: ExactDecimal, in currency: CurrencyIndex) -> ExactDecimal? {
    if amount.isZero { return .zero }
    return try? rates[Int(currency)]?.value(of: amount)
  }

  /// An amount in base at the rates of the day.
  func inBase(_ amount: ExactDecimal, _ currency: CurrencyIndex) -> ExactDecimal? {
    if amount.isZero { return .zero }
    guard currency != missingCurrency else { return nil }
    return try? rates[Int(currency)]?.convert(amount)
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

  /// Puts units into a part, or takes them out.
  mutating func addUnits(
    _ quantity: ExactDecimal, of instrument: InstrumentIndex, to part: Int
  ) {
    let index = cell(instrument, part)
    do {
      try cells[index].quantity.add(quantity)
    } catch {
      hasOverflowed = true
    }
    revalue(index, instrument)
    touch(part)
  }

  /// Takes a new price, or that of before restated for a split.
  mutating func setPrice(
    _ instrument: InstrumentIndex, _ price: ExactDecimal, _ currency: CurrencyIndex,
    split: Ratio? = nil
  ) {
    let old = quotes[Int(instrument)].currency
    if old != currency && old != missingCurrency { withdrawAll(instrument) }
    quotes[Int(instrument)].price = price
    quotes[Int(instrument)].currency = currency
    if split != nil || !splits.isEmpty { splits[instrument] = split }
    var index = quotes[Int(instrument)].firstCell
    while index >= 0 {
      if !cells[index].quantity.isZero {
        revalue(index, instrument)
        touch(cells[index].part)
      }
      index = cells[index].next
    }
  }

  /// Takes the prices of a day on which nothing is split.
  mutating func setPrices(_ schedule: PriceSchedule, _ places: Range<Int>) {
    var rest = places
    while true {
      rest = setUsualPrices(schedule, rest)
      guard let place = rest.popFirst() else { return }
      let row = schedule.row(at: place)
      if row.isSound { setPrice(row.instrument, row.price, row.currency) }
    }
  }

  /// Takes prices up to the first one that is unusual: it changes the currency, or several parts
  /// hold the instrument, or a split is still to be counted. A daily series does little else.
  /// - Returns: the places that are left.
  private mutating func setUsualPrices(
    _ schedule: PriceSchedule, _ places: Range<Int>
  ) -> Range<Int> {
    guard splits.isEmpty else { return places }
    for place in places {
      let row = schedule.row(at: place)
      guard row.isSound else { continue }
      let index = quotes[Int(row.instrument)].firstCell
      if index >= 0 {
        let part = cells[index].part
        guard quotes[Int(row.instrument)].isUsual(row), cells[index].next < 0,
          Self.revalue(&cells[index], row, &amounts[part * currencies + Int(row.currency)])
        else { return place..<places.upperBound }
        if !cells[index].quantity.isZero { touch(part) }
      }
      quotes[Int(row.instrument)].price = row.price
      quotes[Int(row.instrument)].currency = row.currency
    }
    return places.upperBound..<places.upperBound
  }

  /// Values a cell at a price, and adds the difference; does nothing where it is too long.
  private static func revalue(
    _ cell: inout Cell, _ row: PriceRecord, _ amount: inout ExactDecimal
  ) -> Bool {
    guard let value = try? cell.quantity.multiplied(by: row.price),
      let change = try? value.subtracting(cell.value), (try? amount.add(change)) != nil
    else { return false }
    cell.value = value
    return true
  }

  private mutating func withdrawAll(_ instrument: InstrumentIndex) {
    var index = quotes[Int(instrument)].firstCell
    while index >= 0 {
      add(-cells[index].value, quotes[Int(instrument)].currency, to: cells[index].part)
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
    for instrument in quotes.indices {
      var index = quotes[instrument].firstCell
      while index >= 0 {
        if cells[index].isUnpriced {
          noteUnpriced(InstrumentIndex(instrument), on: firstDay ?? day)
        }
        index = cells[index].next
      }
    }
  }

  private mutating func revalue(_ index: Int, _ instrument: InstrumentIndex) {
    let quoted = quotes[Int(instrument)]
    let currency = quoted.currency
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
      let value = Self.worth(cells[index].quantity, quoted, split),
      let change = try? value.subtracting(cells[index].value)
    else { return hasOverflowed = true }
    cells[index].value = value
    add(change, currency, to: cells[index].part)
  }

  private static func worth(
    _ quantity: ExactDecimal, _ quoted: Quoted, _ split: Ratio?
  ) -> ExactDecimal? {
    if split == nil, quoted.isPlain, let value = try? quantity.multiplied(by: quoted.price) {
      return value
    }
    let quote = Quote(price: quoted.price, day: .first, currency: missingCurrency, split: split)
    return try? quote.value(of: quantity, factor: quoted.factor)
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
    let first = quotes[Int(instrument)].firstCell
    if first >= 0, cells[first].part == part { return first }
    let key = UInt64(instrument.rawValue) << 32 | UInt64(part)
    if first >= 0, let known = otherCells[key] { return known }
    if first >= 0 { otherCells[key] = cells.count }
    cells.append(Cell(part: part, next: first >= 0 ? cells[first].next : -1))
    if first >= 0 {
      cells[first].next = cells.count - 1
    } else {
      quotes[Int(instrument)].firstCell = cells.count - 1
    }
    return cells.count - 1
  }
}
