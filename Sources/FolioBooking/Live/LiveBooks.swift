/// The books of a ledger that changes: after each change they are what booking the whole ledger
/// would give, and a change costs what it affects.
///
/// They are a value. A change books new groups in a copy, which replaces the books if it has no
/// faults. A change in the past starts from a state that was kept before it, and books all that
/// follows again. Copies share their memory until one of them changes.
///
/// They do not have the rows of the groups. Whoever changes them checks the new rows, and hands
/// over those that have to be booked again.
package struct LiveBooks: Sendable {
  var main: LiveBooker
  var shown: LiveHoldings
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
  ///   - whole: the ledger with its groups, if these are all that come, apart from trials.
  /// - Throws: under tax rules that look ahead, if the groups are not known: a new group may change
  ///   the gains of earlier ones.
  package init(
    _ head: Ledger, _ options: BookingOptions, distance: Int = 1024, of whole: Ledger? = nil
  ) throws(NeedsWholeLedger) {
    var kept = options
    (kept.keepsPostings, kept.keepsIncome, kept.keepsMovements) = (false, false, false)
    kept.keepsTrace = false
    let regime = options.regime(of: head)
    if regime?.traits.looksAhead == true && whole == nil { throw NeedsWholeLedger() }
    var booker = Booker(head, kept, regime?.prepare(whole ?? head, kept), isWhole: false)
    booker.warnOfOverriddenChoices(options)
    main = LiveBooker(booker, distance: distance)
    guard let shown = try? LiveHoldings(main.booker) else { throw NeedsWholeLedger() }
    self.shown = shown
    lastDay = head.lastDay
  }

  // MARK: Reading

  /// The names of instruments, accounts and currencies.
  package var tables: LedgerTables { booker.tables }

  /// The instruments in the order of their symbols.
  package var instruments: [InstrumentIndex] { shown.order }

  /// The realized gains, in order of booking.
  package var gains: Disposals { booker.booked.disposals }

  /// One holding for each instrument and currency of its cost, by symbol. Short positions are
  /// separate.
  package var holdings: [Holding] { shown.all }

  /// The holdings of an instrument: more than one if its lots have costs in several currencies.
  package func holdings(of instrument: InstrumentIndex) -> [Holding] {
    shown.holdings(of: instrument)
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
    var next = self
    next.lastDay = lastDay
    next.main.book(batch, numbers)
    if !next.booker.faults.isEmpty { return .refused(next.booker.faults) }
    guard let change = try? next.change(from: self, appending: batch) else {
      return .needsWhole(.inexactSums)
    }
    self = next
    return .booked(change)
  }

  /// Books all groups from a place on again, after some of them changed.
  /// - Parameters:
  ///   - key: the first place that is different, before or after the change.
  ///   - lastDay: the last day of the ledger.
  ///   - rates: the ledger with its new exchange rates, if these changed.
  ///   - rows: returns the next groups after a place, in order of booking, with their numbers; nil
  ///     at the end. From the beginning, the place is nil.
  ///   - visit: is called now and then, with books of the groups so far.
  package mutating func rebook(
    from key: OrderKey, lastDay: Day?, rates: Ledger? = nil, rows: RowsAfter,
    visit: (LiveBooks) -> Void = { _ in }
  ) rethrows -> Outcome {
    var next = self
    // The groups before the place were booked with the same answers.
    if let rates { next.main.takeRates(of: rates) }
    next.main.goBack(before: key)
    next.lastDay = lastDay
    while let (batch, numbers) = try rows(next.last) {
      if let failure = next.book(batch, numbers) { return failure }
      visit(next)
    }
    guard let change = try? next.change(from: self, appending: nil) else {
      return .needsWhole(.inexactSums)
    }
    self = next
    return .booked(change)
  }

  /// The next groups after a place, in order of booking, with their numbers; nil at the end.
  package typealias RowsAfter =
    (_ after: OrderKey?) throws -> (batch: Ledger, numbers: [GroupIndex])?

  func reasonForWhole(_ batch: Ledger) -> Reason? {
    let known = main.booker.tables.currencies.all.count
    return batch.tables.currencies.all.count == known ? nil : .currency
  }
}
