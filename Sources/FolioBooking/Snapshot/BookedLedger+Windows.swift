import FolioModel
import FolioNumbers

// Under tax rules a trade bears on others for 30 days. A snapshot carries what was acquired, but
// not what was disposed of: where a later purchase could still change a gain before the cut, or
// where Canada's count of what was acquired would be cut in two, there is none.
extension BookedLedger {
  func checkWindows(_ day: Day) throws(SnapshotFault) {
    switch options.taxRules ?? .none {
    case .none: return
    case .us: try checkOpenLosses(day)
    case .uk: try checkDisposals(day) { _ in true }
    case .ca:
      try checkAcquisitions(day)
      try checkDisposals(day) { !$0.hasBase || $0.proceedsBase < $0.costBase }
    }
  }

  private static var window: Int32 { 30 }

  /// Losses whose units are not all replaced.
  private func checkOpenLosses(_ day: Day) throws(SnapshotFault) {
    var replaced: [Int: ExactDecimal] = [:]
    for loss in deferredLosses {
      let sum = try? (replaced[loss.disposal] ?? .zero).adding(loss.quantity)
      replaced[loss.disposal] = sum
    }
    for (number, row) in disposals.enumerated()
    where row.isOpen(on: day, Self.window) && row.mayBeWashSale && row.proceedsBase < row.costBase {
      if replaced[number] ?? .zero == row.quantity { continue }
      throw open(row.instrument, row.disposed)
    }
  }

  private func checkDisposals(
    _ day: Day, _ counts: (Disposal) -> Bool
  ) throws(SnapshotFault) {
    for row in disposals
    where row.isOpen(on: day, Self.window) && row.cause != .cover && counts(row) {
      throw open(row.instrument, row.disposed)
    }
  }

  private func checkAcquisitions(_ day: Day) throws(SnapshotFault) {
    for record in ledger.rows.groups where record.counts && ledger.tradeDay(of: record) <= day {
      for leg in ledger.rows.stockLegs[record.stockLegs] {
        let acquires = leg.type.isPurchase || leg.type == .stockDividend
        let settled = record.settledAt?.day ?? leg.settlementDay
        guard acquires, settled.daysSince1970 > day.daysSince1970 - Self.window else {
          continue
        }
        throw open(leg.instrument, settled)
      }
    }
  }

  private func open(_ instrument: InstrumentIndex, _ trade: Day) -> SnapshotFault {
    .openWindow(
      symbol: ledger.tables.symbol(instrument), trade: trade,
      until: Day(daysSince1970: trade.daysSince1970 + Self.window) ?? .last)
  }
}

extension Disposal {
  /// Whether a window of so many days after it is still open on the evening of a day.
  fileprivate func isOpen(on day: Day, _ window: Int32) -> Bool {
    disposed.daysSince1970 > day.daysSince1970 - window
  }
}
