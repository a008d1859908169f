extension BookedLedger {
  /// Faults about the instruments whose open lots have no exact sum, at the group that opened the
  /// last of these lots. Booking keeps each lot by itself; only `holdings` adds them up.
  var inexactHoldings: [Diagnostic] {
    if (try? holdings()) != nil { return [] }
    let byInstrument = Dictionary(grouping: lots, by: \.instrument)
    return byInstrument.sorted { $0.key < $1.key }.compactMap { instrument, lots -> Diagnostic? in
      var part = self
      part.lots = lots
      guard (try? part.holdings()) == nil, let last = lots.map(\.group).max() else { return nil }
      return Diagnostic(
        .bookingArithmetic,
        "the units or the cost of \(symbol(of: instrument)) can't be added up exactly",
        help: Booker.exactHelp, at: ledger.rows.groups[Int(last)].position)
    }
  }

  private func symbol(of instrument: InstrumentIndex) -> String {
    ledger.tables.text(ledger.tables.instruments[Int(instrument)].symbol)
  }
}
