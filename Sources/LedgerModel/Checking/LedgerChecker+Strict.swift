import Diagnostics

// What only --strict asks for.
extension LedgerChecker {
  mutating func checkStrictly() {
    let mentions = firstMentions()
    for (index, instrument) in tables.instruments.enumerated() where !instrument.hasMasterRow {
      fault(.noMasterRow(tables.text(instrument.symbol), at: mentions[index]))
    }
    var reported: Set<String> = []
    for column in tables.kept where !column.isKnown {
      guard let key = tables.texts[column.key], reported.insert(key).inserted else { continue }
      warn(.unknownKey(key, table: column.table, at: column.position))
    }
  }

  /// Where each instrument is mentioned first: by a stock leg, or else by a price.
  private func firstMentions() -> [SourcePosition] {
    var mentions = Array(repeating: SourcePosition.none, count: tables.instruments.count)
    func note(_ instrument: InstrumentIndex, _ position: SourcePosition) {
      guard instrument != missingIndex else { return }
      mentions[Int(instrument)] = min(mentions[Int(instrument)], position)
    }
    for leg in tables.stockLegs {
      note(leg.instrument, leg.position)
      if let detail = tables.detail(of: leg) { note(detail.newInstrument, leg.position) }
    }
    for price in tables.prices { note(price.instrument, price.position) }
    return mentions
  }
}
