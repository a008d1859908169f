/// Finds the rate of a leg to the base currency: the leg's own, then that of an exchange in its
/// group, then that of the rate book.
struct RateFinder {
  private let base: Currency?
  /// The index of the base currency; `missingCurrency` if the ledger does not mention it.
  let baseIndex: CurrencyIndex
  private let settingsBase: Currency?
  private let currencies: CurrencyTable
  private let book: RateBook
  /// The last answer of the rate book for each currency, and the days for which it holds. Legs come
  /// in order of time, and rates change less often.
  private var cached: [CachedRate]
  /// The same answers with their paths.
  private var answers: [ExchangeRate?]
  /// The ways to the base currency around the last day.
  private var ways: RateBook.Ways?
  /// The two amounts that the group exchanges, or none.
  private var exchanged: [GroupBalance.Residual] = []
  /// The first leg of each currency without a rate, and the number of such legs.
  var missing: [CurrencyIndex: MissingRate] = [:]

  typealias MissingRate = (first: SourcePosition, day: Day, count: Int)

  /// An answer without its path.
  private struct CachedRate {
    var first = Day.last
    var last = Day.first
    /// The quotient that the rate is. The divisor is zero if there is no rate.
    var multiplier = ExactDecimal.zero
    var divisor = ExactDecimal.zero

    func holds(on day: Day) -> Bool { first <= day && day <= last }
  }

  init(_ tables: LedgerTables, _ book: RateBook, base: Currency?) {
    self.base = base
    baseIndex = base.flatMap(tables.currencies.existingIndex(of:)) ?? missingCurrency
    settingsBase = tables.settings.baseCurrency
    currencies = tables.currencies
    self.book = book
    cached = Array(repeating: CachedRate(), count: tables.currencies.all.count)
    answers = Array(repeating: nil, count: tables.currencies.all.count)
  }

  /// Replaces the rate book, and forgets its answers.
  mutating func renew(_ ledger: Ledger) {
    let known = missing
    self = RateFinder(ledger.tables, ledger.rateBook, base: base)
    missing = known
  }

  /// Begins a group that exchanges nothing.
  mutating func enterPlainGroup() {
    if !exchanged.isEmpty { exchanged = [] }
  }

  /// Begins a group that may exchange two amounts.
  mutating func enter(exchange residuals: [GroupBalance.Residual]) {
    exchanged = residuals.count == 2 ? residuals : []
  }

  /// The rate of a leg to the base currency on a day; nil if not known.
  mutating func rate(of leg: StockLeg, on day: Day) -> ExchangeRate? {
    guard base != nil, leg.currency != missingCurrency else { return nil }
    if leg.currency == baseIndex { return .identity }
    let found =
      own(leg, on: day) ?? rateOfExchange(leg.currency, to: baseIndex)
      ?? fromBook(leg.currency, on: day)
    if found == nil { countMissing(leg.currency, at: leg.position, day) }
    return found
  }

  /// An amount in the currency of a leg in the base currency; nil if no rate is known.
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

  /// Records if a leg has no rate on a day, when the rate itself is not needed.
  mutating func look(for leg: StockLeg, on day: Day) {
    if leg.currency == baseIndex || cachedRate(of: leg, on: day) != nil { return }
    _ = rate(of: leg, on: day)
  }

  /// The rate of a leg, if it is known to be the last answer of the rate book.
  @inline(__always)
  private func cachedRate(of leg: StockLeg, on day: Day) -> CachedRate? {
    if leg.currency == missingCurrency || !exchanged.isEmpty || leg.given.contains(.fxRate) {
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

  /// The rate at which the group exchanges one currency for another; nil if it does not.
  func rateOfExchange(_ currency: CurrencyIndex, to other: CurrencyIndex) -> ExchangeRate? {
    guard let to = exchanged.first(where: { $0.currency == other }),
      let from = exchanged.first(where: { $0.currency == currency })
    else { return nil }
    return ExchangeRate(multiplier: to.amount.magnitude, divisor: from.amount.magnitude)
  }

  /// The rate of a leg to another currency that its row (`fx_rate`) or its group gives.
  func rate(givenBy leg: StockLeg, to currency: CurrencyIndex) -> ExchangeRate? {
    if leg.given.contains(.fxRate), currencies[currency] == settingsBase {
      return ExchangeRate(multiplier: leg.fxRate)
    }
    return rateOfExchange(leg.currency, to: currency)
  }

  /// The rate between two currencies on a day, without a leg.
  func rate(from: CurrencyIndex, to: CurrencyIndex, on day: Day) -> ExchangeRate? {
    book.rate(from: currencies[from], to: currencies[to], on: day)
  }

  /// The rate of a currency to the base currency on a day, for a row that is no stock leg or names
  /// no currency of its own.
  mutating func rateToBase(
    _ currency: CurrencyIndex, on day: Day, at position: SourcePosition
  ) -> ExchangeRate? {
    guard base != nil, currency != missingCurrency else { return nil }
    if currency == baseIndex { return .identity }
    let found = fromBook(currency, on: day)
    if found == nil { countMissing(currency, at: position, day) }
    return found
  }

  /// The rate of a currency to the base currency on a day, if it is known. Does not count missing
  /// rates.
  /// - Parameter inGroup: whether the rate of an exchange in the group comes first.
  mutating func known(
    _ currency: CurrencyIndex, on day: Day, inGroup: Bool = false
  ) -> ExchangeRate? {
    guard base != nil, currency != missingCurrency else { return nil }
    if currency == baseIndex { return .identity }
    if inGroup, let rate = rateOfExchange(currency, to: baseIndex) { return rate }
    return fromBook(currency, on: day)
  }

  /// Forgets the missing rates so far, so that they are not reported.
  mutating func forgetMissing() { missing = [:] }

  /// The rate to the base currency that a leg gives itself.
  func known(of leg: StockLeg, on day: Day) -> ExchangeRate? {
    guard base != nil, leg.currency != missingCurrency else { return nil }
    return leg.currency == baseIndex ? .identity : own(leg, on: day)
  }

  private func own(_ leg: StockLeg, on day: Day) -> ExchangeRate? {
    guard leg.given.contains(.fxRate), let base, let settingsBase else { return nil }
    let rate = ExchangeRate(multiplier: leg.fxRate)
    if base == settingsBase { return rate }
    guard let rest = book.rate(from: settingsBase, to: base, on: day) else { return nil }
    return try? rate.followed(by: rest)
  }

  private mutating func fromBook(_ currency: CurrencyIndex, on day: Day) -> ExchangeRate? {
    let place = Int(currency)
    if cached[place].holds(on: day) { return answers[place] }
    if ways.map({ !$0.days.contains(day) }) ?? true {
      ways = base.flatMap { book.ways(to: $0, on: day) }
    }
    guard let ways else { return nil }
    let answer = book.answer(from: currency, by: ways, on: day)
    cached[place] = CachedRate(first: answer.days.lowerBound, last: answer.days.upperBound)
    if let rate = answer.rate {
      (cached[place].multiplier, cached[place].divisor) = (rate.multiplier, rate.divisor)
    }
    answers[place] = answer.rate
    return answer.rate
  }
}
