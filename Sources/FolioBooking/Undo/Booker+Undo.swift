import FolioDiagnostics
import FolioModel

/// A point of booking, between two groups, to which a booker can go back.
///
/// Small values are kept as they were. What only grows is cut back to its length. Lots, positions
/// and cash are large, and each group changes a few of them: they record what they were
/// (`ChangeLog`). Nothing is kept of values that are set anew for each group.
struct BookerMark {
  let lots: Int
  let positions: Int
  let cash: Int
  let booked: BookedLedger.Mark
  fileprivate let faults: Int
  let pending: Int
  fileprivate let unsettled: Set<GroupIndex>?
  fileprivate let madeLots: DerivedLotCounts
  fileprivate let overdrafts: [Overdraft]
  fileprivate let overdrawnAccounts: Set<CashAccountIndex>
  fileprivate let lacksNames: Bool
  fileprivate let leavesOutSales: Bool
  fileprivate let sumsPostings: Bool
  fileprivate let gifts: [UInt32: GiftBasis]
  fileprivate let doubtful: Set<InstrumentIndex>
  fileprivate let missingRates: [CurrencyIndex: RateFinder.MissingRate]
  fileprivate let premiums: [Premium]
  fileprivate let schedule: MethodSchedule?
  let rules: TaxRuleMark?
  fileprivate let hasLateEvents: Bool
  fileprivate let asksForScope: Bool
}

// Going back. A trace and a period, which only reports have, can't be taken back.
extension Booker {
  /// Records changes from now on, so that marks can be set.
  mutating func beginUndo() {
    lots.beginLog()
    positions.beginLog()
    cash.beginLog()
    rules?.beginLog()
  }

  /// Forgets all marks.
  mutating func forgetMarks() {
    lots.restartLog()
    positions.restartLog()
    cash.restartLog()
    booked.forgetMarks()
    rules?.beginLog()
  }

  /// Sets a mark.
  mutating func setMark() -> BookerMark {
    BookerMark(
      lots: lots.setMark(), positions: positions.setMark(), cash: cash.setMark(),
      booked: booked.setMark(), faults: faults.count, pending: pending.count,
      unsettled: unsettled, madeLots: madeLots, overdrafts: overdrafts,
      overdrawnAccounts: overdrawnAccounts, lacksNames: lacksNames,
      leavesOutSales: leavesOutSales, sumsPostings: sumsPostings, gifts: gifts,
      doubtful: doubtful, missingRates: rates.missing, premiums: premiums, schedule: schedule,
      rules: rules?.setMark(), hasLateEvents: hasLateEvents, asksForScope: asksForScope)
  }

  /// Takes back the groups that were booked after a mark. Marks that were set after it are void.
  mutating func undo(to mark: BookerMark) {
    lots.undo(to: mark.lots, &positions)
    positions.undo(to: mark.positions)
    cash.undo(to: mark.cash)
    booked.undo(to: mark.booked)
    faults.shorten(to: mark.faults)
    pending.shorten(to: mark.pending)
    unsettled = mark.unsettled
    (madeLots, gifts, doubtful) = (mark.madeLots, mark.gifts, mark.doubtful)
    (overdrafts, overdrawnAccounts) = (mark.overdrafts, mark.overdrawnAccounts)
    (lacksNames, leavesOutSales) = (mark.lacksNames, mark.leavesOutSales)
    (sumsPostings, asksForScope) = (mark.sumsPostings, mark.asksForScope)
    rates.missing = mark.missingRates
    (premiums, schedule, hasLateEvents) = (mark.premiums, mark.schedule, mark.hasLateEvents)
    if let rulesBefore = mark.rules { rules?.undo(to: rulesBefore) }
    // It is known by the number of the group, which another group may get.
    tradeOfOptions = nil
  }
}

extension Array {
  /// Drops the elements after the first `count`.
  mutating func shorten(to count: Int) { removeLast(self.count - count) }
}
