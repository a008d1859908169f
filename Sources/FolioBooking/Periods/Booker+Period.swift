// A period is booked like any other ledger, with two differences: when it begins, the cost of open
// lots is set to their market value; and every movement is recorded with its amount in base. In
// each group, inflows equal outflows, except for the difference between the group's own rates,
// which is assigned to its cash.
extension Booker {
  /// Whether movements are recorded.
  var keepsPeriod: Bool { recorder.isRecording }

  /// Whether the ledger is booked without the tax rules that its settings name. Events that only
  /// these allow are accepted: a split of nothing, a choice of lots although there is one pool.
  var ignoresTaxRules: Bool { recorder.period?.isOfTaxRules ?? false }

  /// Books the groups of a batch. The period begins in the first batch that has a group of it.
  mutating func bookPeriod(_ progress: WorkProgress.Receiver?) {
    let firstDay = recorder.period?.firstDay
    if let firstDay, !recorder.isRecording {
      bookGroups(from: nil, before: firstDay, progress: progress)
      if !reaches(firstDay) { return }
    }
    beginPeriod()
    bookGroups(from: firstDay, before: nil, progress: progress)
    recorder.endGroup()
  }

  /// Begins the period if no group has done so.
  mutating func beginPeriod() {
    guard let period = recorder.period, !recorder.isRecording else { return }
    if let firstDay = period.firstDay {
      do {
        try openPeriod(firstDay)
      } catch {
        faults.append(tooLarge("", at: .none))
      }
    }
    recorder.isRecording = true
  }

  /// Whether the batch may have a group on or after a day. By settlement date there is one batch.
  private func reaches(_ day: Day) -> Bool {
    options.dateBasis == .settlement
      || rows.groups.contains { $0.counts && $0.tradeDay(rows) >= day }
  }

  /// Records a movement.
  mutating func keep(
    _ kind: PeriodEntry.Kind, _ place: PeriodPlace, _ amount: ExactDecimal?,
    price: ExactDecimal? = .zero
  ) {
    guard keepsPeriod, !context.isHidden else { return }
    recorder.keep(
      PeriodEntry(kind: kind, place: place, amountBase: amount, priceEffectBase: price))
  }

  /// Records that cost goes into a lot, or out of it if it is below zero. For a short lot it is the
  /// opposite.
  mutating func keepCost(_ kind: PeriodEntry.Kind, _ lot: Lot, _ costBase: ExactDecimal?) {
    guard keepsPeriod else { return }
    keep(kind, PeriodPlace(lot), lot.isShort ? costBase.map { -$0 } : costBase)
  }

  /// Records the proceeds and the gain of a disposal.
  mutating func keepDisposal(_ row: Disposal, of index: LotSlot) throws(ArithmeticFault) {
    let lot = lots[index]
    let place = PeriodPlace.units(row.instrument, row.account)
    guard row.hasBase else {
      keep(.flow, place, try paidInBase(row, isShort: lot.isShort))
      return keep(.gain, place, nil, price: nil)
    }
    keep(.flow, place, lot.isShort ? row.costBase : -row.proceedsBase)
    keep(
      .gain, place, try row.proceedsBase.subtracting(row.costBase), price: row.priceEffectBase)
  }

  /// Records the deferred part of a loss as a gain in the place whose cost it goes into.
  mutating func keepDeferral(
    _ lossBase: ExactDecimal, of units: ExactDecimal, row: Int, into place: PeriodPlace
  ) throws(ArithmeticFault) {
    guard keepsPeriod else { return }
    let disposal = booked.disposals[row]
    let price = try disposal.priceEffectBase.share(units, of: disposal.quantity)
    keep(.gain, place, lossBase, price: -price)
  }

  /// Records that units, or a part of their cost, leave the portfolio although their disposal was
  /// recorded as if money had been paid for them.
  mutating func keepWithdrawal(_ amountBase: ExactDecimal?, of place: PeriodPlace) {
    keep(.flow, place, amountBase)
    keep(.contribution, place, amountBase.map { -$0 })
  }

  /// The proceeds of a disposal, or the cost of a cover, if the other side is not known in base.
  private mutating func paidInBase(
    _ row: Disposal, isShort: Bool
  ) throws(ArithmeticFault) -> ExactDecimal? {
    let leg = rows.stockLegs[Int(context.legNumber)]
    let own = row.currency == leg.currency ? rates.known(of: leg, on: leg.tradeDay) : nil
    let rate = own ?? rates.known(row.currency, on: leg.tradeDay, inGroup: true)
    return try rate?.convert(isShort ? row.cost : -row.proceeds)
  }

  /// Records that parts of lots of one instrument leave the portfolio for nothing: at market value
  /// if it is known and the period needs it, with a gain over their cost. They are one flow, and
  /// share its value by units.
  mutating func keepLeaving(_ parts: [Lot]) throws(ArithmeticFault) {
    guard keepsPeriod, let first = parts.first else { return }
    let day = effectiveDay(of: rows.groups[context.row])
    let units = try parts.sum(of: \.quantity)
    guard let value = recorder.marketValue(first.instrument, units, on: day) else {
      for lot in parts { keep(.contribution, PeriodPlace(lot), lot.costInBase.map { -$0 }) }
      return
    }
    var shares = try inBase(value, on: day).map { Shares($0, by: units) }
    for lot in parts {
      let worth = try shares?.next(lot.quantity)
      keep(.contribution, PeriodPlace(lot), worth.map { -$0 })
      guard let worth, let costBase = lot.costInBase else {
        keep(.gain, PeriodPlace(lot), nil, price: nil)
        continue
      }
      let then = try rates.known(lot.currency, on: day)?.convert(lot.cost)
      let price = try then.map { then throws(ArithmeticFault) in try worth.subtracting(then) }
      keep(.gain, PeriodPlace(lot), try worth.subtracting(costBase), price: price)
    }
  }

  /// Records the gain of units before they move to another account or instrument. The gain belongs
  /// to the place that they leave, although they keep their cost. Records nothing if the period
  /// needs no market values, or if no price is known.
  /// - Parameters:
  ///   - lot: The units that move, with their cost.
  ///   - old: Where the units come from.
  ///   - leaving: The units of the old instrument that they replace, which have their value if they
  ///     have no price of their own.
  mutating func keepRevaluation(
    _ lot: Lot, from old: PeriodPlace, to new: PeriodPlace, replacing leaving: ExactDecimal? = nil
  ) throws(ArithmeticFault) {
    guard keepsPeriod, lot.hasBase, old != new, let period = recorder.period else { return }
    let day = rows.stockLegs[Int(context.legNumber)].tradeDay
    var value = period.value(of: lot.quantity, lot.instrument, on: day)
    if value == nil, let leaving, case .units(let instrument, _) = old {
      value = period.value(of: leaving, instrument, on: day)
    }
    guard
      let worth = try value.flatMap({ value throws(ArithmeticFault) in
        try inBase(value, on: day)
      }), let then = try rates.known(lot.currency, on: day)?.convert(lot.cost)
    else { return }
    var (gain, price) = try (worth.subtracting(lot.costBase), worth.subtracting(then))
    if lot.isShort { (gain, price) = (-gain, -price) }
    move(gain, price: price, from: old, to: new)
  }

  private mutating func move(
    _ gain: ExactDecimal, price: ExactDecimal, from old: PeriodPlace, to new: PeriodPlace
  ) {
    keep(.revaluation, old, gain, price: price)
    keep(.revaluation, new, -gain, price: -price)
  }

  /// Records that a fraction of new units was worth what was paid for it when it came from another
  /// instrument, and not its market value.
  mutating func keepFraction(
    _ units: ExactDecimal, of new: InstrumentIndex, in account: SecuritiesAccountIndex,
    paid: ExactDecimal, _ leg: StockLeg
  ) throws(ArithmeticFault) {
    let day = leg.tradeDay
    guard keepsPeriod, new != leg.instrument,
      let value = recorder.period?.value(of: units, new, on: day),
      let worth = try inBase(value, on: day),
      let paidInBase = try rates.rate(of: leg, on: day)?.convert(paid)
    else { return }
    let gain = try paidInBase.subtracting(worth)
    move(gain, price: gain, from: .units(leg.instrument, account), to: .units(new, account))
  }

  /// A value in base at the rate of a day, to 18 places.
  mutating func inBase(_ value: MarketValue, on day: Day) throws(ArithmeticFault) -> ExactDecimal? {
    if value.amount.isZero { return .zero }
    return try rates.known(value.currency, on: day)?.value(of: value.amount)
  }

  /// A value in another currency.
  func inCurrency(
    _ value: MarketValue, _ currency: CurrencyIndex, on day: Day
  ) throws(ArithmeticFault) -> ExactDecimal? {
    if value.amount.isZero || currency == missingCurrency || value.currency == currency {
      return value.amount
    }
    return try rates.rate(from: value.currency, to: currency, on: day)?.convert(value.amount)
  }

  /// The cost of some units of a lot before a period restated it. Lots are compared by it. Nil if
  /// nothing was restated: then it is their cost.
  func costOfOrder(_ lot: Lot, _ quantity: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal? {
    if !recorder.isRestated { return nil }
    return try lot.openingCost.share(quantity, of: lot.openingQuantity)
  }
}
