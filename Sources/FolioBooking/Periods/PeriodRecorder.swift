import FolioModel
import FolioNumbers

/// Records the movements of a period.
struct PeriodRecorder {
  /// The period; nil if the ledger is booked without one.
  let period: BookingPeriod?
  /// Whether the period has begun, so that movements are recorded.
  var isRecording = false
  /// Whether the cost of lots was set to their value at the beginning of the period.
  var isRestated = false
  var book = PeriodBook()
  /// The first entry of the group that is being booked.
  private var firstEntry = 0

  init(_ period: BookingPeriod?) { self.period = period }

  mutating func beginGroup() { firstEntry = book.entries.count }

  /// The market value of units that come from outside or leave. Nil if the period needs none, or if
  /// no price is known, which is recorded.
  mutating func marketValue(
    _ instrument: InstrumentIndex, _ quantity: ExactDecimal, on day: Day
  ) -> MarketValue? {
    guard isRecording, let worth = period?.marketValue else { return nil }
    if let value = worth(instrument, quantity, day) { return value }
    book.inKindAtCost.insert(instrument)
    return nil
  }

  /// The inflows of the places of a group, less the outflows and the earnings; nil if an amount is
  /// not known in base.
  func difference() throws(ArithmeticFault) -> ExactDecimal? {
    var difference = ExactDecimal.zero
    for entry in book.entries[firstEntry...]
    where entry.kind.isFlow && entry.kind != .contribution || entry.kind.isEarned {
      guard let amount = entry.amountBase else { return nil }
      try difference.add(entry.kind.isFlow ? amount : -amount)
    }
    return difference
  }
}

extension PeriodPlace {
  init(_ lot: Lot) { self = .units(lot.instrument, lot.account) }

  init(_ leg: StockLeg) { self = .units(leg.instrument, leg.account) }
}
