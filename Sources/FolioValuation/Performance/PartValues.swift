/// The amounts that each part holds at the current point of the pass, by currency. Every price and
/// every leg updates them, so the value of a part costs one conversion per currency.
struct PartValues {
  /// The units of an instrument in a part, and their value in the currency of the price.
  private struct Cell {
    var quantity = ExactDecimal.zero
    var value = ExactDecimal.zero
    let part: Int
    /// The next cell of the same instrument, or -1.
    let next: Int
    var isUnpriced = false
  }

  /// The price of an instrument.
  private struct Quoted {
    var price = ExactDecimal.zero
    let factor: ExactDecimal
    let hasFactor: Bool
    /// The currency of the price, or `missingCurrency` if there is none.
    var currency = missingCurrency
    /// The last cell of the instrument, or -1.
    var lastCell = -1
  }

  private let currencies: Int
  private var quotes: [Quoted]
  private var cells: [Cell] = []
  /// The index of each cell, by instrument and part.
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
    quotes = tables.instruments.map {
      let factor = (try? $0.valueFactor()) ?? .one
      return Quoted(factor: factor, hasFactor: factor != .one)
    }
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

  /// Whether no conversion rounds the value of a part. The order of conversion and addition does
  /// not matter then.
  func isExact(_ part: Int) -> Bool {
    (0..<currencies).allSatisfy { currency in
      let amount = amount(part, currency)
      if amount.isZero { return true }
      guard let rate = rates[currency], rate.divisor == .one else { return false }
      return amount.places + rate.multiplier.places <= Precision.costPlaces
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
    let cell = cellIndices[key] ?? cells.count
    if cell == cells.count {
      cells.append(Cell(part: part, next: quotes[Int(instrument)].lastCell))
      cellIndices[key] = cell
      quotes[Int(instrument)].lastCell = cell
    }
    do { try cells[cell].quantity.add(quantity) } catch { hasOverflowed = true }
    revalue(cell, of: instrument, quotes[Int(instrument)])
    touch(part)
  }

  /// Sets the price of an instrument.
  mutating func setPrice(
    _ instrument: InstrumentIndex, _ price: ExactDecimal, _ currency: CurrencyIndex,
    split: Ratio? = nil
  ) {
    var quoted = quotes[Int(instrument)]
    if quoted.currency != currency && quoted.currency != missingCurrency {
      for cell in cells(of: Int(instrument)) {
        add(-cells[cell].value, quoted.currency, to: cells[cell].part)
        cells[cell].value = .zero
      }
    }
    quoted.price = price
    quoted.currency = currency
    quotes[Int(instrument)] = quoted
    if split != nil || !splits.isEmpty { splits[instrument] = split }
    var cell = quoted.lastCell
    while cell >= 0 {
      if !cells[cell].quantity.isZero {
        revalue(cell, of: instrument, quoted)
        touch(cells[cell].part)
      }
      cell = cells[cell].next
    }
  }

  private func cells(of instrument: Int) -> [Int] {
    Array(sequence(first: quotes[instrument].lastCell) { cells[$0].next }.prefix { $0 >= 0 })
  }

  /// Starts the record of unpriced days, with the instruments that have no price now.
  mutating func beginUnpriced(on day: Day) {
    unpricedDays = [:]
    noteAllUnpriced(on: day)
  }

  /// Extends the record of instruments that still have no price to the last day.
  mutating func endUnpriced() { noteAllUnpriced(on: day) }

  private mutating func noteAllUnpriced(on day: Day) {
    for instrument in quotes.indices {
      if cells(of: instrument).contains(where: { cells[$0].isUnpriced }) {
        noteUnpriced(InstrumentIndex(instrument), on: day)
      }
    }
  }

  private mutating func noteUnpriced(_ instrument: InstrumentIndex, on day: Day) {
    let known = unpricedDays[instrument] ?? day...day
    unpricedDays[instrument] = known.lowerBound...max(known.upperBound, day)
  }

  private mutating func revalue(_ index: Int, of instrument: InstrumentIndex, _ quoted: Quoted) {
    let isUnpriced = quoted.currency == missingCurrency && !cells[index].quantity.isZero
    if isUnpriced != cells[index].isUnpriced {
      unpriced[cells[index].part] += isUnpriced ? 1 : -1
      cells[index].isUnpriced = isUnpriced
      // The last unpriced day is the one before a price comes or the units leave.
      noteUnpriced(instrument, on: isUnpriced ? day : day.adding(days: -1) ?? day)
    }
    guard quoted.currency != missingCurrency else { return }
    let split = splits.isEmpty ? nil : splits[instrument]
    guard let value = Self.worth(cells[index].quantity, quoted, split),
      let change = try? value.subtracting(cells[index].value)
    else { return hasOverflowed = true }
    cells[index].value = value
    add(change, quoted.currency, to: cells[index].part)
  }

  // Static, because a method would retain all arrays for every price.
  private static func worth(
    _ quantity: ExactDecimal, _ quoted: Quoted, _ split: Ratio?
  ) -> ExactDecimal? {
    if split == nil, !quoted.hasFactor,
      let value = try? quantity.multiplied(by: quoted.price)
    {
      return value
    }
    let quote = Quote(price: quoted.price, day: .first, currency: missingCurrency, split: split)
    return try? quote.value(of: quantity, factor: quoted.factor)
  }
}
