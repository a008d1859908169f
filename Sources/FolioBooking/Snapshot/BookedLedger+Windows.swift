/// What a snapshot needs to know of the days before it, under the rules of a country.
struct SnapshotNeeds: Sendable {
  /// Whether lots say that they may still replace units sold at a loss.
  var marksReplacements = false
  /// Whether the acquisitions before the cut still count after it.
  var countsAcquisitions = false
  /// Whether a later purchase may change a disposal.
  var mayChange: @Sendable (BookedLedger, _ disposal: Int) -> Bool = { _, _ in false }
}

// Under tax rules a trade affects others for some days. A snapshot has the acquisitions, but not
// the disposals. There is no snapshot if a later purchase could still change a gain before the cut,
// or if the cut would divide the acquisitions that count.
extension BookedLedger {
  func checkWindows(_ day: Day) throws(SnapshotFault) {
    guard let regime, let window = regime.window else { return }
    if regime.snapshot.countsAcquisitions { try checkAcquisitions(day, window.after) }
    for number in disposals.indices where regime.snapshot.mayChange(self, number) {
      let row = disposals[number]
      try check(row.instrument, row.disposed, day, window.after)
    }
  }

  /// Whether all units of a disposal were replaced.
  func isAllReplaced(_ disposal: Int) -> Bool {
    (try? deferredLosses(of: disposal).sum(of: \.quantity)) == disposals[disposal].quantity
  }

  private func checkAcquisitions(_ day: Day, _ window: Int32) throws(SnapshotFault) {
    for record in ledger.rows.groups where record.counts && ledger.tradeDay(of: record) <= day {
      for leg in ledger.rows.stockLegs[record.stockLegs]
      where leg.type.isPurchase || leg.type == .stockDividend || isReceipt(leg, record) {
        try check(
          leg.instrument, record.settledAt?.day ?? leg.settlementDay, day, window)
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
    _ instrument: InstrumentIndex, _ trade: Day, _ day: Day, _ window: Int32
  ) throws(SnapshotFault) {
    let end = Day(daysSince1970: trade.daysSince1970 + window) ?? .last
    if end <= day { return }
    throw .openWindow(symbol: ledger.tables.symbol(instrument), trade: trade, until: end)
  }
}

extension Disposal {
  /// Whether the proceeds are less than the cost, in base.
  var isLoss: Bool { proceedsBase < costBase }
}
