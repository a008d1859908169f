import FolioBooking
import FolioModel
import FolioNumbers

/// Goes once through the groups, the prices and the rates of a ledger in order of their days, and
/// gives the returns of each period as it ends.
///
/// Problem: a portfolio has to be valued at every flow and every day, over decades and hundreds of
/// instruments. Observation: between two events nothing changes, and an event changes one amount.
/// Decision: the amounts of each part by currency are kept up to date (`PartValues`), so that a
/// value costs one multiplication a currency, an event costs the same however long the history is,
/// and nothing is kept of days that are past.
public struct PerformancePass {
  private let booked: BookedLedger
  private let tables: LedgerTables
  private let book: PriceBook
  private let rateBook: RateBook
  private let map: PartMap
  private let flows: GroupFlows
  private let step: PeriodStep?
  /// The period asked for.
  public let period: ClosedRange<Day>

  private var values: PartValues
  private var amounts: PlaceAmounts
  /// What the parts were worth when the period at hand began.
  private var startValues: [ExactDecimal?] = []
  private var prices: PriceSchedule
  private var trackers: [ReturnTracker] = []
  /// What rates did on the day at hand, by part; zero between two days.
  private var currencyGains: [Double]
  /// What the units of the group at hand that are flows are worth, by part.
  private var unitFlows: [Int: ExactDecimal?] = [:]
  private var benchmark: BenchmarkTracker?
  private var growth: [Int: Double?] = [:]
  private var constantRates: ClosedRange<Day>?
  /// The groups that count in order of their days, and where the movements of each begin.
  private let groups: [(day: Day, group: GroupIndex)]
  private let movements: MovementIndex
  private var next = 0

  /// Makes ready; the books must have their movements (`BookingOptions.keepsMovements`).
  /// - Returns: nil where the ledger has no day or no base currency.
  public init?(_ booked: BookedLedger, prices book: PriceBook, _ question: PerformanceQuestion) {
    let counted = booked.countedGroups()
    guard booked.baseCurrency != nil, let end = booked.options.asOf ?? question.to,
      case let last = min(question.to ?? end, end),
      let first = question.from ?? counted.first?.day, first <= last
    else { return nil }
    self.booked = booked
    tables = booked.ledger.tables
    self.book = book
    rateBook = booked.ledger.rateBook
    map = PartMap(
      question.scope, tables, instruments: question.instruments, accounts: question.accounts)
    flows = GroupFlows(tables: tables, map: map)
    step = question.step
    period = first...last
    currencyGains = Array(repeating: 0, count: map.count)
    values = PartValues(tables, parts: map.count)
    amounts = PlaceAmounts(tables, booked.options.lotScope)
    groups = counted
    movements = MovementIndex(booked)
    let opening = first.adding(days: -1) ?? first
    prices = PriceSchedule(book, after: opening, to: last)
    if let instrument = question.benchmark {
      benchmark = BenchmarkTracker(instrument, book, on: opening)
    }
    open(at: opening)
  }

  /// Runs to the end; the body gets each part's return of each period, in order of the periods.
  /// - Returns: the instruments that were held on a day by which no price was known, with the first
  ///   and the last of these days.
  public func run(_ body: (PeriodReturn) -> Void) -> [UnpricedDays] {
    var pass = self
    var from = period.lowerBound
    while from <= period.upperBound {
      let to = min(step?.end(of: from) ?? period.upperBound, period.upperBound)
      pass.advance(to: to)
      pass.finish(from, to, body)
      guard let next = to.adding(days: 1) else { break }
      from = next
    }
    pass.values.endUnpriced()
    return pass.values.unpricedDays.sorted { $0.key < $1.key }
      .map { UnpricedDays(instrument: $0.key, days: $0.value) }
  }

  /// The name of a part; nil for the whole.
  public func name(_ part: Int) -> String? { map.name(part, tables) }
}

/// An instrument that was held without a price, from one day to another.
public struct UnpricedDays: Sendable, Hashable {
  /// The instrument.
  public var instrument: InstrumentIndex
  /// The first and the last day.
  public var days: ClosedRange<Day>
}

// MARK: Steps

extension PerformancePass {
  /// Brings everything to the close of the day before the period: what happened until then is
  /// counted, and valued once.
  private mutating func open(at day: Day) {
    setRates(on: day)
    for instrument in tables.instruments.indices {
      let index = InstrumentIndex(instrument)
      if let quote = book.quote(index, on: day) { set(quote, of: index) }
    }
    while next < groups.count, groups[next].day <= day {
      apply(groups[next].group)
      next += 1
    }
    values.beginUnpriced(on: period.lowerBound)
    benchmark?.open(day, values)
    _ = values.takeTouched()
    for part in 0..<map.count { trackers.append(begin(part, day)) }
    startValues = amounts.values(map, values)
  }

  private mutating func begin(_ part: Int, _ day: Day) -> ReturnTracker {
    let value = values.value(of: part)
    benchmark?.begin(part, value)
    return ReturnTracker(value, on: day)
  }

  /// Goes through all days on which something happens, up to one.
  private mutating func advance(to last: Day) {
    while let day = nextDay(upTo: last) {
      values.advance(to: day)
      takePrices(of: day)
      takeRates(of: day)
      while next < groups.count, groups[next].day <= day {
        take(groups[next].group, on: day)
        next += 1
      }
      for part in values.takeTouched() { trackers[part].close(day, values.value(of: part)) }
    }
  }

  private func nextDay(upTo last: Day) -> Day? {
    var day = Day.last
    if next < groups.count { day = min(day, groups[next].day) }
    if let price = prices.nextDay { day = min(day, price) }
    if let end = constantRates?.upperBound, end < last, let change = end.adding(days: 1) {
      day = min(day, change)
    }
    return day <= last && day < .last ? day : nil
  }

  private mutating func finish(_ from: Day, _ to: Day, _ body: (PeriodReturn) -> Void) {
    values.advance(to: to)
    let endValues = amounts.values(map, values)
    defer { startValues = endValues }
    for part in 0..<map.count {
      let tracker = trackers[part]
      let value = values.value(of: part)
      var result = tracker.result(part: part, from: from, to: to, value, isDaily: step == .day)
      (result.startValue, result.endValue) = (startValues[part], endValues[part])
      let before = growth[part] ?? 1
      let now = before.flatMap { sofar in result.timeWeighted.map { sofar * (1 + $0) } }
      growth[part] = .some(now)
      result.cumulative = now.map { $0 - 1 }
      result.benchmark = benchmark?.result(part, result, flows: tracker.flows, values)
      if map.isOnePart || !result.isEmpty { body(result) }
    }
    benchmark?.open(to, values)
    for part in 0..<map.count { trackers[part] = begin(part, to) }
  }
}

extension PeriodReturn {
  /// Whether there was nothing at all: an instrument that was not held.
  fileprivate var isEmpty: Bool {
    startValue?.isZero == true && endValue?.isZero == true
      && netContributions?.isZero == true && moneyWeighted == .tooFewDays
  }
}

// MARK: Events

extension PerformancePass {
  private mutating func takePrices(of day: Day) {
    // On the day of a split the new price waits until the units are the new ones.
    let splits = book.splits.splits(on: day) ? book.splits : nil
    while let row = prices.takeTrade(on: day) {
      if splits?.isSplit(row.instrument, on: day) == true { continue }
      values.setPrice(row.instrument, row.price, row.currency)
    }
    let places = prices.take(on: day)
    guard let splits else { return values.setPrices(prices, places) }
    for row in places.lazy.map(prices.row) where row.isSound {
      if splits.isSplit(row.instrument, on: day) { continue }
      values.setPrice(row.instrument, row.price, row.currency)
    }
  }

  private mutating func takeRates(of day: Day) {
    if let known = constantRates, known.contains(day) { return }
    let before = values.rates
    setRates(on: day)
    var changed: [Int] = []
    for currency in before.indices where before[currency] != values.rates[currency] {
      for part in values.holders(of: currency) {
        let amount = values.amount(part, currency)
        if amount.isZero { continue }
        values.touch(part)
        let old = try? before[currency]?.convert(amount)
        let new = try? values.rates[currency]?.convert(amount)
        guard let gain = new.subtracting(old), !gain.isZero else { continue }
        if currencyGains[part] == 0 { changed.append(part) }
        currencyGains[part] += gain.binary.value
      }
    }
    // A part stands here twice where its gains came to nothing in between; the second is nothing.
    for part in changed {
      trackers[part].addCurrencyGain(currencyGains[part], to: values.value(of: part))
      currencyGains[part] = 0
    }
  }

  private mutating func setRates(on day: Day) {
    constantRates = Day.first...Day.last
    guard let base = booked.baseCurrency, let ways = rateBook.ways(to: base, on: day) else {
      return
    }
    var days = ways.days
    for index in tables.currencies.all.indices {
      let currency = CurrencyIndex(truncatingIfNeeded: index)
      let answer = rateBook.answer(from: currency, by: ways, on: day)
      values.setRate(index, answer.rate)
      days = days.clamped(to: answer.days)
    }
    constantRates = days
  }

  private mutating func take(_ index: GroupIndex, on day: Day) {
    let group = tables.groups[Int(index)]
    if map.isWhole && !flows.crossesBorder(group) {
      values.touch(0)
      return apply(index)
    }
    let parts = flows.parts(of: group, movements.of(index, booked))
    for part in parts {
      values.touch(part)
      if trackers[part].isFirst(on: day) { trackers[part].open(day, values.value(of: part)) }
    }
    unitFlows.removeAll(keepingCapacity: true)
    apply(index)
    let isAlone = map.isWhole || parts.count == 1 && isWhollyInside(group)
    for part in parts {
      var flow = flows.cash(
        of: group, movements.of(index, booked), into: part, isAlone: isAlone, values)
      if let units = unitFlows[part] { flow = flow.adding(units) }
      trackers[part].add(flow)
      benchmark?.add(flow, to: part, on: day, values)
    }
  }

  /// Whether no leg of a group is outside of all parts.
  private func isWhollyInside(_ group: GroupRecord) -> Bool {
    group.cashLegs.allSatisfy { map.part(cash: tables.cashLegs[$0].account) != nil }
      && group.stockLegs.allSatisfy {
        map.part(tables.stockLegs[$0].instrument, tables.stockLegs[$0].account) != nil
      }
  }

  /// Moves the cash and the units of a group, and adds up in `unitFlows` what the units that are
  /// flows are worth, nil where that is not known.
  private mutating func apply(_ index: GroupIndex) {
    let group = tables.groups[Int(index)]
    for index in group.cashLegs {
      let leg = tables.cashLegs[index]
      guard let part = map.part(cash: leg.account) else { continue }
      values.addCash(leg.signedAmount, leg.currency, to: part)
      amounts.addCash(leg.signedAmount, to: leg.account)
    }
    for movement in movements.of(index, booked) {
      restate(movement)
      amounts.addUnits(movement.quantity, of: movement.instrument, in: movement.account)
      guard let part = map.part(movement.instrument, movement.account) else { continue }
      values.addUnits(movement.quantity, of: movement.instrument, to: part)
      guard flows.isFlow(movement) else { continue }
      let value = values.value(of: movement.quantity, movement.instrument)
      let worth = value ?? flows.statedWorth(of: movement, values)
      unitFlows[part] = .some((unitFlows[part] ?? .zero).adding(worth))
    }
  }

  /// A split makes the price of before it that of fewer or more units; the price of its own day is
  /// one after it.
  private mutating func restate(_ movement: UnitMovement) {
    let leg = tables.stockLegs[Int(movement.leg)]
    guard leg.type == .split, leg.tradeDay >= period.lowerBound else { return }
    if let quote = book.quote(movement.instrument, on: leg.tradeDay) {
      set(quote, of: movement.instrument)
    } else {
      // A price that can't be restated is none.
      values.setPrice(movement.instrument, .zero, missingCurrency)
    }
  }

  private mutating func set(_ quote: Quote, of instrument: InstrumentIndex) {
    values.setPrice(instrument, quote.price, quote.currency, split: quote.split)
  }
}
