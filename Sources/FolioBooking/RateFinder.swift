import FolioDiagnostics
import FolioModel
import FolioNumbers

/// The rate of each leg to the base currency: the leg's own, then that of an exchange inside the
/// group, then the rate book's.
struct RateFinder {
  private let base: Currency?
  /// Its number; none where the ledger does not mention it.
  let baseIndex: CurrencyIndex
  private let settingsBase: Currency?
  private let currencies: CurrencyTable
  private let book: RateBook
  /// The last answer for each currency, and the days for which it holds: legs come in order of
  /// time, and rates change less often.
  private var cached: [CachedRate]
  /// The same answers as they came, with their paths.
  private var answers: [ExchangeRate?]
  /// The ways to the base currency on the days that were asked for last.
  private var ways: RateBook.Ways?
  private var exchange: (currency: CurrencyIndex, rate: ExchangeRate)?
  /// The two amounts that the group exchanges; empty where it exchanges nothing.
  private var exchanged: [GroupBalance.Residual] = []
  /// An answer without its path, and the first and last day for which it holds.
  private struct CachedRate {
    var first = Day.last
    var last = Day.first
    /// The quotient that the rate is; a divisor of zero where there is no rate.
    var multiplier = ExactDecimal.zero
    var divisor = ExactDecimal.zero

    func holds(on day: Day) -> Bool { first <= day && day <= last }
  }

  /// The first leg of each currency for which there was no rate, and how many there were.
  private(set) var missing: [CurrencyIndex: MissingRate] = [:]
  typealias MissingRate = (first: SourcePosition, day: Day, count: Int)

  init(_ tables: LedgerTables, _ book: RateBook, base: Currency?) {
    self.base = base
    baseIndex = base.flatMap(tables.currencies.existingIndex(of:)) ?? missingCurrency
    settingsBase = tables.settings.baseCurrency
    currencies = tables.currencies
    self.book = book
    cached = Array(repeating: CachedRate(), count: tables.currencies.all.count)
    answers = Array(repeating: nil, count: tables.currencies.all.count)
  }

  /// A group comes that exchanges nothing.
  mutating func enterPlainGroup() {
    if exchange != nil { exchange = nil }
    if !exchanged.isEmpty { exchanged = [] }
  }

  /// Takes note of what the group that comes next exchanges against the base currency.
  mutating func enter(exchange residuals: [GroupBalance.Residual]) {
    exchange = nil
    exchanged = residuals.count == 2 ? residuals : []
    guard residuals.count == 2,
      let inBase = residuals.first(where: { currencies[$0.currency] == base }),
      let other = residuals.first(where: { $0.currency != inBase.currency })
    else { return }
    let rate = ExchangeRate(
      multiplier: inBase.amount.magnitude, divisor: other.amount.magnitude)
    exchange = (other.currency, rate)
  }

  /// The rate of a leg to the base currency on a day; nil where none is known.
  mutating func rate(of leg: StockLeg, on day: Day) -> ExchangeRate? {
    guard base != nil, leg.currency != missingCurrency else { return nil }
    if leg.currency == baseIndex { return .identity }
    let found = own(leg, on: day) ?? ofExchange(leg.currency) ?? fromBook(leg.currency, on: day)
    if found == nil { countMissing(leg.currency, at: leg.position, day) }
    return found
  }

  /// An amount in the currency of a leg in the base currency; nil where no rate is known.
  mutating func convert(
    _ amount: ExactDecimal, of leg: StockLeg, on day: Day
  ) throws(ArithmeticFault) -> ExactDecimal? {
    if leg.currency == missingCurrency { return nil }
    if leg.currency == baseIndex { return amount }
    if let known = cachedRate(of: leg, on: day) {
      return try ExchangeRate.convert(amount, by: known.multiplier, dividedBy: known.divisor)
    }
    return try rate(of: leg, on: day)?.convert(amount)
  }

  /// Takes note of whether a leg has a rate on a day, for who needs no more of it.
  mutating func look(for leg: StockLeg, on day: Day) {
    if leg.currency == baseIndex || cachedRate(of: leg, on: day) != nil { return }
    _ = rate(of: leg, on: day)
  }

  /// The rate of a leg, where it is known to be the last answer of the rate book.
  @inline(__always)
  private func cachedRate(of leg: StockLeg, on day: Day) -> CachedRate? {
    if leg.currency == missingCurrency || exchange != nil || leg.given.contains(.fxRate) {
      return nil
    }
    let last = cached[Int(leg.currency)]
    return last.holds(on: day) && !last.divisor.isZero ? last : nil
  }

  private mutating func countMissing(
    _ currency: CurrencyIndex, at position: SourcePosition, _ day: Day
  ) {
    missing[currency, default: (position, day, 0)].count += 1
  }

  /// The rate at which the group that was entered exchanges a currency against base; nil where it
  /// does not.
  func rateOfExchange(_ currency: CurrencyIndex) -> ExchangeRate? {
    if let base, currencies[currency] == base { return .identity }
    return ofExchange(currency)
  }

  /// The rate of a leg to another currency that its own row or its group gives: its `fx_rate`, or
  /// what the group exchanges.
  func rate(givenBy leg: StockLeg, to currency: CurrencyIndex) -> ExchangeRate? {
    if leg.given.contains(.fxRate), currencies[currency] == settingsBase {
      return ExchangeRate(multiplier: leg.fxRate)
    }
    guard let paid = exchanged.first(where: { $0.currency == currency }),
      let called = exchanged.first(where: { $0.currency == leg.currency })
    else { return nil }
    return ExchangeRate(multiplier: paid.amount.magnitude, divisor: called.amount.magnitude)
  }

  /// The rate between two currencies on a day, without a leg.
  func rate(from: CurrencyIndex, to: CurrencyIndex, on day: Day) -> ExchangeRate? {
    book.rate(from: currencies[from], to: currencies[to], on: day)
  }

  /// The rate of a currency to the base currency on a day, for a row that is no stock leg, or that
  /// names no currency of its own.
  mutating func rateToBase(
    _ currency: CurrencyIndex, on day: Day, at position: SourcePosition
  ) -> ExchangeRate? {
    guard let base, currency != missingCurrency else { return nil }
    if currencies[currency] == base { return .identity }
    let found = fromBook(currency, on: day)
    if found == nil { countMissing(currency, at: position, day) }
    return found
  }

  /// The rate of a currency to the base currency on a day, where it is known: of what the group
  /// exchanges first, if that is asked for. Does not count what is missing.
  func known(
    _ currency: CurrencyIndex, on day: Day, inGroup: Bool = false
  ) -> ExchangeRate? {
    guard let base, currency != missingCurrency else { return nil }
    if currencies[currency] == base { return .identity }
    if inGroup, let rate = ofExchange(currency) { return rate }
    return book.rate(from: currencies[currency], to: base, on: day)
  }

  /// Lets what was missing so far not be told.
  mutating func forgetMissing() { missing = [:] }

  /// The rate that a leg gives itself, to the base currency.
  func known(of leg: StockLeg, on day: Day) -> ExchangeRate? {
    guard let base, leg.currency != missingCurrency else { return nil }
    return currencies[leg.currency] == base ? .identity : own(leg, on: day)
  }

  private func own(_ leg: StockLeg, on day: Day) -> ExchangeRate? {
    guard leg.given.contains(.fxRate), let base, let settingsBase else { return nil }
    let rate = ExchangeRate(multiplier: leg.fxRate)
    if base == settingsBase { return rate }
    guard let rest = book.rate(from: settingsBase, to: base, on: day) else { return nil }
    return try? rate.followed(by: rest)
  }

  private func ofExchange(_ currency: CurrencyIndex) -> ExchangeRate? {
    exchange.flatMap { $0.currency == currency ? $0.rate : nil }
  }

  private mutating func fromBook(_ currency: CurrencyIndex, on day: Day) -> ExchangeRate? {
    let place = Int(currency)
    if cached[place].holds(on: day) { return answers[place] }
    if ways.map({ !$0.days.contains(day) }) ?? true {
      ways = base.flatMap { book.ways(to: $0, on: day) }
    }
    guard let ways else { return nil }
    let answer = book.answer(from: currency, by: ways, on: day)
    cached[place] = CachedRate(
      first: answer.days.lowerBound, last: answer.days.upperBound,
      multiplier: answer.rate?.multiplier ?? .zero, divisor: answer.rate?.divisor ?? .zero)
    answers[place] = answer.rate
    return answer.rate
  }
}
