/// The cost and market value of the lots of one instrument on a day. Short positions have negative
/// amounts.
public struct PositionValue: Sendable {
  /// The instrument.
  public var instrument: InstrumentIndex
  /// The currency of the cost, or `missingCurrency` if it is unknown.
  public var currency: CurrencyIndex
  /// Whether the position is short.
  public var isShort: Bool
  /// The number of units.
  public var quantity = ExactDecimal.zero
  /// The cost in `currency`.
  public var cost = ExactDecimal.zero
  /// The cost in the base currency, at the rates of the acquisitions. `nil` if a rate is unknown.
  public var costBase: ExactDecimal? = .zero
  /// The price used, or `nil` if there is none on or before the day.
  public var quote: Quote?
  /// The market value in `currency`, or `nil` without a price or an exchange rate.
  public var marketValue: ExactDecimal?
  /// The market value in the base currency.
  public var marketValueBase: ExactDecimal? = .zero
  /// The cost in the base currency at the rate of the day.
  var costAtRateOfDay: ExactDecimal? = .zero

  /// The unrealized gain in `currency`.
  public var unrealizedGain: ExactDecimal? { marketValue.subtracting(cost)?.normalized() }

  /// The unrealized gain in the base currency.
  public var unrealizedGainBase: ExactDecimal? {
    marketValueBase.subtracting(costBase)?.normalized()
  }

  /// The effect of exchange rates on the cost since the acquisitions.
  public var fxEffectBase: ExactDecimal? { costAtRateOfDay.subtracting(costBase)?.normalized() }

  /// The effect of prices: the gain in trade currency at the rate of the day. Both effects add up
  /// to the gain in the base currency.
  public var priceEffectBase: ExactDecimal? {
    marketValueBase.subtracting(costAtRateOfDay)?.normalized()
  }

  fileprivate mutating func add(_ lot: Lot) throws(ArithmeticFault) {
    try quantity.add(lot.signedQuantity)
    try cost.add(lot.signedCost)
    if let sum = costBase, let own = lot.signedCostBase {
      costBase = try sum.adding(own)
    } else {
      costBase = nil
    }
  }
}

extension Lot {
  /// The number of units. Negative for a short lot.
  package var signedQuantity: ExactDecimal { isShort ? -quantity : quantity }
  /// The cost. Negative for a short lot.
  package var signedCost: ExactDecimal { isShort ? -cost : cost }
  /// The cost in the base currency, or `nil` if it is unknown. Negative for a short lot.
  package var signedCostBase: ExactDecimal? { hasBase ? (isShort ? -costBase : costBase) : nil }
}

/// A booked ledger with the prices and exchange rates of its last day.
public struct ValuedLedger: Sendable {
  /// The books.
  public let booked: BookedLedger
  /// The prices.
  public let prices: PriceBook
  /// The day of prices and rates, or `nil` for a ledger without a day.
  public let day: Day?

  /// Values the books at the prices of their last day.
  public init(_ booked: BookedLedger, prices: PriceBook) {
    self.booked = booked
    self.prices = prices
    day = booked.options.asOf
  }

  /// Returns the open lots as positions, by symbol: one for each instrument, currency of cost and
  /// side.
  /// - Parameter isIncluded: Selects lots by instrument and account.
  /// - Throws: `ArithmeticFault` if a sum exceeds the precision of `ExactDecimal`.
  public func positions(
    where isIncluded: (Lot) -> Bool = { _ in true }
  ) throws(ArithmeticFault) -> [PositionValue] {
    var positions: [PositionValue] = []
    var indices: [PositionKey: Int] = [:]
    var sides: [PeriodPlace: Bool] = [:]
    for lot in booked.lots where isIncluded(lot) {
      sides[PeriodPlace(lot)] = lot.isShort
      let key = PositionKey(lot)
      let index = indices[key] ?? positions.count
      if index == positions.count {
        positions.append(
          PositionValue(instrument: lot.instrument, currency: lot.currency, isShort: lot.isShort))
        indices[key] = index
      }
      try positions[index].add(lot)
    }
    for index in positions.indices { try value(&positions[index]) }
    guard let day else { return positions }
    let open = booked.openUnits
    let values = DayValues(booked, prices, on: day)
    let worth = values.worth(open, booked.options.lotScope ?? .account)
    for (place, isShort) in sides {
      guard case .units(let instrument, _) = place, let units = open[place] else { continue }
      let shares = worth[place].map(units.shares)
      for (currency, part) in units.parts {
        let key = PositionKey(instrument, currency, isShort: isShort)
        guard let index = indices[key] else { continue }
        let cost = part.cost.flatMap { values.rates.inBase($0, currency) }
        positions[index].marketValueBase = positions[index].marketValueBase.adding(
          shares?[currency])
        positions[index].costAtRateOfDay = positions[index].costAtRateOfDay.adding(cost)
      }
    }
    return positions
  }

  private func value(_ position: inout PositionValue) throws(ArithmeticFault) {
    guard let day, let quote = prices.quote(position.instrument, on: day) else { return }
    let (tables, currency) = (booked.ledger.tables, position.currency)
    position.quote = quote
    let factor = try tables.instruments[Int(position.instrument)].valueFactor()
    let value = try quote.value(of: position.quantity, factor: factor)
    if quote.currency == currency || currency == missingCurrency {
      position.marketValue = value
    } else if quote.currency != missingCurrency {
      let rate = booked.ledger.rateBook.rate(
        from: tables.currencies[quote.currency], to: tables.currencies[currency], on: day)
      position.marketValue = try? rate?.convert(value)
    }
  }
}
