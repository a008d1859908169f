import Diagnostics

// No id twice in one table. The table of hashes is filled with 32 bits of the hash beside each
// number, so that most look-ups touch one word and never the record.
extension LedgerChecker {
  mutating func checkUniqueIDs() {
    for (earlier, later) in duplicates(of: tables.groups.count, { tables.groups[$0].id }) {
      reportDuplicate(
        "group", tables.groups[later].id, tables.groups[earlier].position,
        tables.groups[later].position)
    }
    for (earlier, later) in duplicates(of: tables.stockLegs.count, { tables.stockLegs[$0].id }) {
      reportDuplicate(
        "stock leg", tables.stockLegs[later].id, tables.stockLegs[earlier].position,
        tables.stockLegs[later].position)
    }
    for (earlier, later) in duplicates(of: tables.cashLegs.count, { tables.cashLegs[$0].id }) {
      reportDuplicate(
        "cash leg", tables.cashLegs[later].id, tables.cashLegs[earlier].position,
        tables.cashLegs[later].position)
    }
  }

  private mutating func reportDuplicate(
    _ kind: String, _ id: Identifier, _ earlier: SourcePosition, _ later: SourcePosition
  ) {
    fault(.duplicateID(kind, tables.text(id), earlier: earlier, at: later))
  }

  /// The pairs of rows with one id: the first that had it, and each later one.
  @inline(__always)
  private func duplicates(
    of count: Int, _ id: (Int) -> Identifier
  ) -> [(earlier: Int, later: Int)] {
    var size = 64
    while size < count * 2 { size *= 2 }
    let mask = size - 1
    var slots = Array(repeating: UInt64(0), count: size)
    var found: [(Int, Int)] = []
    for row in 0..<count {
      let own = id(row)
      if own.isNone { continue }
      let hash = IdentifierIndex.hash(own)
      let tag = hash & 0xFFFF_FFFF_0000_0000
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 {
        let other = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
        if slots[slot] & 0xFFFF_FFFF_0000_0000 == tag, id(other) == own {
          found.append((other, row))
          break
        }
        slot = (slot + 1) & mask
      }
      if slots[slot] == 0 { slots[slot] = tag | UInt64(truncatingIfNeeded: row + 1) }
    }
    return found
  }
}
