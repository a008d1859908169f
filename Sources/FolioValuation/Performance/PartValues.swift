import FolioModel
import FolioNumbers

/// The amounts that each part holds at the current point of the pass, by currency. Every price and
/// every leg updates them, so the value of a part costs one conversion per currency.
struct PartValues {
  /// The units of an instrument in a part, and their value in the currency of the price.
  private struct Cell {
    var quantity = ExactDecimal.zero
    var value = ExactDecimal.zero
    var part: Int
    var isUnpriced = false
  }

  /// The price of an instrument.
  private struct Quoted {
    var price = ExactDecimal.zero
    var factor: ExactDecimal
    /// The currency of the price, or `missingCurrency` if there is none.
    var currency = missingCurrency
  }

  private let currencies: Int
  private var quotes: [Quoted]
  /// The cells of each instrument.
  private var cells: [[Cell]]
  /// The index of each cell in the cells of its instrument, by instrument and part.
  private var cellIndices: [UInt64: Int] = [:]
  /// The ratios of splits since the price.
  private var splits: [InstrumentIndex: Ratio] = [:]
  /// The amounts by part and currency.
  private var amounts: [ExactDecimal]
  /// The parts that have had an amount in each currency. Most parts have few currencies, so a new
  /// rate need not visit all parts.
  private var holdersOf: [[Int]]
  private var isHolder: [Bool]
  /// The number of cells of each part with units but no price.
  private var unpriced: [Int]
  /// The first and last day on which an instrument was held without a price.
  private(set) var unpricedDays: [InstrumentIndex: ClosedRange<Day>] = [:]
  /// The day of the values.
  var day = Day.first
  /// The rate of each currency to the base currency on this day.
  var rates: [ExchangeRate?]
  /// The parts that have changed since `takeTouched`.
  private var touched: [Int] = []
  private var isTouched: [Bool]
  /// Whether a sum has exceeded the precision of `ExactDecimal`.
  private var hasOverflowed = false

  init(_ tables: LedgerTables, parts: Int) {
    currencies = tables.currencies.all.count
    quotes = tables.instruments.map { Quoted(factor: (try? $0.valueFactor()) ?? .one) }
    cells = Array(repeating: [], count: quotes.count)
    amounts = Array(repeating: .zero, count: parts * currencies)
    holdersOf = Array(repeating: [], count: currencies)
    isHolder = Array(repeating: false, count: parts * currencies)
    unpriced = Array(repeating: 0, count: parts)
    isTouched = Array(repeating: false, count: parts)
    rates = Array(repeating: nil, count: currencies)
  }

  /// Returns the value of a part in the base currency. `nil` if a price or a rate is unknown.
  func value(of part: Int) -> ExactDecimal? {
    guard unpriced[part] == 0, !hasOverflowed else { return nil }
    var sum = ExactDecimal.zero
    for currency in 0..<currencies {
      let amount = amount(part, currency)
      if amount.isZero { continue }
      guard let value = try? rates[currency]?.convert(amount), (try? sum.add(value)) != nil else {
        return nil
      }
    }
    return sum
  }

  /// Whether no conversion rounds the value of a part. The order of conversion and addition does not
  /// matter then.
  func isExact(_ part: Int) -> Bool {
    (0..<currencies).allSatisfy { currency in
      let amount = amount(part, currency)
      if amount.isZero { return true }
      guard let rate = rates[currency], rate.divisor == .one else { return false }
      return amount.places + rate.multiplier.places <= Precision.cost
    }
  }

  /// Returns the value of units in the base currency, rounded as in reports.
  func value(of quantity: ExactDecimal, _ instrument: InstrumentIndex) -> ExactDecimal? {
    let quoted = quotes[Int(instrument)]
    guard quoted.currency != missingCurrency,
      let worth = Self.worth(quantity, quoted, splits[instrument])
    else { return nil }
    return value(of: worth, in: quoted.currency)
  }

  /// Returns an amount in the base currency, rounded as in reports.
  func value(of amount: ExactDecimal, in currency: CurrencyIndex) -> ExactDecimal? {
    if amount.isZero { return .zero }
    return try? rates[Int(currency)]?.value(of: amount)
  }

  /// Returns an amount in the base currency, at the rates of the day.
  func inBase(_ amount: ExactDecimal, _ currency: CurrencyIndex) -> ExactDecimal? {
    if amount.isZero { return .zero }
    guard currency != missingCurrency else { return nil }
    return try? rates[Int(currency)]?.convert(amount)
  }

  /// Returns the cash and securities of a part in a currency.
  func amount(_ part: Int, _ currency: Int) -> ExactDecimal {
    amounts[part * currencies + currency]
  }

  /// Returns the parts that may have an amount in a currency.
  func holders(of currency: Int) -> [Int] { holdersOf[currency] }

  /// Returns the parts that have changed since the last call.
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

  /// Adds cash to a part.
  mutating func add(_ amount: ExactDecimal, _ currency: CurrencyIndex, to part: Int) {
    let slot = part * currencies + Int(currency)
    do { try amounts[slot].add(amount) } catch { hasOverflowed = true }
    if isHolder[slot] { return }
    isHolder[slot] = true
    holdersOf[Int(currency)].append(part)
  }

  /// Adds units to a part.
  mutating func addUnits(
    _ quantity: ExactDecimal, of instrument: InstrumentIndex, to part: Int
  ) {
    let key = UInt64(instrument.rawValue) << 32 | UInt64(part)
    let cell = cellIndices[key] ?? cells[Int(instrument)].count
    if cell == cells[Int(instrument)].count {
      cells[Int(instrument)].append(Cell(part: part))
      cellIndices[key] = cell
    }
    do { try cells[Int(instrument)][cell].quantity.add(quantity) } catch { hasOverflowed = true }
    revalue(cell, of: Int(instrument))
    touch(part)
  }

  /// Sets the price of an instrument.
  mutating func setPrice(
    _ instrument: InstrumentIndex, _ price: ExactDecimal, _ currency: CurrencyIndex,
    split: Ratio? = nil
  ) {
    let number = Int(instrument)
    let old = quotes[number].currency
    if old != currency && old != missingCurrency {
      for cell in cells[number].indices {
        add(-cells[number][cell].value, old, to: cells[number][cell].part)
        cells[number][cell].value = .zero
      }
    }
    quotes[number].price = price
    quotes[number].currency = currency
    if split != nil || !splits.isEmpty { splits[instrument] = split }
    for cell in cells[number].indices where !cells[number][cell].quantity.isZero {
      revalue(cell, of: number)
      touch(cells[number][cell].part)
    }
  }

  /// Starts the record of unpriced days, with the instruments that have no price now.
  mutating func beginUnpriced(on day: Day) {
    unpricedDays = [:]
    noteAllUnpriced(on: day)
  }

  /// Extends the record of instruments that still have no price to the last day.
  mutating func endUnpriced() { noteAllUnpriced(on: day) }

  private mutating func noteAllUnpriced(on day: Day) {
    for instrument in cells.indices where cells[instrument].contains(where: \.isUnpriced) {
      noteUnpriced(instrument, on: day)
    }
  }

  private mutating func noteUnpriced(_ instrument: Int, on day: Day) {
    let known = unpricedDays[InstrumentIndex(instrument)] ?? day...day
    unpricedDays[InstrumentIndex(instrument)] = known.lowerBound...max(known.upperBound, day)
  }

  private mutating func revalue(_ index: Int, of instrument: Int) {
    let cell = cells[instrument][index]
    let quoted = quotes[instrument]
    let isUnpriced = quoted.currency == missingCurrency && !cell.quantity.isZero
    if isUnpriced != cell.isUnpriced {
      unpriced[cell.part] += isUnpriced ? 1 : -1
      cells[instrument][index].isUnpriced = isUnpriced
      // The last unpriced day is the one before a price comes or the units leave.
      noteUnpriced(instrument, on: isUnpriced ? day : day.adding(days: -1) ?? day)
    }
    guard quoted.currency != missingCurrency else { return }
    let split = splits.isEmpty ? nil : splits[InstrumentIndex(instrument)]
    guard let value = Self.worth(cell.quantity, quoted, split),
      let change = try? value.subtracting(cell.value)
    else { return hasOverflowed = true }
    cells[instrument][index].value = value
    add(change, quoted.currency, to: cell.part)
  }

  // Static, because a method would retain all arrays for every price.
  private static func worth(
    _ quantity: ExactDecimal, _ quoted: Quoted, _ split: Ratio?
  ) -> ExactDecimal? {
    if split == nil, quoted.factor == .one,
      let value = try? quantity.multiplied(by: quoted.price)
    {
      return value
    }
    let quote = Quote(price: quoted.price, day: .first, currency: missingCurrency, split: split)
    return try? quote.value(of: quantity, factor: quoted.factor)
  }
}
