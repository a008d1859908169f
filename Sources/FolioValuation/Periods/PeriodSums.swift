import FolioBooking
import FolioModel
import FolioNumbers

/// Adds up the movements of a period by place.
struct PeriodSums {
  private(set) var figures: [PeriodPlace: ProfitFigures] = [:]
  private(set) var contributions: ExactDecimal? = .zero
  private(set) var unknownAtStart: Set<InstrumentIndex> = []
  private(set) var unknownAtEnd: Set<InstrumentIndex> = []
  private(set) var currenciesAtEnd: Set<CurrencyIndex> = []
  /// What went in less what went out of each place, and the cost that its units have at the end.
  private var flows: [PeriodPlace: ProfitFigures] = [:]
  private var costs: [PeriodPlace: OpenUnits] = [:]
  /// Adds what was there and what moved.
  mutating func add(_ book: PeriodBook) {
    for opening in book.openings {
      add(opening.valueBase, to: .startValue, of: opening.place)
      if opening.valueBase == nil, case .units(let instrument, _) = opening.place {
        unknownAtStart.insert(instrument)
      }
    }
    for entry in book.entries { add(entry) }
  }

  private mutating func add(_ amount: ExactDecimal?, to figure: ProfitFigure, of place: PeriodPlace)
  {
    figures[place, default: ProfitFigures()].add(amount, to: figure)
  }

  private func figure(_ figure: ProfitFigure, of place: PeriodPlace) -> ExactDecimal? {
    (figures[place] ?? ProfitFigures())[figure]
  }

  private func flow(of place: PeriodPlace) -> ExactDecimal? {
    (flows[place] ?? ProfitFigures())[.netContributions]
  }

  private mutating func add(_ entry: PeriodEntry) {
    if entry.kind == .gain { return addGain(entry) }
    if entry.kind == .revaluation { return addRevaluation(entry) }
    let amount = entry.amountBase
    if let part = entry.kind.part {
      add(amount, to: part, of: entry.place)
      return add(amount.map { -$0 }, to: .netContributions, of: entry.place)
    }
    add(amount, to: .netContributions, of: entry.place)
    flows[entry.place, default: ProfitFigures()].add(amount, to: .netContributions)
    guard entry.kind == .contribution else { return }
    contributions = contributions.adding(amount)
  }

  private mutating func addGain(_ entry: PeriodEntry) {
    let rest = entry.amountBase.subtracting(entry.priceEffectBase)
    add(entry.priceEffectBase, to: .priceEffect, of: entry.place)
    add(rest, to: .fxEffect, of: entry.place)
    add(entry.amountBase, to: .realizedGain, of: entry.place)
    add(entry.priceEffectBase, to: .realizedPriceEffect, of: entry.place)
  }

  /// What was gained in another account before is put in, and not earned here; the cost of the
  /// units does not tell it.
  private mutating func addRevaluation(_ entry: PeriodEntry) {
    add(entry.amountBase.map { -$0 }, to: .netContributions, of: entry.place)
    add(entry.priceEffectBase, to: .priceEffect, of: entry.place)
    add(entry.amountBase.subtracting(entry.priceEffectBase), to: .fxEffect, of: entry.place)
    add(entry.amountBase, to: .unrealizedGain, of: entry.place)
    add(entry.priceEffectBase, to: .unrealizedPriceEffect, of: entry.place)
  }

  // MARK: The end

  /// Adds what is there at the end of the last day.
  mutating func addEnd(of booked: BookedLedger, _ values: DayValues) {
    var open: [PeriodPlace: OpenUnits] = [:]
    for lot in booked.lots {
      open[.units(lot.instrument, lot.account), default: OpenUnits()].add(lot)
    }
    let worth = values.worth(open, booked.options.lotScope ?? .portfolio)
    for (place, units) in open { addEnd(units, at: place, worth: worth[place], values) }
    for (account, cash) in booked.cash.enumerated() {
      let place = PeriodPlace.cash(CashAccountIndex(account))
      let isUnused = cash.balance.isZero && figures[place] == nil
      if isUnused { continue }
      let currency = booked.ledger.tables.cashAccounts[account].currency
      if !cash.balance.isZero { currenciesAtEnd.insert(currency) }
      let worth = values.inBase(cash.balance, currency)
      add(worth, to: .endValue, of: place)
      add(worth, to: .endCost, of: place)
      let risen = worth.subtracting(figure(.startValue, of: place))
      add(risen.subtracting(flow(of: place)), to: .fxEffectCash, of: place)
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
    var then: ExactDecimal? = .zero
    for (currency, part) in units.parts {
      if part.cost?.isZero == false { currenciesAtEnd.insert(currency) }
      then = then.adding(part.cost.flatMap { values.inBase($0, currency) })
    }
    costs[place] = units
    let price = worth.subtracting(then)
    add(worth, to: .endValue, of: place)
    add(units.costBase, to: .endCost, of: place)
    add(price, to: .priceEffect, of: place)
    add(then.subtracting(units.costBase), to: .fxEffect, of: place)
    add(worth.subtracting(units.costBase), to: .unrealizedGain, of: place)
    add(price, to: .unrealizedPriceEffect, of: place)
  }

  // MARK: Pools

  /// In a pool of several accounts cost goes over from one to another: as much as the units of an
  /// account cost at the end beyond what was put into them. Over all accounts that is nothing.
  mutating func settle() {
    var shifts: [InstrumentIndex: [(place: PeriodPlace, amount: ExactDecimal?)]] = [:]
    for (place, sums) in figures {
      guard case .units(let instrument, _) = place else { continue }
      let cost = (costs[place] ?? OpenUnits()).costBase
      let beyond = cost.subtracting(sums[.startValue]).subtracting(flow(of: place))
      let shift = beyond.subtracting(sums[.realizedGain])
      shifts[instrument, default: []].append((place, shift))
    }
    for places in shifts.values where places.count > 1 {
      let sum = places.reduce(ExactDecimal?.some(.zero)) { $0.adding($1.amount) }
      guard sum?.isZero ?? false else { continue }
      for (place, shift) in places { add(shift, to: .netContributions, of: place) }
    }
    forgetUnfounded()
  }

  /// Where it is not known what units were worth at the start, or what went into them, what prices
  /// and rates did to them in the period is not known either.
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

extension PeriodEntry.Kind {
  /// The figure that it is a part of; nil for what goes in or out.
  var part: ProfitFigure? {
    switch self {
    case .dividend: .dividends
    case .interest: .interest
    case .fee: .fees
    case .tax: .taxes
    case .other: .other
    case .flow, .moved, .contribution, .gain, .revaluation: nil
    }
  }
}
