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
  private(set) var booker: Booker
  /// The state before the first group.
  private var start: Booker
  var sums: HoldingSums
  private var checkpoints: Checkpoints
  /// The groups since the last checkpoint, with the state before each.
  private var tail: [(key: OrderKey, mark: BookerMark)] = []
  /// The last group that was booked.
  package private(set) var last: OrderKey?
  /// The number of groups.
  package private(set) var count = 0
  /// The last day on which the ledger says anything.
  package private(set) var lastDay: Day?

  /// The books of a ledger without groups.
  /// - Parameters:
  ///   - head: the tables of the ledger. All currencies and cash accounts are known from here on.
  ///   - options: how to book. Neither the journal nor income is kept.
  ///   - distance: the number of groups after which the state is kept, to go back to it.
  /// - Throws: if its rules look ahead: those of the United Kingdom and Canada.
  package init(
    _ head: Ledger, _ options: BookingOptions, distance: Int = 1024
  ) throws(NeedsWholeLedger) {
    var kept = options
    (kept.keepsPostings, kept.keepsIncome, kept.keepsMovements) = (false, false, false)
    kept.keepsTrace = false
    let rules = options.taxRules(of: head)
    guard rules == .none || rules == .us else { throw NeedsWholeLedger() }
    var booker = Booker(head, kept, rules.rules(for: head, kept), isWhole: false)
    booker.leaveEndOpen()
    booker.warnOfOverriddenChoices(options)
    booker.beginUndo()
    guard let sums = try? HoldingSums(booker) else { throw NeedsWholeLedger() }
    (self.booker, start, self.sums) = (booker, booker, sums)
    checkpoints = Checkpoints(distance: distance)
    lastDay = head.lastDay
  }

  /// Goes on from a state. Gains before it do not change any more.
  mutating func goOn(from state: Booker, _ place: StatePlace) throws(ArithmeticFault) {
    booker = state
    booker.forgetMarks()
    sums = try HoldingSums(booker)
    (last, count, lastDay) = (place.last, place.count, place.lastDay)
    checkpoints.append(
      Checkpoints.Checkpoint(key: place.last, count: place.count, booker: booker))
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
    /// The books of the whole ledger have to be made anew. The change left no trace.
    case needsWhole(Reason)
  }

  /// Why the whole ledger has to be booked.
  package enum Reason: String, Sendable, CaseIterable {
    /// A currency is new.
    case currency
    /// Sums of lots can't be kept exactly.
    case inexactSums
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
    keepCheckpoint()
    let before = EndOfBooks(self)
    let (oldLast, oldLastDay, oldCount, oldTail) = (last, self.lastDay, count, tail.count)
    let (mark, oldBatch) = (booker.setMark(), booker.ledger)
    book(batch, numbers, keepsCheckpoints: false)
    self.lastDay = lastDay
    let faults = booker.faults
    let change = faults.isEmpty ? try? change(since: mark, before) : nil
    if let change { return .booked(change) }
    booker.undo(to: mark)
    // Instruments that only this change names may not stay.
    booker.take(oldBatch)
    tail.removeLast(tail.count - oldTail)
    (last, self.lastDay, count) = (oldLast, oldLastDay, oldCount)
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
  ///     at the end. From the beginning, the place is nil.
  package mutating func rebook(
    from key: OrderKey, lastDay: Day?, rates: Ledger? = nil,
    rows: (_ after: OrderKey?) throws -> (batch: Ledger, numbers: [GroupIndex])?
  ) rethrows -> Outcome {
    let before = self
    if let rates { takeRates(of: rates) }
    goBack(before: key)
    let gains = booker.booked.disposals.endIndex
    self.lastDay = lastDay
    do {
      while let (batch, numbers) = try rows(last) {
        if let reason = reasonForWhole(batch) {
          self = before
          return .needsWhole(reason)
        }
        book(batch, numbers, keepsCheckpoints: true)
        if booker.faults.isEmpty { continue }
        let faults = booker.faults
        self = before
        return .refused(faults)
      }
    } catch {
      self = before
      throw error
    }
    if let sums = try? HoldingSums(booker) {
      self.sums = sums
      return .booked(change(from: before, keeping: gains))
    }
    self = before
    return .needsWhole(.inexactSums)
  }

  /// The groups before the place where it matters were booked with the same answers.
  private mutating func takeRates(of ledger: Ledger) {
    booker.rates.renew(ledger)
    start.rates.renew(ledger)
    checkpoints.renewRates(ledger)
  }

  private func reasonForWhole(_ batch: Ledger) -> Reason? {
    batch.tables.currencies.all.count == start.tables.currencies.all.count ? nil : .currency
  }

  private mutating func book(
    _ batch: Ledger, _ numbers: [GroupIndex], keepsCheckpoints: Bool
  ) {
    var batch = batch
    batch.numbers = numbers
    booker.take(batch)
    for (row, number) in numbers.enumerated() {
      if keepsCheckpoints { keepCheckpoint() }
      let key = OrderKey(batch.rows.groups[row].occurredAt, number)
      tail.append((key, booker.setMark()))
      booker.book(row: row)
      (last, count) = (key, count + 1)
      if !booker.faults.isEmpty { return }
    }
  }

  /// Makes a checkpoint if there was none for a while.
  private mutating func keepCheckpoint() {
    guard tail.count >= checkpoints.distance, let last else { return }
    tail.removeAll(keepingCapacity: true)
    booker.forgetMarks()
    checkpoints.append(Checkpoints.Checkpoint(key: last, count: count, booker: booker))
  }

  /// Goes back to the state before a place.
  private mutating func goBack(before key: OrderKey) {
    let newest = booker.ledger
    if let checkpoint = checkpoints.last, checkpoint.key >= key {
      checkpoints.drop(from: key)
      tail = []
      booker = checkpoints.last?.booker ?? start
    } else {
      let place = tail.partitioningIndex { $0.key >= key }
      if place < tail.count { booker.undo(to: tail[place].mark) }
      tail.removeLast(tail.count - place)
    }
    booker.take(newest)
    last = tail.last?.key ?? checkpoints.last?.key
    count = (checkpoints.last?.count ?? 0) + tail.count
  }
}
