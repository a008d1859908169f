/// Answers what would happen to the gains of a ledger if units were sold or bought.
///
///     var reader = LedgerReader()
///     try reader.readFile("ledger.json")
///     let whatIf = try WhatIf(reader)
///     let answer = try whatIf.answer(to: SupposedTrade(.sell, "AAPL", quantity: 10))
///     print(answer.choices.map(\.taxableBase))
///
/// The trade is booked after all other groups of its day, in a copy of the ledger, by the rules
/// that book every ledger. Nothing is written.
public struct WhatIf: Sendable {
  let supposed: SupposedLedger

  /// The number of groups that a search for the best lots or for losses books at most.
  static let searchLimit = 2_000_000
  /// The number of choices that it books at most.
  static let choiceLimit = 20_000

  /// Books the ledger of a reader.
  /// - Parameters:
  ///   - reader: A reader that has read the whole ledger.
  ///   - options: The booking options. `asOf` is the last day that counts.
  /// - Throws: The faults of the ledger.
  public init(_ reader: LedgerReader, _ options: BookingOptions = .init()) throws(LedgerFaults) {
    supposed = try SupposedLedger(reader, options)
  }

  /// The books without a supposed trade.
  public var books: BookedLedger { supposed.books }

  /// The answer about one trade.
  /// - Parameters:
  ///   - trade: The trade.
  ///   - goal: The goal for which the best lots of a sale are found; `nil` for each goal that needs
  ///     no rates.
  ///   - rates: The rates at which gains are taxed; `nil` leaves the tax out.
  /// - Throws: `WhatIfFault`; `LedgerFaults` if the trade cannot be booked; `ArithmeticFault` if a
  ///   sum needs too many digits.
  public func answer(
    to trade: SupposedTrade, goal: SaleGoal? = nil, rates: TaxRates? = nil
  ) throws -> WhatIfAnswer {
    try check(trade, goal, rates)
    let day = try supposed.day(of: trade)
    let instrument = try supposed.instrument(trade.symbol)
    var trade = trade
    if trade.side == .sell {
      if let name = trade.account { try supposed.checkAccount(name) }
      trade.account = try trade.account ?? supposed.account(holding: instrument, on: day)
    }
    var answer = WhatIfAnswer(
      trade: trade, day: day, regime: supposed.regime, books: supposed.books)
    if trade.price == nil {
      guard let quote = supposed.quote(instrument, on: day) else {
        throw WhatIfFault.noPrice(symbol: trade.symbol, day: day)
      }
      (answer.price, answer.priceDay) = (quote.unitPrice, quote.day)
      answer.priceCurrency = supposed.tables.currencies[quote.currency]
    } else {
      answer.price = trade.price
      answer.priceCurrency = supposed.priceCurrency(of: instrument)
    }
    answer.window =
      trade.side == .sell
      ? supposed.regime?.window(around: day) : supposed.regime?.window(before: day)
    switch trade.side {
    case .buy: try answerPurchase(&answer)
    case .sell: try answerSale(&answer, instrument, goal, rates)
    }
    return answer
  }

  private func check(
    _ trade: SupposedTrade, _ goal: SaleGoal?, _ rates: TaxRates?
  ) throws(WhatIfFault) {
    if !trade.quantity.isPositive { throw .notPositive("quantity") }
    if let price = trade.price, !price.isPositive { throw .notPositive("price") }
    if let fees = trade.fees, fees.isNegative { throw .notPositive("fee") }
    var used = rates
    if case .leastTax(let own) = goal { used = own }
    if let used, used.short.isNegative || used.long.isNegative { throw .negativeRate }
    if let used, used.short > .one || used.long > .one { throw .rateAboveOne }
    if supposed.regime.hasHoldingTerms { return }
    if let used, used.short != used.long { throw .needsOneRate(supposed.regime?.rules ?? .none) }
    if case .keepLongTerm = goal { throw .needsTerms(goal: goal?.name ?? "") }
  }

  private func answerPurchase(_ answer: inout WhatIfAnswer) throws {
    let group = try supposed.adding(answer.trade)
    let booked = try group.bookedWithLaterGroups()
    answer.effects = try booked.effects(since: supposed.books, except: group.group)
    let rows = group.ledger.rows
    var paid = ExactDecimal.zero
    for leg in rows.cashLegs[rows.groups[Int(group.group)].cashLegs] {
      try paid.add(leg.amount)
      answer.currency = group.ledger.tables.currencies[leg.currency]
    }
    answer.paid = paid
  }

  private func answerSale(
    _ answer: inout WhatIfAnswer, _ instrument: InstrumentIndex, _ goal: SaleGoal?,
    _ rates: TaxRates?
  ) throws {
    var used = rates
    if case .leastTax(let own) = goal { used = own }
    let comparison = try SaleComparison(supposed, answer.trade, instrument, answer.day, used)
    answer.yearBefore = comparison.yearBefore
    let reason = comparison.reasonForNoChoice
    answer.reasonForNoChoice = reason
    if let reason {
      answer.choices = [try comparison.choice(named: reason)]
    } else {
      var goals = goal.map { [$0] } ?? [.leastGain]
      if goal == nil {
        if supposed.regime.hasHoldingTerms { goals.append(.keepLongTerm) }
        if let used { goals.append(.leastTax(used)) }
      }
      answer.choices = try comparison.choices(for: goals)
    }
    answer.currency = answer.choices.first?.currency
    let best = answer.choices.first { $0.goal != nil } ?? answer.choices.first
    guard let best, best.parts.contains(where: { $0.gainBase.isNegative }) else { return }
    answer.freeDay =
      best.disallowedBase.isZero
      ? answer.day
      : try supposed.freeDay(
        after: answer.day, answer.trade, reason == nil ? best.units : nil, instrument)
  }
}

/// What a supposed trade would do.
public struct WhatIfAnswer: Sendable {
  /// The trade.
  public var trade: SupposedTrade
  /// The day of the trade.
  public var day: Day
  /// The tax rules; `nil` if there are none.
  public var regime: TaxRegime?
  /// The books without the trade.
  public var books: BookedLedger
  /// The price of one unit.
  public var price: ExactDecimal?
  /// The currency of the price, or the hundredth of one; `nil` if it is not known.
  public var priceCurrency: Currency?
  /// The day of the price, if it comes from the ledger.
  public var priceDay: Day?
  /// The currency of the trade.
  public var currency: Currency?
  /// What a purchase costs, with its fees, in that currency.
  public var paid: ExactDecimal?
  /// The choices of lots of a sale: those of the methods, then the best for each goal.
  public var choices: [SaleChoice] = []
  /// Why a sale has no choice of lots: the rules or the method; `nil` if it has one.
  public var reasonForNoChoice: String?
  /// The taxable gains of the tax year without the trade.
  public var yearBefore: YearGains?
  /// What a purchase changes at the gains of other groups.
  public var effects: [GainEffect] = []
  /// Of a sale, the days on which acquisitions change its gain; of a purchase, the days of the
  /// sales whose gains it changes.
  var window: AcquisitionWindow?
  /// For a sale at a loss, the first day on which no part of the loss is deferred; `nil` if it is
  /// no loss, or if no such day was found.
  public var freeDay: Day?

  /// Of a sale, the first day on which an acquisition changes its gain; of a purchase, the first
  /// day of the sales whose gains it changes. `nil` if the tax rules have no such window.
  public var windowStart: Day? { window?.first }
  /// The last such day.
  public var windowEnd: Day? { window?.last }
}
