extension LedgerContents {
  /// The contents with stock dividends as splits, for programs that know no added units.
  ///
  /// 5 units that come to 100 are a split of 105 for 100. A stock dividend stays one if it is
  /// income with a gross amount, if it comes to no units, if another account has units as well or
  /// any were sold short, since a split changes all units, or if the units of its instrument are
  /// not the sum of the legs, as after a merger.
  func withAddedUnitsAsSplits(_ booked: BookedLedger) throws(ArithmeticFault) -> LedgerContents {
    let isIncluded = groups.map { $0.status != .void && !$0.isDeleted }
    let order = groups.indices.filter { isIncluded[$0] }.sorted {
      (groups[$0].occurredAt, $0) < (groups[$1].occurredAt, $1)
    }
    var (held, places) = ([String: ExactDecimal](), [HeldPlace: ExactDecimal]())
    var shorts: Set<String> = []
    var ratios: [(group: Int, leg: Int, ratio: Ratio)] = []
    for group in order {
      for (number, leg) in groups[group].stockLegs.enumerated() {
        let (place, before) = (HeldPlace(leg), held[leg.symbol, default: .zero])
        let (own, after) = (places[place, default: .zero], RowBooker.after(leg, before))
        (held[leg.symbol], places[place]) = (after, RowBooker.after(leg, own))
        if leg.type == .shortSell { shorts.insert(leg.symbol) }
        if leg.type == .stockDividend, leg.gross == nil, before.isPositive, own == before,
          !shorts.contains(leg.symbol)
        {
          ratios.append((group, number, try Ratio(whole: after, for: before)))
        }
      }
    }
    if ratios.isEmpty { return self }
    let units = try booked.unitsHeld()
    var contents = self
    for (group, number, ratio) in ratios {
      let old = groups[group].stockLegs[number]
      guard units[old.symbol, default: .zero] == held[old.symbol] else { continue }
      var leg = LedgerGroup.StockLeg(.split, symbol: old.symbol)
      (leg.id, leg.tradeDay, leg.settlementDay) = (old.id, old.tradeDay, old.settlementDay)
      leg.ratio = ratio
      contents.groups[group].stockLegs[number] = leg
    }
    return contents
  }
}

extension BookedLedger {
  /// The units of each instrument; those of short lots are negative.
  fileprivate func unitsHeld() throws(ArithmeticFault) -> [String: ExactDecimal] {
    var units: [String: ExactDecimal] = [:]
    for lot in lots {
      let symbol = ledger.tables.text(ledger.tables.instruments[Int(lot.instrument)].symbol)
      try units[symbol, default: .zero].add(lot.isShort ? -lot.quantity : lot.quantity)
    }
    return units
  }
}

extension Ratio {
  /// A ratio of whole numbers: other programs read no others.
  fileprivate init(
    whole new: ExactDecimal, for old: ExactDecimal
  ) throws(ArithmeticFault) {
    let ten = ExactDecimal(10)
    var (new, old) = (new.normalized(), old.normalized())
    while new.places > 0 || old.places > 0 {
      new = try new.multiplied(by: ten).normalized()
      old = try old.multiplied(by: ten).normalized()
    }
    self.init(new: new, old: old)
  }
}
