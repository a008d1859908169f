import FolioModel
import FolioNumbers

// Under tax rules a trade affects others for 30 days. A snapshot has the acquisitions, but not the
// disposals. There is no snapshot if a later purchase could still change a gain before the cut, or
// if the cut would divide the acquisitions that Canada counts.
extension BookedLedger {
  func checkWindows(_ day: Day) throws(SnapshotFault) {
    switch options.taxRules ?? .none {
    case .none: return
    case .us:
      try checkDisposals(day) { $1.mayBeWashSale && $1.isLoss && !isAllReplaced($0) }
    case .uk: try checkDisposals(day) { !$1.cause.endsShort && $1.cause != .deemedDisposition }
    case .ca:
      try checkAcquisitions(day)
      try checkDisposals(day) {
        !$1.cause.endsShort && $1.cause != .deemedDisposition && (!$1.hasBase || $1.isLoss)
      }
    }
  }

  private func checkDisposals(
    _ day: Day, _ isAffected: (Int, Disposal) -> Bool
  ) throws(SnapshotFault) {
    for (number, row) in disposals.enumerated() where isAffected(number, row) {
      try check(row.instrument, row.disposed, day)
    }
  }

  /// Whether all units of a disposal were replaced.
  private func isAllReplaced(_ disposal: Int) -> Bool {
    (try? deferredLosses(of: disposal).sum(of: \.quantity)) == disposals[disposal].quantity
  }

  private func checkAcquisitions(_ day: Day) throws(SnapshotFault) {
    for record in ledger.rows.groups where record.counts && ledger.tradeDay(of: record) <= day {
      for leg in ledger.rows.stockLegs[record.stockLegs]
      where leg.type.isPurchase || leg.type == .stockDividend || isReceipt(leg, record) {
        try check(leg.instrument, record.settledAt?.day ?? leg.settlementDay, day)
      }
    }
  }

  /// Whether units came from outside that count as acquired on that day.
  private func isReceipt(_ leg: StockLeg, _ group: GroupRecord) -> Bool {
    leg.type == .transferIn && group.type != .openingBalance
      && ledger.rows.detail(of: leg)?.lots.contains { $0.acquired == leg.tradeDay } == true
  }

  /// Throws if the window after a trade is still open at the end of a day.
  private func check(
    _ instrument: InstrumentIndex, _ trade: Day, _ day: Day
  ) throws(SnapshotFault) {
    let end = Day(daysSince1970: trade.daysSince1970 + WashSales.window) ?? .last
    if end <= day { return }
    throw .openWindow(symbol: ledger.tables.symbol(instrument), trade: trade, until: end)
  }
}

extension Disposal {
  fileprivate var isLoss: Bool { proceedsBase < costBase }
}
