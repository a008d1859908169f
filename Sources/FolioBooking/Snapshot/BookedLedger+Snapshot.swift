// Continues a ledger from a day, without the history before it.
//
// The state of the books at the end of a day consists of open lots and cash. A snapshot expresses
// both as ledger rows: one group of type `opening_balance`, whose `transfer_in` legs bring the lots
// with their days and costs, and whose deposits are the balances. Lots are still known by the
// groups that opened them; these stay as void groups without legs (Specs/decisions/snapshots.md).
extension BookedLedger {
  /// The ledger with everything up to and including the day it was booked for replaced by its
  /// opening balances, as a draft to be checked; master rows, prices and rates stay.
  ///
  /// Booked on, it has the same lots, gains and cash as the whole. Cash that has not settled on
  /// the day counts as settled, unless its group is pending.
  /// - Parameter keepingLaterGroups: whether the groups of later days stay, too.
  public func snapshot(keepingLaterGroups: Bool = false) throws(SnapshotFault) -> LedgerDraft {
    guard let day = options.asOf, options.dateBasis == .trade, !options.excludesPending,
      options.keepsDisposals
    else { throw .bookedInPart }
    let own = ledger.tables.settings.baseCurrency
    if let base = options.baseCurrency, let own, own != base { throw .otherBaseCurrency(base) }
    let groups = try groups(around: day)
    try checkWindows(day)
    var maker = SnapshotMaker(self, day)
    do {
      maker.takePrices()
      try maker.open(groups.before)
    } catch {
      throw .arithmetic
    }
    if keepingLaterGroups { maker.keep(groups.after) }
    maker.takeBalances(afterwards: keepingLaterGroups)
    return maker.draft
  }

  /// The groups that were booked, and those of later days, in order of booking.
  private func groups(
    around day: Day
  ) throws(SnapshotFault) -> (before: [GroupIndex], after: [GroupIndex]) {
    var groups: (before: [GroupIndex], after: [GroupIndex]) = ([], [])
    for position in ledger.rows.groups.indices {
      let index = ledger.group(at: position)
      let record = ledger.rows.groups[Int(index)]
      guard record.counts else { continue }
      if ledger.tradeDay(of: record) > day {
        groups.after.append(index)
      } else if let later = groups.after.last {
        let id = ledger.tables.text(ledger.rows.groups[Int(later)].id)
        throw .daysOutOfOrder(group: id)
      } else {
        groups.before.append(index)
      }
    }
    return groups
  }
}
