import FolioDiagnostics
import FolioModel
import FolioNumbers

extension TaxRegime {
  /// The United Kingdom. The tax year begins on 6 April (Income Tax Act 2007 s.4). For the cash of
  /// mergers see TCGA 1992 s.122, s.128(3); for the limit of small amounts CG57836.
  public static let uk = TaxRegime(
    rules: .uk, startOfYear: (4, 6), window: (0, 30), spouseLaw: "TCGA 1992 s.58",
    windowEffect: "is matched with this sale first",
    traits: TaxRuleTraits(
      method: .average, poolRule: .section104, lotScope: .portfolio, mergerCash: .partDisposal,
      window: 30, giftIsDisposal: true, spouseTakesCosts: true, receiptIsAcquisition: true,
      looksAhead: true),
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
  /// What follows from the timelines, by instrument.
  private var plans: [ShareMatching]
  /// How far booking has come in them.
  private var cursors: [ShareCursor]

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
    plans = timeline.instruments.map {
      (try? ShareMatching($0, base: timeline.base)) ?? ShareMatching()
    }
    cursors = Array(repeating: ShareCursor(), count: plans.count)
  }

  /// The cost of a purchase is averaged over its day. The part that a disposal is matched with
  /// stays out of the pool.
  mutating func acquired(_ lot: LotSlot, _ leg: StockLeg, _ booker: inout Booker) throws {
    let bought = booker.lots[lot]
    if bought.isShort { return }
    let index = Int(bought.instrument)
    let known = try cursors[index].pool(bought.quantity, on: leg.tradeDay, plans[index])
    try booker.replaceInPool(bought, by: known ?? PooledShare(units: bought.quantity), leg)
  }

  mutating func identify(_ position: PositionIndex, _ leg: StockLeg, _ booker: inout Booker) throws
  {
    let index = Int(leg.instrument)
    let matches = try cursors[index].take(leg.quantity, on: leg.tradeDay, plans[index])
    try booker.relieve(position, leg, matching: matches)
  }

  mutating func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    cursors[Int(instrument)].epoch += 1
    try booker.positions[booker.position(instrument, 0)].pool?.multiplyAhead(by: ratio)
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
    _ position: PositionIndex, _ leg: StockLeg, matching matches: [ShareMatch]
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
