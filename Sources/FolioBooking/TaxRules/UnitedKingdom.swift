extension TaxRegime {
  /// The United Kingdom. The tax year begins on 6 April (Income Tax Act 2007 s.4). For the cash of
  /// mergers see TCGA 1992 s.122, s.128(3); for the limit of small amounts CG57836.
  public static let uk = TaxRegime(
    rules: .uk, startOfYear: (4, 6), window: (0, 30), spouseLaw: "TCGA 1992 s.58",
    windowEffect: "is matched with this sale first",
    traits: TaxRuleTraits(
      method: .average, poolRule: .section104, shortMethod: .fifo, lotScope: .portfolio,
      mergerCash: .partDisposal, window: 30, giftIsDisposal: true, spouseTakesCosts: true,
      receiptIsAcquisition: true, looksAhead: true),
    shelters: ["isa", "jisa", "lisa", "sipp", "pension"],
    snapshot: SnapshotNeeds { books, number in
      let cause = books.disposals[number].cause
      return !cause.endsShort && cause != .deemedDisposition
    }
  ) { UnitedKingdom($0, $1) }
}

/// The share identification rules of the United Kingdom for capital gains tax.
///
/// Taxation of Chargeable Gains Act 1992: all acquisitions of a day are one, and all disposals of a
/// day (s.105); a disposal is identified with acquisitions of the same day (s.105), then of the 30
/// days after it (s.106A), then with the pool (s.104). HMRC's manual: CG51560 for the order,
/// CG51575 for the pool, CRYPTO22250 for tokens.
struct UnitedKingdom: TaxRuleSet {
  /// What follows from the timelines, by line of a share of a holder.
  private var plans: [ShareMatching]
  /// How far booking has come in them.
  private var cursors: [ShareCursor]
  /// The excess reported income of units sold before it counts.
  private var incomes: [ExcessIncome]
  private var lines: ShareLines

  var traits: TaxRuleTraits { TaxRegime.uk.traits }

  /// An option that is exercised gives the cost that these rules find, which may go into a purchase
  /// that a sale before it is matched with. It is found by booking once with a timeline without.
  init(_ ledger: Ledger, _ options: BookingOptions) {
    let timeline = HoldingTimeline(ledger, options, bySettlement: false)
    self.init(timeline)
    guard timeline.hasPremiums else { return }
    var booker = Booker(ledger, options.lean, self)
    booker.premiumsByTrade.found = [:]
    booker.book(ledger)
    let premiums = booker.premiumsByTrade.found ?? [:]
    self = UnitedKingdom(
      HoldingTimeline(ledger, options, bySettlement: false, premiums: premiums))
  }

  private init(_ timeline: HoldingTimeline) {
    // If a sum cannot be kept exactly, booking reports it.
    plans = timeline.events.map {
      (try? ShareMatching($0, base: timeline.base)) ?? ShareMatching()
    }
    incomes = zip(timeline.events, plans).map { (try? ExcessIncome($0, $1)) ?? ExcessIncome() }
    cursors = Array(repeating: ShareCursor(), count: plans.count)
    lines = timeline.lines
  }

  /// The cost of a purchase is averaged over its day. The part that a disposal is matched with
  /// stays out of the pool.
  mutating func acquired(_ lot: LotSlot, _ leg: StockLeg, _ booker: inout Booker) throws {
    let bought = booker.lots[lot]
    // Rights that are taken up are a reorganization: the new shares were acquired when those were
    // for which they were offered, and are matched with nothing (s.126(2)(a), s.127).
    if bought.isShort || booker.context.isRightsIssue { return }
    let index = lines.place(of: booker.holders.key(bought.instrument, in: bought.account))
    let known = try cursors[index].pool(bought.quantity, on: leg.tradeDay, plans[index])
    try booker.replaceInPool(bought, by: known ?? PooledShare(units: bought.quantity), leg)
    try pullRests(to: leg.instrument, in: bought.account, &booker)
  }

  mutating func identify(_ position: PositionIndex, _ leg: StockLeg, _ booker: inout Booker) throws
  {
    let owner = booker.owner(of: position, leg)
    try pullRests(to: leg.instrument, in: owner, &booker)
    let index = lines.place(of: booker.holders.key(leg.instrument, in: owner))
    let matches = try cursors[index].take(leg.quantity, on: leg.tradeDay, plans[index])
    let pooled = try leg.quantity.subtracting(matches.sum(of: \.quantity))
    let costs = try incomes[index].costs(of: pooled, on: leg.tradeDay, in: cursors[index].epoch)
    try booker.relieve(position, leg, matching: matches, raisedBy: costs)
  }

  /// A broker may book a change of symbol after trades under the new one: what the pool of the old
  /// one has for units that were sold against these goes to the pool of the new one at once.
  private func pullRests(
    to instrument: InstrumentIndex, in owner: SecuritiesAccountIndex, _ booker: inout Booker
  ) throws {
    let others = lines.others(of: booker.holders.key(instrument, in: owner))
    let position = others.isEmpty ? .missing : booker.position(instrument, owner)
    for other in others where booker.positions[position].pool?.ahead.isNegative == true {
      try booker.moveRestOfPool(booker.holders.instrument(of: other), to: instrument, in: owner)
    }
  }

  /// A short sale is a disposal of its day, and the purchase that covers it is identified with it:
  /// one of its day, then of the 30 days after it, then a later one, the earliest first (s.105(2),
  /// s.106A(4), (5)). The grant of an option is one too (s.144(1)), and the cost of closing it is a
  /// cost of that disposal (s.148).
  mutating func disposed(
    _ row: Int, _ lot: LotSlot, _ heldFrom: Day, _ leg: StockLeg, _ booker: inout Booker
  ) {
    guard row < booker.booked.disposals.endIndex, booker.booked.disposals[row].cause.endsShort
    else { return }
    let opened = booker.lots[lot].acquired
    let days = leg.tradeDay.daysSince1970 - opened.daysSince1970
    let rule: MatchingRule = days == 0 ? .sameDay : days <= traits.window ? .thirtyDays : .fifo
    booker.booked.countOnOpening(row, opened, endedOn: leg.tradeDay, rule)
  }

  mutating func costTaken(by leg: StockLeg, _ booker: inout Booker) throws -> ExactDecimal {
    var taken = ExactDecimal.zero
    for holder in booker.holders.affected(by: leg) {
      let index = lines.place(of: booker.holders.key(leg.instrument, holder))
      // What is not known is not taken.
      if let part = incomes[index].takeNext(of: booker.groupKey) { try taken.add(part) }
    }
    return taken
  }

  mutating func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    for holder in booker.holders.affected(by: leg) {
      cursors[lines.place(of: booker.holders.key(instrument, holder))].epoch += 1
      let position = booker.position(instrument, booker.holders.accounts[holder])
      try booker.positions[position].pool?.multiplyAhead(by: ratio)
    }
  }

  mutating func renamed(
    _ old: InstrumentIndex, _ new: InstrumentIndex, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    for (holder, account) in booker.holders.accounts.enumerated() {
      let (from, to) = (booker.holders.key(old, holder), booker.holders.key(new, holder))
      if lines.followNext(from, to) { try booker.moveRestOfPool(old, to: new, in: account) }
    }
  }
}

extension Booker {
  /// Replaces a purchase that has just gone into the pool by the part of it that no disposal is
  /// matched with. In the journal the other part goes back into the currency of its matches.
  fileprivate mutating func replaceInPool(
    _ bought: Lot, by share: PooledShare, _ leg: StockLeg
  ) throws {
    let position = bought.position
    guard let pool = positions[position].pool else { return }
    let isSameCurrency =
      share.currency == pool.currency || share.cost.isZero && share.matchedCost.isZero
    let cost = isSameCurrency ? share.cost : try self.cost(of: share, in: pool.currency, leg)
    try positions[position].pool?.raiseCost(
      by: cost.subtracting(bought.cost), inBase: share.costBase.subtracting(bought.costBase))
    let change = try share.units.subtracting(bought.quantity)
    try positions[position].pool?.advance(by: change, ignoring: Self.splitRounding)
    if !isSameCurrency {
      postConversion(
        of: try bought.cost.subtracting(cost), pool.currency, to: share.matchedCost,
        share.currency, leg.instrument)
    }
    notePool(.matched, bought.position)
  }

  /// A split rounds the units that are ahead, and those that they are matched with, on their own.
  private static let splitRounding = ExactDecimal(short: 1, places: 15)

  private mutating func cost(
    of share: PooledShare, in currency: CurrencyIndex, _ leg: StockLeg
  ) throws -> ExactDecimal {
    let cost = Cost(
      amount: share.cost, inBase: share.hasBase ? share.costBase : nil, currency: share.currency)
    guard share.currency != missingCurrency,
      let pooled = try rates.convert(cost, to: currency, on: leg.tradeDay, by: leg)
    else {
      throw mixedCurrencies(of: leg.instrument, currency, leg.currency, on: leg.tradeDay)
    }
    return pooled
  }

  /// Takes units out of the lots. Their cost is that of their matches, and for the rest that of the
  /// pool.
  fileprivate mutating func relieve(
    _ position: PositionIndex, _ leg: StockLeg, matching matches: [ShareMatch],
    raisedBy costs: [Cost]
  ) throws {
    let quantity = leg.quantity
    clearReliefs()
    guard let first = try takeUnits(quantity, from: position, in: leg.account) else { return }
    let whole = Relief(first, lots[first], quantity)
    let matched = try matches.sum(of: \.quantity)
    try positions[position].takeMatched(matched)
    let pooled = try quantity.subtracting(matched)
    if pooled.isPositive {
      let last = matches.last.map { Relief(whole, matching: $0) } ?? whole
      var rest = pooledRelief(last, position, .section104)
      rest.quantity = pooled
      reliefs.append(rest)
      try settle(position, pooled)
      try raiseRelief(0, by: costs, leg)
    }
    reliefs.insert(contentsOf: matches.map { Relief(whole, matching: $0) }, at: 0)
  }
}

extension Relief {
  /// Units of a relief that are matched with an acquisition.
  fileprivate init(_ whole: Relief, matching match: ShareMatch) {
    self = whole
    matching = match.rule
    quantity = match.quantity
    cost = match.cost
    costBase = match.costBase
    hasBase = match.hasBase
    currency = match.currency
    acquired = match.day
    openedBy = match.group
  }
}
