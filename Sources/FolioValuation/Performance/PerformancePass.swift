/// Computes the returns of all periods in one pass over the groups, prices and rates by day.
///
/// A portfolio must be valued at every flow and on every day, over decades and hundreds of
/// instruments. An event changes only one amount. The pass therefore keeps the amounts of each part
/// by currency up to date (`PartValues`). A valuation costs one multiplication per currency, the
/// cost of an event does not depend on the length of the history, and past days take no memory.
public struct PerformancePass {
  private let booked: BookedLedger
  private let tables: LedgerTables
  private let book: PriceBook
  private let rateBook: RateBook
  private let map: PartMap
  private let flows: GroupFlows
  private let step: PeriodStep?
  /// The whole period.
  public let period: ClosedRange<Day>

  private var values: PartValues
  private var amounts: PlaceAmounts
  /// The values of the parts at the start of the current period.
  private var startValues: [ExactDecimal?] = []
  private var prices: PriceSchedule
  private var trackers: [PartReturns] = []
  /// The effect of rates on the current day, by part. Zero between two days.
  private var currencyGains: [Double]
  /// The value of the units of the current group that are flows, by part.
  private var unitFlows: [Int: ExactDecimal?] = [:]
  private var benchmark: BenchmarkTracker?
  private var constantRates: ClosedRange<Day>?
  private let groups: [(day: Day, group: GroupIndex)]
  private let movements: MovementIndex
  private var next = 0

  /// Creates a pass over books with movements (`BookingOptions.keepsMovements`).
  /// - Returns: `nil` if the ledger has no day or no base currency.
  public init?(_ booked: BookedLedger, prices book: PriceBook, _ question: PerformanceQuestion) {
    groups = booked.countedGroups
    guard booked.baseCurrency != nil, let end = booked.options.asOf ?? question.to,
      case let last = min(question.to ?? end, end),
      let first = question.from ?? groups.first?.day, first <= last
    else { return nil }
    self.booked = booked
    tables = booked.ledger.tables
    self.book = book
    rateBook = booked.ledger.rateBook
    map = PartMap(
      question.scope, tables, instruments: question.instruments, accounts: question.accounts)
    flows = GroupFlows(tables: tables, rows: booked.ledger.rows, map: map)
    step = question.step
    period = first...last
    currencyGains = Array(repeating: 0, count: map.count)
    values = PartValues(tables, parts: map.count)
    amounts = PlaceAmounts(tables, booked.options.lotScope)
    movements = MovementIndex(booked)
    let opening = first.adding(days: -1) ?? first
    prices = PriceSchedule(book, after: opening, to: last)
    if let instrument = question.benchmark {
      benchmark = BenchmarkTracker(instrument, book, on: opening)
    }
    open(at: opening)
  }

  /// Runs the pass. `body` receives the return of each part, period by period.
  /// - Returns: The instruments held on days without a price, with the first and last of these
  ///   days.
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

  /// Returns the name of a part, or `nil` for the whole portfolio.
  public func name(_ part: Int) -> String? { map.name(part, tables) }
}

/// An instrument that was held without a price.
public struct UnpricedDays: Sendable, Hashable {
  /// The instrument.
  public var instrument: InstrumentIndex
  /// The first and the last day without a price.
  public var days: ClosedRange<Day>
}

// MARK: Steps

extension PerformancePass {
  /// Applies everything up to the close of the day before the period, and values it once.
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
    for part in 0..<map.count {
      let value = values.value(of: part)
      benchmark?.begin(part, value)
      trackers.append(PartReturns(value, on: day, isSeries: step != nil))
    }
    startValues = amounts.values(map, values)
  }

  /// Processes all days with events up to a day.
  private mutating func advance(to last: Day) {
    while let day = nextDay(upTo: last) {
      values.day = day
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
    values.day = to
    let endValues = amounts.values(map, values)
    defer { startValues = endValues }
    for part in 0..<map.count {
      let value = values.value(of: part)
      var result = trackers[part].result(
        part: part, from: from, to: to, value, isDaily: step == .day)
      (result.startValue, result.endValue) = (startValues[part], endValues[part])
      let flows = trackers[part].current.flows
      result.benchmark = benchmark?.result(part, result, flows: flows, values)
      if map.isOnePart || !result.isEmpty { body(result) }
    }
    benchmark?.open(to, values)
    for part in 0..<map.count {
      let value = values.value(of: part)
      benchmark?.begin(part, value)
      trackers[part].begin(value, on: to)
    }
  }
}

extension PeriodReturn {
  /// Whether the part held nothing in the period.
  fileprivate var isEmpty: Bool {
    startValue?.isZero == true && endValue?.isZero == true
      && netContributions?.isZero == true && moneyWeighted == .tooFewDays
  }
}

// MARK: Events

extension PerformancePass {
  private mutating func takePrices(of day: Day) {
    // On the day of a split the new price is set after the units have changed.
    let splits = book.splits.splits(on: day) ? book.splits : nil
    while let row = prices.takeTrade(on: day) {
      if splits?.isSplit(row.instrument, on: day) == true { continue }
      values.setPrice(row.instrument, row.price, row.currency)
    }
    for place in prices.take(on: day) {
      let row = prices.row(at: place)
      if !row.isSound || splits?.isSplit(row.instrument, on: day) == true { continue }
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
    // A part is listed twice if its gain was zero in between. Its second gain is then zero.
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
      values.rates[index] = answer.rate
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
    let moved = movements.movements(of: index)
    let payments = map.isWhole ? [] : flows.payments(of: group, moved, amounts)
    let parts = flows.parts(of: group, moved, payments)
    for part in parts {
      values.touch(part)
      if trackers[part].isFirst(on: day) { trackers[part].open(day, values.value(of: part)) }
    }
    unitFlows.removeAll(keepingCapacity: true)
    apply(index)
    let isAlone = map.isWhole || parts.count == 1 && flows.isWhollyInside(group)
    for part in parts {
      var flow = flows.cash(
        of: group, into: part, isAlone: isAlone, isAlone ? [] : payments, values)
      if let units = unitFlows[part] { flow = flow.adding(units) }
      trackers[part].add(flow)
      benchmark?.add(flow, to: part, on: day, values)
    }
  }

  /// Moves the cash and the units of a group. Adds the values of units that are flows to
  /// `unitFlows`; an unknown value is `nil`.
  private mutating func apply(_ index: GroupIndex) {
    let group = tables.groups[Int(index)]
    for index in group.cashLegs {
      let leg = tables.cashLegs[index]
      guard let part = map.part(cash: leg.account) else { continue }
      values.add(leg.signedAmount, leg.currency, to: part)
      amounts.add(leg.signedAmount, to: .cash(leg.account))
    }
    let moved = movements.movements(of: index)
    for movement in moved {
      restate(movement)
      amounts.add(movement.quantity, to: .units(movement.instrument, movement.account))
      if let part = map.part(movement.instrument, movement.account) {
        values.addUnits(movement.quantity, of: movement.instrument, to: part)
      }
      addFlows(of: movement, moved)
    }
  }

  /// Adds the value of units that come from another part or go there. Units of a new instrument
  /// have the same value for both parts, so nothing is gained or lost in between.
  private mutating func addFlows(of movement: UnitMovement, _ moved: ArraySlice<UnitMovement>) {
    let part = map.part(movement.instrument, movement.account)
    let value = values.value(of: movement.quantity, movement.instrument)
    if let old = flows.oldInstrument(of: movement) {
      let before = map.part(old, movement.account)
      if before == part { return }
      let replaced = moved.first {
        ($0.leg, $0.instrument, $0.account) == (movement.leg, old, movement.account)
      }
      let worth = value ?? replaced.flatMap { values.value(of: -$0.quantity, old) }
      add(worth, to: part)
      add(worth.map { -$0 }, to: before)
    } else if flows.isTransfer(movement) {
      add(value ?? flows.statedWorth(of: movement, values), to: part)
    } else if flows.isTakenFromAccount(movement) {
      let nameless = map.part(movement.instrument, 0)
      if part == nameless { return }
      add(value, to: part)
      add(value.map { -$0 }, to: nameless)
    } else if case .some(let trade) = flows.partOfTrade(movement) {
      add(value, to: part)
      add(value.map { -$0 }, to: trade)
    }
  }

  private mutating func add(_ unitFlow: ExactDecimal?, to part: Int?) {
    if let part { unitFlows[part] = .some(unitFlows[part, default: .zero].adding(unitFlow)) }
  }

  /// Sets the price again at a split: an earlier price now belongs to a different number of units,
  /// and the price of the day belongs to the new units.
  private mutating func restate(_ movement: UnitMovement) {
    let leg = tables.stockLegs[Int(movement.leg)]
    guard leg.type == .split, leg.tradeDay >= period.lowerBound else { return }
    if let quote = book.quote(movement.instrument, on: leg.tradeDay) {
      set(quote, of: movement.instrument)
    } else {
      // A price that cannot be adjusted is unknown.
      values.setPrice(movement.instrument, .zero, missingCurrency)
    }
  }

  private mutating func set(_ quote: Quote, of instrument: InstrumentIndex) {
    values.setPrice(instrument, quote.price, quote.currency, split: quote.split)
  }
}
