/// Adds up the movements of a period by place.
struct PeriodSums {
  private(set) var figures: [PeriodPlace: ProfitFigures] = [:]
  private(set) var contributions: ExactDecimal? = .zero
  private(set) var unknownAtStart: Set<InstrumentIndex> = []
  private(set) var unknownAtEnd: Set<InstrumentIndex> = []
  private(set) var currenciesAtEnd: Set<CurrencyIndex> = []
  /// Whether the period begins with the costs of units.
  private var hasStartCosts = false
  /// The net amount that went into each place.
  private var flows: [PeriodPlace: ExactDecimal?] = [:]
  /// The cost in the base currency of the units that are held at the end.
  private var costs: [PeriodPlace: ExactDecimal?] = [:]

  /// Adds the opening values and the movements of a period.
  mutating func add(_ book: PeriodBook) {
    for opening in book.openings {
      add(opening.valueBase, to: .startValue, of: opening.place)
      if opening.valueBase == nil, case .units(let instrument, _) = opening.place {
        unknownAtStart.insert(instrument)
      }
    }
    hasStartCosts = book.openingCosts != nil
    for (place, cost) in book.openingCosts ?? [:] { add(cost, to: .startCost, of: place) }
    for entry in book.sums { add(entry) }
  }

  private mutating func add(_ amount: ExactDecimal?, to figure: ProfitFigure, of place: PeriodPlace)
  {
    figures[place, default: ProfitFigures()].add(amount, to: figure)
  }

  private func flow(into place: PeriodPlace) -> ExactDecimal? { flows[place, default: .zero] }

  private mutating func add(_ entry: PeriodEntry) {
    let (amount, place) = (entry.amountBase, entry.place)
    switch entry.kind {
    case .gain: addEffects(of: entry, to: .realizedGain, .realizedPriceEffect)
    case .revaluation:
      // A gain from before the transfer is a contribution to this account. It is not part of the
      // cost of the units.
      add(amount.map { -$0 }, to: .netContributions, of: place)
      addEffects(of: entry, to: .unrealizedGain, .unrealizedPriceEffect)
    case .dividend: addIncome(amount, to: .dividends, of: place)
    case .interest: addIncome(amount, to: .interest, of: place)
    case .fee: addIncome(amount, to: .fees, of: place)
    case .tax: addIncome(amount, to: .taxes, of: place)
    case .other: addIncome(amount, to: .other, of: place)
    case .flow, .moved, .contribution:
      add(amount, to: .netContributions, of: place)
      flows[place] = .some(flow(into: place).adding(amount))
      if entry.kind == .contribution { contributions = contributions.adding(amount) }
    }
  }

  /// Adds income or expenses, which leave the place as a negative contribution.
  private mutating func addIncome(
    _ amount: ExactDecimal?, to figure: ProfitFigure, of place: PeriodPlace
  ) {
    add(amount, to: figure, of: place)
    add(amount.map { -$0 }, to: .netContributions, of: place)
  }

  private mutating func addEffects(
    of entry: PeriodEntry, to gain: ProfitFigure, _ priceEffect: ProfitFigure
  ) {
    let (amount, price) = (entry.amountBase, entry.priceEffectBase)
    add(price, to: .priceEffect, of: entry.place)
    add(amount.subtracting(price), to: .fxEffect, of: entry.place)
    add(amount, to: gain, of: entry.place)
    add(price, to: priceEffect, of: entry.place)
  }

  // MARK: The end

  /// Adds the units and the cash at the end of the last day.
  mutating func addEnd(of booked: BookedLedger, _ values: DayValues) {
    let open = booked.openUnits
    let worth = values.worth(open, booked.options.lotScope ?? .account)
    for (place, units) in open { addEnd(units, at: place, worth: worth[place], values) }
    for (account, cash) in booked.cash.enumerated() {
      let place = PeriodPlace.cash(CashAccountIndex(account))
      if cash.balance.isZero && figures[place] == nil { continue }
      let currency = booked.ledger.tables.cashAccounts[account].currency
      if !cash.balance.isZero { currenciesAtEnd.insert(currency) }
      let worth = values.rates.inBase(cash.balance, currency)
      add(worth, to: .endValue, of: place)
      add(worth, to: .endCost, of: place)
      let change = worth.subtracting((figures[place] ?? ProfitFigures())[.startValue])
      add(change.subtracting(flow(into: place)), to: .fxEffectCash, of: place)
    }
  }

  private mutating func addEnd(
    _ units: OpenUnits, at place: PeriodPlace, worth: ExactDecimal?, _ values: DayValues
  ) {
    guard case .units(let instrument, _) = place else { return }
    if worth?.isZero != true, let currency = values.currency(of: instrument) {
      currenciesAtEnd.insert(currency)
    }
    if worth == nil { unknownAtEnd.insert(instrument) }
    for (currency, part) in units.parts where part.cost?.isZero == false {
      currenciesAtEnd.insert(currency)
    }
    let costAtEnd = units.parts.sum { currency, part in
      part.cost.flatMap { values.rates.inBase($0, currency) }
    }
    costs[place] = .some(units.costBase)
    let price = worth.subtracting(costAtEnd)
    add(worth, to: .endValue, of: place)
    add(units.costBase, to: .endCost, of: place)
    add(price, to: .priceEffect, of: place)
    add(costAtEnd.subtracting(units.costBase), to: .fxEffect, of: place)
    add(worth.subtracting(units.costBase), to: .unrealizedGain, of: place)
    add(price, to: .unrealizedPriceEffect, of: place)
  }

  // MARK: Pools

  /// Accounts for cost that moves between the accounts of a pool: the cost of an account's units at
  /// the end, less the amounts put into them. It is no money that was put in, so it is part of the
  /// gain. These amounts add up to zero over all accounts. If one of them is unknown and another is
  /// not zero, the gain of the former is unknown too.
  mutating func settle() {
    var shifts: [InstrumentIndex: [(place: PeriodPlace, amount: ExactDecimal?)]] = [:]
    for (place, sums) in figures {
      guard case .units(let instrument, _) = place else { continue }
      // Only one of the two values at the start is not zero: that of the basis of the period.
      let start = sums[.startValue].adding(sums[.startCost])
      let shift = costs[place, default: .zero].subtracting(start).subtracting(flow(into: place))
        .subtracting(sums[.realizedGain])
      shifts[instrument, default: []].append((place, shift))
    }
    for places in shifts.values {
      let known = places.compactMap(\.amount)
      let isWhole = known.count == places.count
      if isWhole ? places.sum(\.amount)?.isZero == true : !known.allSatisfy(\.isZero) {
        guard places.count > 1 else { continue }
        for (place, shift) in places {
          for effect in [ProfitFigure.priceEffect, .unrealizedGain, .unrealizedPriceEffect] {
            add(shift, to: effect, of: place)
          }
        }
      } else if isWhole, hasStartCosts {
        // Rules that look ahead relieved units before the period at the cost of a purchase in it.
        // In the journal they cost so much less when the period begins.
        for (place, shift) in places { add(shift, to: .startCost, of: place) }
      }
    }
    forgetUnfounded()
  }

  /// Makes the effects of prices and rates unknown if the start value or the contributions are.
  private mutating func forgetUnfounded() {
    let effects: [ProfitFigure] = [
      .priceEffect, .fxEffect, .realizedGain, .realizedPriceEffect, .unrealizedGain,
      .unrealizedPriceEffect,
    ]
    for (place, sums) in figures {
      guard case .units = place, sums[.startValue] == nil || sums[.netContributions] == nil else {
        continue
      }
      for effect in effects { figures[place]?.set(nil, effect) }
    }
  }
}
