import FolioModel
import FolioNumbers

/// What the booker knows of the period that it books.
struct PeriodState {
  var period: BookingPeriod
  /// Whether lots cost what they were worth when it began.
  var isRestated = false
  var book = PeriodBook()
  /// The first entry of the group that is being booked.
  var firstEntry = 0
}

// A period is booked like any other ledger, with two differences: when it begins, open lots cost
// what they are worth; and every movement is noted with its amount in base. In each group what came
// in is what went out: money that nothing else explains is what the group's own rates differ from
// each other, and falls on its cash.
extension Booker {
  mutating func bookPeriod() {
    guard let firstDay = period?.period.firstDay else {
      keepsPeriod = true
      return bookGroups(from: nil, before: nil)
    }
    bookGroups(from: nil, before: firstDay)
    do {
      try openPeriod(firstDay)
    } catch {
      faults.append(tooLarge("", at: .none))
    }
    bookGroups(from: firstDay, before: nil)
  }

  /// Whether the ledger is booked without the tax rules that its settings name. Events that only
  /// these allow are accepted: a split of nothing, a choice of lots although there is one pool.
  var ignoresTaxRules: Bool { period?.period.isOfTaxRules ?? false }

  /// Takes note of where the movements of the next group begin.
  mutating func beginGroupOfPeriod() {
    let count = period?.book.entries.count ?? 0
    period?.firstEntry = count
  }

  /// Keeps a movement.
  mutating func keep(
    _ kind: PeriodEntry.Kind, _ place: PeriodPlace, _ amount: ExactDecimal?,
    price: ExactDecimal? = .zero
  ) {
    guard keepsPeriod, !context.isHidden else { return }
    period?.book.entries.append(
      PeriodEntry(
        kind: kind, place: place, group: context.group, amountBase: amount, priceEffectBase: price))
  }

  /// Keeps that cost goes into a lot, or out of it where it is below zero; of a short lot the other
  /// way round.
  mutating func keepCost(_ kind: PeriodEntry.Kind, _ lot: Lot, _ costBase: ExactDecimal?) {
    guard keepsPeriod else { return }
    let amount = lot.isShort ? costBase.map { -$0 } : costBase
    keep(kind, .units(lot.instrument, lot.account), amount)
  }

  /// Keeps what a disposal brought and what it gained.
  mutating func keepDisposal(_ row: Disposal, of index: LotSlot) throws(ArithmeticFault) {
    let lot = lots[index]
    let place = PeriodPlace.units(lot.instrument, lot.account)
    guard row.hasBase else {
      keep(.flow, place, try paidInBase(row, isShort: lot.isShort))
      return keep(.gain, place, nil, price: nil)
    }
    keep(.flow, place, lot.isShort ? row.costBase : -row.proceedsBase)
    keep(
      .gain, place, try row.proceedsBase.subtracting(row.costBase), price: row.priceEffectBase)
  }

  /// What a disposal brought, or what ending a short lot cost, where what it is measured against is
  /// not known in base.
  private func paidInBase(
    _ row: Disposal, isShort: Bool
  ) throws(ArithmeticFault) -> ExactDecimal? {
    let leg = rows.stockLegs[Int(context.legNumber)]
    let own = row.currency == leg.currency ? rates.known(of: leg, on: leg.tradeDay) : nil
    let rate = own ?? rates.known(row.currency, on: leg.tradeDay, inGroup: true)
    return try rate?.convert(isShort ? row.cost : -row.proceeds)
  }

  /// Units of a lot that leave the portfolio, and what they cost.
  struct Leaving {
    var lot: Lot
    var quantity: ExactDecimal
    var cost: ExactDecimal
    var costBase: ExactDecimal?
  }

  /// Keeps that parts of lots of one instrument leave the portfolio for nothing: at market value
  /// where that is known and asked for, and the difference to their cost is gained. They are one
  /// flow, whose value they share by units.
  mutating func keepLeaving(_ parts: [Leaving]) throws(ArithmeticFault) {
    guard keepsPeriod, let first = parts.first else { return }
    let day = effectiveDay(of: rows.groups[Int(context.group)])
    let units = try parts.sum(of: \.quantity)
    guard let value = marketValue(first.lot.instrument, units, on: day) else {
      for part in parts {
        let place = PeriodPlace.units(part.lot.instrument, part.lot.account)
        keep(.contribution, place, part.costBase.map { -$0 })
      }
      return
    }
    var shares = try inBase(value, on: day).map { Shares($0, by: units) }
    for part in parts { try keep(part, leavingFor: shares?.next(part.quantity), on: day) }
  }

  private mutating func keep(
    _ part: Leaving, leavingFor worth: ExactDecimal?, on day: Day
  ) throws(ArithmeticFault) {
    let place = PeriodPlace.units(part.lot.instrument, part.lot.account)
    keep(.contribution, place, worth.map { -$0 })
    guard let worth, let costBase = part.costBase else {
      return keep(.gain, place, nil, price: nil)
    }
    let then = try rates.known(part.lot.currency, on: day)?.convert(part.cost)
    let price = try then.map { then throws(ArithmeticFault) in try worth.subtracting(then) }
    keep(.gain, place, try worth.subtracting(costBase), price: price)
  }

  /// Keeps what a lot had gained that goes over to another account. The gain until then is that of
  /// the account that it leaves, though the lot keeps its cost; nothing where no one asks for
  /// market values, or where no price is known.
  mutating func keepRevaluation(
    _ lot: Lot, into account: SecuritiesAccountIndex, on day: Day
  ) throws(ArithmeticFault) {
    guard keepsPeriod, lot.hasBase, lot.account != account,
      let value = period?.period.marketValue?(lot.instrument, lot.quantity, day),
      let worth = try inBase(value, on: day),
      let then = try rates.known(lot.currency, on: day)?.convert(lot.cost)
    else { return }
    let gain = try worth.subtracting(lot.costBase)
    let price = try worth.subtracting(then)
    let isUp = !lot.isShort
    keep(
      .revaluation, .units(lot.instrument, lot.account), isUp ? gain : -gain,
      price: isUp ? price : -price)
    keep(
      .revaluation, .units(lot.instrument, account), isUp ? -gain : gain,
      price: isUp ? -price : price)
  }

  /// What units that come from outside or leave are worth on a day; nil where no one asks, and
  /// where no price is known, which is noted.
  mutating func marketValue(
    _ instrument: InstrumentIndex, _ quantity: ExactDecimal, on day: Day
  ) -> MarketValue? {
    guard keepsPeriod, let worth = period?.period.marketValue else { return nil }
    if let value = worth(instrument, quantity, day) { return value }
    period?.book.inKindAtCost.insert(instrument)
    return nil
  }

  /// A value in base at the rate of a day, to 18 places.
  func inBase(_ value: MarketValue, on day: Day) throws(ArithmeticFault) -> ExactDecimal? {
    if value.amount.isZero { return .zero }
    return try rates.known(value.currency, on: day)?.value(of: value.amount)
  }

  /// The same in another currency.
  func inCurrency(
    _ value: MarketValue, _ currency: CurrencyIndex, on day: Day
  ) throws(ArithmeticFault) -> ExactDecimal? {
    if value.amount.isZero || currency == missingCurrency || value.currency == currency {
      return value.amount
    }
    return try rates.rate(from: value.currency, to: currency, on: day)?.convert(value.amount)
  }

  /// What a lot cost before a period restated it, as far as its units are left: by it lots are
  /// compared. Outside of such a period nil: then its cost is that.
  func costOfOrder(_ lot: Lot, _ quantity: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal? {
    guard period?.isRestated ?? false else { return nil }
    return try lot.openingCost.share(quantity, of: lot.openingQuantity)
  }
}
