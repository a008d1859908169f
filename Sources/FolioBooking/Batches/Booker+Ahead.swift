import FolioModel

// What the next groups will look at is read before.
extension Booker {
  /// How many groups wait together: a power of two.
  static var readTogether: Int { 16 }

  /// Reads what the trades of the next groups will look at.
  ///
  /// Problem: there are hundreds of instruments, and thousands of lots of each, so that no cache
  /// near the core holds those of the next trade. What it does waits for one piece of memory after
  /// the other: position, list, lot. Decision: for some groups at once these are read before,
  /// without anything that depends on them but the next read; so they wait together. It decides
  /// nothing: where another lot is taken than the one that was read, nothing was gained.
  @inline(never)
  mutating func readAhead(_ start: Int) {
    guard lotScope == .portfolio, ledger.order == nil else { return }
    let end = min(start &+ Self.readTogether, rows.groups.count)
    var places = SIMD16<UInt32>(repeating: missingIndex)
    var others = places
    var touched: UInt32 = 0
    for group in start..<end where rows.groups[group].counts {
      if rows.groups[group].stockLegCount == 0 { continue }
      let leg = Int(rows.groups[group].firstStockLeg)
      let position = positionIndex.find(rows.stockLegs[leg].instrument, 0, isShort: false)
      if position == missingIndex { continue }
      switch rows.stockLegs[leg].type {
      case .buy:
        touched ^= positions[Int(position)].order.last ?? 0
        places[group &- start] = positions[Int(position)].slots.next ?? missingIndex
      case .sell:
        places[group &- start] = positions[Int(position)].order.next ?? missingIndex
        others[group &- start] = positions[Int(position)].order.second ?? missingIndex
      case .shortSell, .cover, .dividend, .split, .stockDividend, .returnOfCapital, .spinOff,
        .merger, .symbolChange, .transferOut, .transferIn, .writeOff, .gift, .unitFee:
        break
      }
    }
    for group in 0..<Self.readTogether where places[group] != missingIndex {
      touched ^= lots[Int(places[group])].touch()
      if others[group] != missingIndex { touched ^= lots[Int(others[group])].touch() }
    }
    self.touched = touched
  }
}
