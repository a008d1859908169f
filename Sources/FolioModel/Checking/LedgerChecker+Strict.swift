// The check of --strict.
extension LedgerChecker {
  mutating func checkStrictly() {
    guard strict else { return }
    let mentions = firstMentions()
    for (index, instrument) in tables.instruments.enumerated() where !instrument.hasMasterRow {
      let (position, column) = mentions[index]
      fault(noMasterRow(instrument.symbol, at: position, column))
    }
  }

  /// The position and the column of the first mention of each instrument.
  private func firstMentions() -> [(position: SourcePosition, column: String)] {
    var mentions = Array(
      repeating: (position: SourcePosition.none, column: "symbol"),
      count: tables.instruments.count)
    func note(_ instrument: InstrumentIndex, _ position: SourcePosition, _ column: String) {
      guard instrument != .missing, position < mentions[Int(instrument)].position else {
        return
      }
      mentions[Int(instrument)] = (position, column)
    }
    for leg in tables.stockLegs {
      note(leg.instrument, leg.position, "symbol")
      if let detail = tables.detail(of: leg) {
        note(detail.newInstrument, leg.position, "new_symbol")
      }
    }
    for price in tables.prices { note(price.instrument, price.position, "symbol") }
    for prices in tables.sharedPrices {
      note(prices.instrument, prices.lazy.map(\.position).min() ?? .none, "symbol")
    }
    return mentions
  }
}
