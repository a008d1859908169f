import FolioDiagnostics
import FolioModel
import FolioNumbers

/// The share identification rules of the United Kingdom for capital gains tax.
///
/// Taxation of Chargeable Gains Act 1992: all acquisitions of a day are one, and all disposals of
/// a day (s.105); a disposal is of what was acquired on the same day (s.105), then in the 30 days
/// after it (s.106A), then of the pool (s.104). HMRC's manual: CG51560 for the order, CG51575 for
/// the pool, CRYPTO22250 for tokens.
struct UnitedKingdom: TaxRuleSet {
  private var matching: ShareMatching

  static var looksAhead: Bool { true }
  static var method: CostBasisMethod? { .average }
  static var poolRule: MatchingRule? { .section104 }
  static var lotScope: LotScope? { .portfolio }
  static var giftIsDisposal: Bool { true }
  static var window: Int32 { 30 }
  /// TCGA 1992 s.122, s.128(3); what is small: CG57836.
  static var mergerCash: MergerCash { .partDisposal }

  init(_ timeline: HoldingTimeline) { matching = ShareMatching(timeline) }

  /// What a purchase cost is averaged over its day; the part that a disposal is matched with stays
  /// out of the pool.
  static func acquired(_ lot: UInt32, _ leg: StockLeg, _ booker: inout Booker<Self>) throws {
    let bought = booker.lots[Int(lot)]
    if bought.isShort { return }
    let known = try booker.rules.matching.pool(
      bought.quantity, of: bought.instrument, on: leg.tradeDay)
    try booker.takeOutOfPool(bought)
    try booker.pool(known ?? PooledShare(units: bought.quantity), of: bought, leg)
    booker.notePool(.matched, bought.position)
  }

  static func identify(
    _ position: UInt32, _ leg: StockLeg, _ booker: inout Booker<Self>
  ) throws {
    let matches = try booker.rules.matching.matches(
      leg.quantity, of: leg.instrument, on: leg.tradeDay)
    try booker.relieve(position, leg.quantity, matching: matches)
  }

  static func identifyTendered(
    _ position: UInt32, _ leg: StockLeg, _ booker: inout Booker<Self>
  ) throws {
    try identify(position, leg, &booker)
  }

  static func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker<Self>
  ) throws {
    booker.rules.matching.passRescaling(of: instrument)
    let position = Int(booker.position(instrument, 0))
    guard let ahead = booker.positions[position].pool?.ahead, !ahead.isZero else { return }
    booker.positions[position].pool?.ahead = try RunningRatio.scale(ahead, ratio)
  }
}

extension Booker<UnitedKingdom> {
  /// Takes a purchase out of the pool that it has just gone into.
  fileprivate mutating func takeOutOfPool(_ bought: Lot) throws(ArithmeticFault) {
    let position = Int(bought.position)
    try positions[position].pool?.cost.subtract(bought.cost)
    try positions[position].pool?.costBase.subtract(bought.costBase)
    try positions[position].pool?.ahead.subtract(bought.quantity)
  }

  /// Puts the part of a purchase into the pool that no disposal is matched with. In the journal the
  /// other part goes back into the currency of its matches.
  fileprivate mutating func pool(
    _ share: PooledShare, of bought: Lot, _ leg: StockLeg
  ) throws {
    let position = Int(bought.position)
    guard let pool = positions[position].pool else { return }
    try positions[position].pool?.ahead.add(share.units)
    try positions[position].pool?.costBase.add(share.costBase)
    if share.currency == pool.currency || share.cost.isZero && share.matchedCost.isZero {
      try positions[position].pool?.cost.add(share.cost)
      return
    }
    let cost = Cost(
      amount: share.cost, inBase: share.hasBase ? share.costBase : nil, currency: share.currency)
    guard share.currency != missingCurrency,
      let pooled = try rates.convert(cost, to: pool.currency, on: leg.tradeDay, by: leg)
    else {
      throw BookingFault(
        .mixedCurrencies(
          tables.symbol(leg.instrument), rows.currencies[pool.currency],
          rows.currencies[leg.currency], on: leg.tradeDay, at: leg.position))
    }
    try positions[position].pool?.cost.add(pooled)
    postConversion(
      of: try bought.cost.subtracting(pooled), pool.currency, to: share.matchedCost,
      share.currency, leg.instrument)
  }

  /// Takes units out of the lots, and their cost from what they are matched with and for the rest
  /// from the pool.
  fileprivate mutating func relieve(
    _ position: UInt32, _ quantity: ExactDecimal, matching matches: [ShareMatch]
  ) throws {
    clearReliefs()
    guard let first = try takeUnits(quantity, from: position) else { return }
    var relief = Relief(first, lots[Int(first)], quantity, cost: .zero, costBase: .zero)
    var matched = ExactDecimal.zero
    for match in matches {
      relief.matching = match.rule
      relief.quantity = match.units
      relief.cost = match.cost
      relief.costBase = match.costBase
      relief.hasBase = match.hasBase
      relief.currency = match.currency
      relief.acquired = match.day
      relief.openedBy = match.group
      reliefs.append(relief)
      try matched.add(match.units)
    }
    try positions[Int(position)].pool?.ahead.add(matched)
    try positions[Int(position)].quantity.subtract(matched)
    let pooled = try quantity.subtracting(matched)
    if pooled.isPositive { try relievePool(position, pooled, relief) }
  }

  /// What no acquisition is matched with comes out of the pool.
  private mutating func relievePool(
    _ position: UInt32, _ quantity: ExactDecimal, _ template: Relief
  ) throws {
    let matched = reliefs
    var relief = template
    relief.matching = .section104
    relief.quantity = quantity
    relief.currency = positions[Int(position)].pool?.currency ?? template.currency
    relief.openedBy = missingIndex
    clearReliefs()
    reliefs.append(relief)
    try settlePool(position, quantity)
    reliefs.insert(contentsOf: matched, at: 0)
    try positions[Int(position)].quantity.subtract(quantity)
  }
}
