extension Booker {
  /// For how many groups memory is prefetched at once: a power of two.
  static var prefetchCount: Int { 16 }

  /// Prefetches the memory that the trades of the next groups will read.
  ///
  /// Problem: there are hundreds of instruments with thousands of lots each, so no cache near the
  /// core holds those of the next trade. A trade waits for one piece of memory after the other:
  /// position, order, lot. Decision: read these for several groups at once, without computing
  /// anything from them but the next address, so that they wait together. This changes no result.
  /// If booking takes another lot than the prefetched one, nothing was gained.
  @inline(never)
  mutating func prefetch(_ start: Int) {
    guard ledger.order == nil else { return }
    let end = min(start &+ Self.prefetchCount, rows.groups.count)
    var places = SIMD16<UInt32>(repeating: UInt32.missing)
    var others = places
    var loaded: UInt32 = 0
    for group in start..<end where rows.groups[group].counts {
      if rows.groups[group].stockLegCount == 0 { continue }
      let leg = Int(rows.groups[group].firstStockLeg)
      let position = positions.find(
        rows.stockLegs[leg].instrument, scope(rows.stockLegs[leg].account), isShort: false)
      if position == .missing { continue }
      switch rows.stockLegs[leg].type {
      case .buy:
        loaded ^= positions[position].order.last?.rawValue ?? 0
        places[group &- start] = positions[position].slots.last?.rawValue ?? .missing
      case .sell:
        places[group &- start] = positions[position].order.next?.rawValue ?? .missing
        others[group &- start] = positions[position].order.second?.rawValue ?? .missing
      case .shortSell, .cover, .dividend, .split, .stockDividend, .returnOfCapital,
        .costAdjustment, .deemedDisposition, .spinOff, .merger, .symbolChange, .transferOut,
        .transferIn, .writeOff, .exercise, .assignment, .expiry, .gift, .unitFee:
        break
      }
    }
    for group in 0..<Self.prefetchCount where places[group] != .missing {
      loaded ^= lots[LotSlot(rawValue: places[group])].touch()
      if others[group] != .missing { loaded ^= lots[LotSlot(rawValue: others[group])].touch() }
    }
    prefetched = loaded
  }
}
