extension TaxForm {
  /// Ireland: the capital gains of Form 11.
  static let ireland = TaxForm(
    rules: .ie, summary: "the sales of Form 11", title: "Form 11, capital gains", currency: "EUR",
    fill: { $0.listOfSales($1) }, assess: { try $0.assessIreland() })
}

extension TaxReturn {
  /// Losses of the year, then those of earlier years, then the exemption of 1,270 (s.601), are
  /// taken off gains that are taxed at 33 % (s.28). Funds are not part of it: their gains are
  /// income.
  fileprivate mutating func assessIreland() throws {
    try figures.history.requireClasses(
      of: figures.gains.map(\.disposal.instrument) + figures.income.compactMap(\.instrument),
      "Ireland", ofFunds: false)
    let funds = figures.gains.contains(where: \.taxClass.isFund)
    let (gains, losses) = try figures.gainsAndLosses { !$0.taxClass.isFund }
    let restricted = try restrictedLosses()
    add("Form 11", "", "Gains", gains)
    add("Form 11", "", "Losses", losses)
    if !restricted.isZero { add("Restricted losses that gains on new units use", restricted) }
    let net = try gains - losses - restricted
    if net.isNegative { carried.set(.losses, -net, year) }
    let used = try use(.losses, against: max(.zero, net))
    let left = try max(.zero, net) - used
    let exempt = min(left, figures.input(.allowance) ?? 1270)
    add("Losses of earlier years that are used", used)
    add("Exemption", exempt)
    let taxable = try left - exempt
    add("Form 11", "", "Net chargeable gain", taxable)
    add("Tax of 33 %", try (taxable * .percent(33)).cents)
    let (interest, paid) = (
      figures.income.filter(\.isInterest),
      figures.income.filter { !$0.isInterest && !$0.taxClass.isFund }
    )
    add("Form 11", "", "Dividends", try paid.total(of: \.gross))
    add("Form 11", "", "Interest", try interest.total(of: \.gross))
    add("Form 11", "", "Tax withheld abroad", try figures.income.total(of: \.withheld))
    addCarried([.losses: "Losses"])
    if funds {
      note(
        "Irish, EU, EEA and OECD funds are taxed as income, with a deemed disposal every eight "
          + "years. They are not in this return.")
    }
    note("A restricted loss that the gain on the new units does not use has no other use.")
  }

  /// Whether a disposal is one of the shares of the return.
  private func isShare(_ disposal: Disposal) -> Bool {
    let kind = figures.history.tables.instruments[Int(disposal.instrument)].kind
    return !TaxClass(kind).isFund
      && figures.history.includes(disposal.instrument, disposal.account)
  }

  /// The restricted losses that the gains of the year on units acquired again may use (s.581(3)).
  private func restrictedLosses() throws -> ExactDecimal {
    let booked = figures.history.booked
    var open: [NewUnits: (units: ExactDecimal, amount: ExactDecimal)] = [:]
    for loss in booked.deferredLosses where isShare(booked.disposals[loss.disposal]) {
      let instrument = booked.disposals[loss.disposal].instrument
      let key = NewUnits(group: loss.replacement, instrument: instrument)
      let known = open[key] ?? (.zero, .zero)
      open[key] = (try known.units + loss.quantity, try known.amount + loss.amountBase)
    }
    var used = ExactDecimal.zero
    for disposal in booked.disposals where disposal.hasBase && isShare(disposal) {
      let key = NewUnits(group: disposal.openedBy, instrument: disposal.instrument)
      guard let own = open[key], own.units.isPositive, let acquired = disposal.acquired else {
        continue
      }
      let sold = try figures.history.units(
        disposal.quantity, of: disposal.instrument, on: disposal.disposed, asOf: acquired)
      let units = min(sold, own.units)
      let gain = max(.zero, try disposal.proceedsBase - disposal.costBase)
      let onThem = try gain.multiplied(
        by: units, dividedBy: sold, places: Precision.costPlaces)
      let part = min(onThem, own.amount)
      open[key] = (try own.units - units, try own.amount - part)
      let year = TaxYear(containing: disposal.disposed, under: figures.history.regime)
      if year == figures.year { used = try used + part }
    }
    return used
  }
}

/// The units of an instrument that a group acquired.
private struct NewUnits: Hashable {
  var group: GroupIndex
  var instrument: InstrumentIndex
}
