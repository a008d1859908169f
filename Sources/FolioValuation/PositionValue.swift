import FolioBooking
import FolioModel
import FolioNumbers

/// What the lots of one instrument are worth on a day. What is owed is below zero.
public struct PositionValue: Sendable {
  /// What is held.
  public var instrument: InstrumentIndex
  /// The currency of the cost; `missingCurrency` where nothing says it.
  public var currency: CurrencyIndex
  /// Whether the units are owed.
  public var isShort: Bool
  /// Units.
  public var quantity: ExactDecimal
  /// What they cost, in `currency`.
  public var cost: ExactDecimal
  /// The same in base, at the rates of the acquisitions; nil where one is not known.
  public var costBase: ExactDecimal?
  /// The price that counts; nil where there is none by the day.
  public var quote: Quote?
  /// What the units are worth, in `currency`; nil without a price or a rate.
  public var marketValue: ExactDecimal?
  /// The same in base.
  public var marketValueBase: ExactDecimal?
  /// What the cost would be in base at the rate of the day, in place of those of the acquisitions.
  var costAtRateOfDay: ExactDecimal?

  /// What would be gained by selling at the price, in `currency`.
  public var unrealizedGain: ExactDecimal? {
    marketValue.subtracting(cost)?.normalized()
  }

  /// The same in base.
  public var unrealizedGainBase: ExactDecimal? {
    marketValueBase.subtracting(costBase)?.normalized()
  }

  /// What rates did to the cost since the acquisitions.
  public var fxEffectBase: ExactDecimal? {
    costAtRateOfDay.subtracting(costBase)?.normalized()
  }

  /// What prices did: the gain in trade currency at the rate of the day. Both effects add up to
  /// the gain in base.
  public var priceEffectBase: ExactDecimal? {
    marketValueBase.subtracting(costAtRateOfDay)?.normalized()
  }
}

/// A booked ledger with the prices and the rates of a day.
public struct ValuedLedger: Sendable {
  /// The books.
  public let booked: BookedLedger
  /// The prices.
  public let prices: PriceBook
  /// The day whose prices and rates count; nil for a ledger without any day.
  public let day: Day?
  private let rates: RateBook
  private let values: DayValues?

  /// Values the books at the prices of their day.
  public init(_ booked: BookedLedger, prices: PriceBook) {
    self.booked = booked
    self.prices = prices
    day = booked.options.asOf
    rates = booked.ledger.rateBook
    values = day.map { [prices] in
      DayValues(
        booked.ledger, base: booked.baseCurrency, MarketPrices(booked.ledger, prices), on: $0)
    }
  }

  /// What one unit of a currency is worth in another on the day; nil where it is not known.
  public func rate(_ from: CurrencyIndex, to: Currency?) -> ExchangeRate? {
    guard let to, let day, from != missingCurrency else { return nil }
    return rates.rate(from: booked.ledger.tables.currencies[from], to: to, on: day)
  }

  /// An amount of the day in base; nil where the rate is not known.
  public func inBase(_ amount: ExactDecimal, _ currency: CurrencyIndex) -> ExactDecimal? {
    amount.isZero ? .zero : values?.inBase(amount, currency)
  }

  /// The open lots as one position for each instrument, currency of the cost and side, by symbol.
  /// - Parameter isIncluded: which lots count.
  /// - Throws: `ArithmeticFault` when a sum needs more digits than an exact number has.
  public func positions(
    where isIncluded: (Lot) -> Bool = { _ in true }
  ) throws(ArithmeticFault) -> [PositionValue] {
    var positions: [PositionValue] = []
    var known: [PositionKey: Int] = [:]
    var places: [PeriodPlace: (isShort: Bool, units: OpenUnits)] = [:]
    var all: [PeriodPlace: OpenUnits] = [:]
    for lot in booked.lots {
      let place = PeriodPlace.units(lot.instrument, lot.account)
      all[place, default: OpenUnits()].add(lot)
      guard isIncluded(lot) else { continue }
      places[place, default: (lot.isShort, OpenUnits())].units.add(lot)
      let key = PositionKey(lot)
      let index = known[key] ?? positions.count
      if index == positions.count {
        positions.append(PositionValue(lot))
        known[key] = index
      }
      try positions[index].add(lot)
    }
    for index in positions.indices { try value(&positions[index]) }
    let worth = values?.worth(all, booked.options.lotScope ?? .portfolio) ?? [:]
    for (place, held) in places {
      guard case .units(let instrument, _) = place else { continue }
      let value = worth[place].flatMap { all[place]?.share(of: $0, held.units) }
      let shares = value.map { held.units.shares(of: $0) }
      for (currency, part) in held.units.parts {
        let key = PositionKey(instrument, currency, isShort: held.isShort)
        guard let index = known[key] else { continue }
        let then = part.cost.flatMap { inBase($0, currency) }
        positions[index].add(value: shares?[currency], costAtRateOfDay: then)
      }
    }
    return positions
  }

  private func value(_ position: inout PositionValue) throws(ArithmeticFault) {
    let tables = booked.ledger.tables
    guard let day, let quote = prices.quote(position.instrument, on: day) else { return }
    position.quote = quote
    let factor = try tables.instruments[Int(position.instrument)].valueFactor()
    let value = try quote.value(of: position.quantity, factor: factor)
    let isSame = quote.currency == position.currency || position.currency == missingCurrency
    position.marketValue =
      isSame
      ? value
      : try? rate(quote.currency, to: tables.currencies[position.currency])?.convert(value)
  }
}

extension PositionValue {
  fileprivate init(_ lot: Lot) {
    instrument = lot.instrument
    currency = lot.currency
    isShort = lot.isShort
    quantity = .zero
    cost = .zero
    costBase = .zero
    marketValueBase = .zero
    costAtRateOfDay = .zero
  }

  /// Adds what the units of one account are worth, and what their cost is at the rate of the day.
  fileprivate mutating func add(value: ExactDecimal?, costAtRateOfDay then: ExactDecimal?) {
    marketValueBase = marketValueBase.adding(value)
    costAtRateOfDay = costAtRateOfDay.adding(then)
  }

  fileprivate mutating func add(_ lot: Lot) throws(ArithmeticFault) {
    try quantity.add(lot.isShort ? -lot.quantity : lot.quantity)
    try cost.add(lot.isShort ? -lot.cost : lot.cost)
    guard lot.hasBase, let sum = costBase else {
      costBase = nil
      return
    }
    costBase = try sum.adding(lot.isShort ? -lot.costBase : lot.costBase)
  }
}
