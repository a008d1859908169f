import ExactNumbers
import LedgerModel

/// What each part holds at this moment of the pass: amounts by currency, kept up to date with
/// every price and every leg, so that the value of a part costs as much as it has currencies.
struct PartValues {
  /// Units of an instrument in a part, and what they are worth in the currency of their price.
  private struct Cell {
    var part: Int
    var quantity = ExactDecimal.zero
    var value = ExactDecimal.zero
    var isUnpriced = false
  }

  private let currencies: Int
  private let factors: [ExactDecimal]
  private var cells: [Cell] = []
  private var cellsOf: [[Int]]
  /// Cells by instrument and part, for instruments that are in several parts.
  private var otherCells: [UInt64: Int] = [:]
  private(set) var quotes: [Quote?]
  /// By part and currency.
  private var amounts: [ExactDecimal]
  /// How many cells of each part hold units without a price.
  private var unpriced: [Int]
  /// What was held without a price at some time.
  private(set) var unpricedInstruments: Set<InstrumentIndex> = []
  /// Of each currency the rate to base of the day.
  private(set) var rates: [ExchangeRate?]
  /// Whether a sum had more digits than an exact number has.
  private(set) var hasOverflowed = false

  init(_ tables: LedgerTables, parts: Int) {
    currencies = tables.currencies.all.count
    factors = tables.instruments.map { (try? $0.valueFactor()) ?? .one }
    cellsOf = Array(repeating: [], count: tables.instruments.count)
    quotes = Array(repeating: nil, count: tables.instruments.count)
    amounts = Array(repeating: .zero, count: parts * currencies)
    unpriced = Array(repeating: 0, count: parts)
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

  /// What a part has in a currency, cash and securities.
  func amount(_ part: Int, _ currency: Int) -> ExactDecimal {
    amounts[part * currencies + currency]
  }

  mutating func setRate(_ currency: Int, _ rate: ExchangeRate?) { rates[currency] = rate }

  mutating func addCash(_ amount: ExactDecimal, _ currency: CurrencyIndex, to part: Int) {
    add(amount, Int(currency), to: part)
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
    guard let quote = quotes[Int(instrument)],
      let change = try? cells[index].value.subtracting(before)
    else { return nil }
    return inBase(change, quote.currency)
  }

  /// Takes a new price; gives the parts whose value it changes.
  mutating func setQuote(_ instrument: InstrumentIndex, _ quote: Quote?) {
    for index in cellsOf[Int(instrument)] { withdraw(index, instrument) }
    quotes[Int(instrument)] = quote
    for index in cellsOf[Int(instrument)] {
      cells[index].value = .zero
      revalue(index, instrument)
    }
  }

  /// The parts that hold an instrument.
  func forEachPart(holding instrument: InstrumentIndex, _ body: (Int) -> Void) {
    for index in cellsOf[Int(instrument)] where !cells[index].quantity.isZero {
      body(cells[index].part)
    }
  }

  private mutating func withdraw(_ index: Int, _ instrument: InstrumentIndex) {
    guard let quote = quotes[Int(instrument)], !cells[index].value.isZero else { return }
    add(-cells[index].value, Int(quote.currency), to: cells[index].part)
  }

  private mutating func revalue(_ index: Int, _ instrument: InstrumentIndex) {
    let cell = cells[index]
    let isUnpriced = !cell.quantity.isZero && quotes[Int(instrument)] == nil
    if isUnpriced != cell.isUnpriced {
      unpriced[cell.part] += isUnpriced ? 1 : -1
      if isUnpriced { unpricedInstruments.insert(instrument) }
      cells[index].isUnpriced = isUnpriced
    }
    guard let quote = quotes[Int(instrument)] else { return }
    do {
      let value = try quote.value(of: cell.quantity, factor: factors[Int(instrument)])
      if value == cell.value { return }
      cells[index].value = value
      add(try value.subtracting(cell.value), Int(quote.currency), to: cell.part)
    } catch {
      hasOverflowed = true
    }
  }

  private mutating func add(_ amount: ExactDecimal, _ currency: Int, to part: Int) {
    do {
      try amounts[part * currencies + currency].add(amount)
    } catch {
      hasOverflowed = true
    }
  }

  private mutating func cell(_ instrument: InstrumentIndex, _ part: Int) -> Int {
    if let first = cellsOf[Int(instrument)].first, cells[first].part == part { return first }
    let key = UInt64(instrument) << 32 | UInt64(part)
    if let known = otherCells[key] { return known }
    otherCells[key] = cells.count
    cellsOf[Int(instrument)].append(cells.count)
    cells.append(Cell(part: part))
    return cells.count - 1
  }
}
