import Diagnostics

// What only --strict asks for.
extension LedgerChecker {
  mutating func checkStrictly() {
    for instrument in tables.instruments where !instrument.hasMasterRow {
      let mention = tables.stockLegs.first { leg in
        leg.instrument != missingIndex
          && tables.instruments[Int(leg.instrument)].symbol == instrument.symbol
      }
      fault(
        .noMasterRow(tables.text(instrument.symbol), at: mention?.position ?? instrument.position))
    }
    var reported: Set<String> = []
    for column in tables.kept where !column.isKnown {
      guard let key = tables.texts[column.key], reported.insert(key).inserted else { continue }
      warn(.unknownKey(key, table: column.table, at: column.position))
    }
  }
}
