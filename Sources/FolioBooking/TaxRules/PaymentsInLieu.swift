/// What a short seller paid to the lenders of the units in place of dividends.
///
/// If the short sale is closed by the 45th day after it, the payment is not deductible but part of
/// the basis of the units that close it (26 U.S.C. 263(h)(1)). Whether it is shows only then. The
/// longer period for extraordinary dividends (263(h)(2)) is not known here.
struct PaymentsInLieu {
  private var payments: [InstrumentIndex: [Payment]] = [:]

  private struct Payment {
    var day: Day
    /// The units that were owed and are not covered since.
    var units: ExactDecimal
    /// What of the payment is for them.
    var cost: Cost
  }

  static let days: Int32 = 45

  /// - Parameter units: those that are owed.
  mutating func add(
    _ cost: Cost, on day: Day, for units: ExactDecimal, of instrument: InstrumentIndex
  ) {
    guard units.isPositive else { return }
    payments[instrument, default: []].append(Payment(day: day, units: units, cost: cost))
  }

  mutating func rescale(_ instrument: InstrumentIndex, _ ratio: Ratio) throws(ArithmeticFault) {
    guard var own = payments[instrument] else { return }
    for index in own.indices { own[index].units = try RunningRatio.scale(own[index].units, ratio) }
    payments[instrument] = own
  }

  /// The payments since a short sale for some of its units, which are covered.
  mutating func take(
    _ units: ExactDecimal, of instrument: InstrumentIndex, soldOn day: Day
  ) throws(ArithmeticFault) -> [Cost] {
    guard var own = payments[instrument] else { return [] }
    var taken: [Cost] = []
    for index in own.indices where own[index].day >= day {
      let part = min(units, own[index].units)
      try taken.append(own[index].cost.take(part, of: own[index].units))
      try own[index].units.subtract(part)
    }
    payments[instrument] = own.filter { $0.units.isPositive }
    return taken
  }
}

extension Booker {
  /// Adds payments in place of dividends to what closing a short sale cost. They are no expense
  /// then.
  mutating func raiseCover(_ row: Int, by costs: [Cost], _ leg: StockLeg) throws {
    for cost in costs {
      let disposal = booked.disposals[row]
      guard
        let amount = try rates.convert(cost, to: disposal.currency, on: leg.tradeDay, by: leg)
      else {
        throw mixedCurrencies(
          of: leg.instrument, disposal.currency, cost.currency, on: leg.tradeDay)
      }
      try booked.raiseCost(of: row, by: amount, inBase: cost.inBase)
      post(.gains, leg.instrument, amount, disposal.currency)
      post(.otherDividends, leg.instrument, -amount, disposal.currency)
      keep(.gain, PeriodPlace(leg), cost.inBase.map { -$0 }, price: cost.inBase.map { -$0 })
      keep(.dividend, PeriodPlace(leg), cost.inBase)
      var income = leg
      income.currency = disposal.currency
      recordIncome(income, amount, withheld: .zero, .dividend)
    }
  }
}

extension BookedLedger {
  fileprivate mutating func raiseCost(
    of row: Int, by amount: ExactDecimal, inBase: ExactDecimal?
  ) throws(ArithmeticFault) {
    try disposals[row].cost.add(amount)
    guard let inBase else { return disposals[row].hasBase = false }
    try disposals[row].costBase.add(inBase)
    try disposals[row].priceEffectBase.subtract(inBase)
  }
}
