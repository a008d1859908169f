import FolioDiagnostics
import FolioModel
import FolioNumbers

/// The books of a ledger that changes: after each change they are what booking the whole ledger
/// would give, and a change costs what it affects.
///
/// The state is that of an ordinary booker after the last group. A new group at the end is booked
/// on; a fault takes it back. A change in the past goes back to the state before it, and books all
/// that follows again. A copy is a snapshot: it costs nothing until one of both changes.
///
/// They do not have the rows of the groups. Whoever changes them checks the new rows, and hands
/// over those that have to be booked again.
package struct LiveBooks: Sendable {
  var main: LiveBooker
  /// The same groups booked without rules, which shows them the timelines of the instruments; nil
  /// unless they look ahead.
  var timeline: LiveBooker?
  /// The number of events of each instrument that the plans have, if the timeline has more; none of
  /// an instrument that has to be planned anew.
  var planned: [Int]?
  var sums: HoldingSums
  /// The last day on which the ledger says anything.
  package internal(set) var lastDay: Day?

  var booker: Booker { _read { yield main.booker } }
  /// The last group that was booked.
  package var last: OrderKey? { main.last }
  /// The number of groups.
  package var count: Int { main.count }

  /// The books of a ledger without groups.
  /// - Parameters:
  ///   - head: the tables of the ledger. All currencies and cash accounts are known from here on.
  ///   - options: how to book. Neither the journal nor income is kept.
  ///   - distance: the number of groups after which the state is kept, to go back to it.
  /// - Throws: if sums of nothing can't be kept.
  package init(
    _ head: Ledger, _ options: BookingOptions, distance: Int = 1024
  ) throws(NeedsWholeLedger) {
    var kept = options
    (kept.keepsPostings, kept.keepsIncome, kept.keepsMovements) = (false, false, false)
    kept.keepsTrace = false
    let rules = options.taxRules(of: head)
    var booker = Booker(head, kept, rules.rules(for: head, kept), isWhole: false)
    booker.warnOfOverriddenChoices(options)
    main = LiveBooker(booker, distance: distance)
    timeline = rules.recorder(for: head).map {
      LiveBooker(Booker(head, kept.lean, $0, isWhole: false), distance: distance)
    }
    guard let sums = try? HoldingSums(main.booker) else { throw NeedsWholeLedger() }
    self.sums = sums
    lastDay = head.lastDay
  }

  // MARK: Reading

  /// The names of instruments, accounts and currencies.
  package var tables: LedgerTables { booker.tables }

  /// The instruments in the order of their symbols.
  package var instruments: [InstrumentIndex] { sums.order }

  /// The realized gains, in order of booking.
  package var gains: Disposals { booker.booked.disposals }

  /// One holding for each instrument and currency of its cost, by symbol. Short positions are
  /// separate.
  package var holdings: [Holding] { sums.all }

  /// The holdings of an instrument: more than one if its lots have costs in several currencies.
  package func holdings(of instrument: InstrumentIndex) -> [Holding] {
    sums.holdings(of: instrument)
  }

  /// The open lots of an instrument, by account, day acquired, then order of booking.
  package func lots(of instrument: InstrumentIndex) -> [Lot] {
    booker.lotsInOrder(of: instrument)
  }

  /// The balance of each cash account, in the order of the accounts.
  package var cash: [CashBalance] { booker.cash.closed().balances }

  /// The books with the gains and the deferred losses of all groups, and without lots, cash and
  /// warnings. It costs nothing.
  /// - Parameter whole: the whole ledger.
  package func gains(_ whole: Ledger) -> BookedLedger {
    var booked = booker.booked
    booked.ledger = whole
    return booked
  }

  /// The books of all groups, for any report that needs neither the journal nor income. It costs as
  /// much as there are open lots.
  /// - Parameter whole: the whole ledger, with or without its groups.
  package func booked(_ whole: Ledger) -> BookedLedger {
    var booked = booker.finish(whole).booked
    booked.warnings = whole.warnings + booked.warnings
    return booked
  }
}

// Changes.
extension LiveBooks {
  /// What came of a change.
  package enum Outcome: Sendable {
    /// It was booked.
    case booked(BookingChange)
    /// It has faults, up to those of the first group that has any, and left no trace. Remedies that
    /// list lots lack the ids of groups that were booked before: the whole ledger has them.
    case refused([Diagnostic])
    /// Under rules that look ahead, groups at the end affect some before them: they have to be
    /// booked by `rebook`. They left no trace.
    case affectsEarlier
    /// The books of the whole ledger have to be made anew. The change left no trace.
    case needsWhole(Reason)
  }

  /// Why the whole ledger has to be booked.
  package enum Reason: String, Sendable, CaseIterable {
    /// A currency is new.
    case currency
    /// Sums of lots can't be kept exactly.
    case inexactSums
    /// Options are exercised under rules that look ahead, which need their premiums before.
    case premiums
    /// Looking ahead has faults: booking, which has them too, words them.
    case timeline
  }

  /// Books groups that come after all others.
  /// - Parameters:
  ///   - batch: the checked groups, in order of booking.
  ///   - numbers: their numbers in the ledger.
  ///   - lastDay: the last day of the ledger with them.
  package mutating func append(
    _ batch: Ledger, _ numbers: [GroupIndex], lastDay: Day?
  ) -> Outcome {
    if let reason = reasonForWhole(batch) { return .needsWhole(reason) }
    let ahead = timeline?.setPoint()
    if let ahead, let end = lookAhead(batch, numbers, since: ahead) {
      lookBack(to: ahead)
      return end
    }
    let before = end
    let (point, oldLastDay) = (main.setPoint(), self.lastDay)
    main.book(batch, numbers, keepsCheckpoints: false)
    self.lastDay = lastDay
    let faults = main.booker.faults
    let change = faults.isEmpty ? try? change(since: point.mark, before) : nil
    if let change { return .booked(change) }
    main.undo(to: point)
    self.lastDay = oldLastDay
    if let ahead { lookBack(to: ahead) }
    if !faults.isEmpty { return .refused(faults) }
    sums = (try? HoldingSums(booker)) ?? sums
    return .needsWhole(.inexactSums)
  }

  /// Books all groups from a place on again, after some of them changed.
  /// - Parameters:
  ///   - key: the first place that is different, before or after the change.
  ///   - lastDay: the last day of the ledger.
  ///   - rates: the ledger with its new exchange rates, if these changed.
  ///   - rows: returns the next groups after a place, in order of booking, with their numbers; nil
  ///     at the end. From the beginning, the place is nil. Under rules that look ahead it is asked
  ///     for the same groups twice, and for groups before `key`.
  ///   - visit: is called now and then, with books of the groups so far.
  package mutating func rebook(
    from key: OrderKey, lastDay: Day?, rates: Ledger? = nil, rows: RowsAfter,
    visit: (LiveBooks) -> Void = { _ in }
  ) rethrows -> Outcome {
    let before = self
    if let rates { takeRates(of: rates) }
    do {
      var (start, end) = (key, Outcome?.none)
      if timeline != nil { (start, end) = try lookAhead(from: key, rows) }
      if let end {
        self = before
        return end
      }
      var touched = main.touched(from: start)
      main.goBack(before: start)
      let gains = booker.booked.disposals.endIndex
      self.lastDay = lastDay
      while end == nil, let (batch, numbers) = try rows(last) {
        end = book(batch, numbers)
        visit(self)
      }
      touched = touched?.union(main.touched(from: start))
      if end == nil, let change = try? change(from: before, touched, keeping: gains) {
        return .booked(change)
      }
      self = before
      return end ?? .needsWhole(.inexactSums)
    } catch {
      self = before
      throw error
    }
  }

  /// The next groups after a place, in order of booking, with their numbers; nil at the end.
  package typealias RowsAfter =
    (_ after: OrderKey?) throws -> (batch: Ledger, numbers: [GroupIndex])?

  /// The groups before the place where it matters were booked with the same answers.
  private mutating func takeRates(of ledger: Ledger) {
    main.takeRates(of: ledger)
    timeline?.takeRates(of: ledger)
  }

  func reasonForWhole(_ batch: Ledger) -> Reason? {
    let known = main.booker.tables.currencies.all.count
    return batch.tables.currencies.all.count == known ? nil : .currency
  }
}
