import FolioDiagnostics

// No id twice in one table. The table of hashes is filled with 32 bits of the hash beside each
// number, so that most look-ups touch one word and never the record.
extension LedgerChecker {
  mutating func checkUniqueIDs() {
    for row in repetitions(of: tables.groups.count, { tables.groups[$0].id }) {
      report("group", tables.groups[row].id, tables.groups[row].position)
    }
    for row in repetitions(of: tables.stockLegs.count, { tables.stockLegs[$0].id }) {
      report("stock leg", tables.stockLegs[row].id, tables.stockLegs[row].position)
    }
    for row in repetitions(of: tables.cashLegs.count, { tables.cashLegs[$0].id }) {
      report("cash leg", tables.cashLegs[row].id, tables.cashLegs[row].position)
    }
  }

  private mutating func report(_ kind: String, _ id: Identifier, _ position: SourcePosition) {
    fault(.duplicateID(kind, tables.text(id), at: position))
  }

  /// The rows whose id an earlier row has.
  @inline(__always)
  private func repetitions(of count: Int, _ id: (Int) -> Identifier) -> [Int] {
    var size = 64
    while size < count * 2 { size *= 2 }
    let (mask, key) = (size - 1, IdentifierIndex.key)
    var slots: [UInt64] = []
    slots.reserveLargePages(size)
    slots.append(contentsOf: repeatElement(0, count: size))
    var found: [Int] = []
    for row in 0..<count {
      let own = id(row)
      if own.isNone { continue }
      let hash = IdentifierIndex.hash(own, key)
      let tag = hash & 0xFFFF_FFFF_0000_0000
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 {
        let other = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
        if slots[slot] & 0xFFFF_FFFF_0000_0000 == tag, id(other) == own {
          found.append(row)
          break
        }
        slot = (slot + 1) & mask
      }
      if slots[slot] == 0 { slots[slot] = tag | UInt64(truncatingIfNeeded: row + 1) }
    }
    return found
  }
}
