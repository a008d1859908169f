extension TaxRegime {
  /// The United States. For the cash of mergers see 26 U.S.C. 356(a), 358(a).
  public static let us = TaxRegime(
    rules: .us, window: (30, 30), hasHoldingTerms: true,
    deferral: "wash sale",
    windowEffect: "defers a loss of this sale (wash sale)",
    traits: TaxRuleTraits(
      changesDisposals: true, mergerCash: .gainUpToCash, window: 30,
      hasGiftBasis: true),
    shelters: ["ira", "roth", "401k", "403b", "457b", "hsa", "529"],
    snapshot: SnapshotNeeds(marksReplacements: true) { books, number in
      let row = books.disposals[number]
      return row.mayBeWashSale && row.isLoss && !books.isAllReplaced(number)
    }
  ) { _, _ in UnitedStates() }
}

/// The federal rules of the United States: terms, and losses on wash sales.
///
/// 26 U.S.C. 1091 and 26 CFR 1.1091-1 and -2: a loss is not allowed to the extent that units of the
/// same instrument were acquired in the 30 days before the sale or the 30 days after it. The loss
/// goes into the cost of the replacement, and the time for which the units sold were held is added
/// to its own (26 U.S.C. 1223(3)). Under 1091(e) the same holds for short sales.
struct UnitedStates: TaxRuleSet {
  private var deferral = LossDeferral(
    window: .days(30), addsHoldingPeriod: true, joinsAffiliated: true)
  /// What was paid in place of dividends of units that are owed.
  private var payments = PaymentsInLieu()

  var traits: TaxRuleTraits { TaxRegime.us.traits }

  mutating func acquired(_ lot: LotSlot, _ leg: StockLeg, _ booker: inout Booker) throws {
    try deferral.acquired(lot, leg, &booker)
  }

  mutating func carried(_ lot: LotSlot, _ booker: inout Booker) { deferral.carried(lot, &booker) }

  mutating func disposed(
    _ row: Int, _ lot: LotSlot, _ heldFrom: Day, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    if booker.booked.disposals[row].cause == .cover { try addPayments(row, lot, leg, &booker) }
    let disposal = booker.booked.disposals[row]
    let isWriteOff = disposal.cause == .writeOff
    let day =
      isWriteOff
      ? booker.tables.dayOfWriteOff(of: disposal.instrument, on: leg.tradeDay) : leg.tradeDay
    if booker.tables.instruments[Int(disposal.instrument)].isSection1256 {
      // No loss on it is a wash sale (1256(f)(5)).
      return booker.booked.setTerm(.mixed, of: row)
    }
    let term = HoldingTerm(from: heldFrom, to: day)
    booker.booked.setTerm(disposal.cause.endsShort ? .short : term, of: row)
    if booker.lots[lot].isInherited { booker.booked.setInherited(row) }
    if isDigitalAsset(disposal.instrument, booker.tables.instruments) { return }
    deferral.disposed(row, lot, heldFrom, &booker)
  }

  private mutating func addPayments(
    _ row: Int, _ lot: LotSlot, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    let (units, sold) = (booker.booked.disposals[row].quantity, booker.lots[lot].acquired)
    let costs = try payments.take(units, of: leg.instrument, soldOn: sold)
    let days = leg.tradeDay.daysSince1970 - sold.daysSince1970
    if days <= PaymentsInLieu.days { try booker.raiseCover(row, by: costs, leg) }
  }

  mutating func paidInLieu(_ leg: CashLeg, _ booker: inout Booker) throws {
    if leg.instrument == .missing { return }
    let owed = try booker.positions.all(leg.instrument, isShort: true).sum {
      booker.positions[$0].quantity
    }
    let day = booker.rows.groups[booker.context.row].tradeDay(booker.rows)
    let (amount, currency) = (-leg.signedAmount, leg.currency)
    let rate = booker.rates.rateToBase(currency, on: day, at: leg.position)
    let cost = Cost(amount: amount, inBase: try rate?.convert(amount), currency: currency)
    payments.add(cost, on: day, for: owed, of: leg.instrument)
  }

  mutating func booked(_ leg: StockLeg, _ booker: inout Booker) throws {
    try deferral.booked(leg, &booker)
  }

  mutating func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    try payments.rescale(instrument, ratio)
    try deferral.rescaled(instrument, ratio, leg, &booker)
  }

  mutating func renamed(
    _ old: InstrumentIndex, _ new: InstrumentIndex, _ leg: StockLeg, _ booker: inout Booker
  ) {
    deferral.renamed(old, new, &booker)
  }

  /// Whether an instrument is no stock or security, to which alone 26 U.S.C. 1091(a) applies: a
  /// digital asset is property (IRS Notice 2014-21).
  private func isDigitalAsset(_ instrument: InstrumentIndex, _ rows: [Instrument]) -> Bool {
    ["coin", "crypto", "cryptocurrency", "token", "digital_asset"]
      .contains(rows[Int(instrument)].kind.lowercased())
  }
}

extension HoldingTerm {
  /// Long when held for more than one year, counted from the day after the acquisition: from the
  /// same day of the next year on which that count began (Publication 550, Rev. Rul. 66-7).
  init(from acquired: Day, to disposed: Day) {
    // The calendar matters only around the end of the first year.
    let days = disposed.daysSince1970 - acquired.daysSince1970
    guard days == 366 else {
      self = days > 366 ? .long : .short
      return
    }
    let start = Day(daysSince1970: acquired.daysSince1970 + 1) ?? .last
    let year = start.year + 1
    let anniversary =
      (try? Day(year: year, month: start.month, day: start.day))
      ?? (try? Day(year: year, month: 3, day: 1)) ?? .last
    self = disposed >= anniversary ? .long : .short
  }
}
