/// Books a ledger in batches, and discards each batch after booking it. Only the data that a report
/// shows is kept.
///
/// The books are those of `BookedLedger(booking:)`. It works for plain rules, by trade date, if no
/// leg names the group of another, and if there are no faults. Otherwise its functions throw
/// `NeedsWholeLedger`.
public struct BatchBooking {
  /// The data that is retained for reports after a batch. Each id of a group takes 20 bytes.
  public struct Retained: OptionSet, Sendable {
    /// One bit for each kind of data.
    public var rawValue: UInt8

    /// A set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Nothing: reports that name no group.
    public static var nothing: Retained { [] }
    /// The ids of groups that opened a lot which is open in the end.
    public static var lotIDs: Retained { Retained(rawValue: 1) }
    /// The ids of groups that disposed of units.
    public static var gainIDs: Retained { Retained(rawValue: 2) }
    /// All ids that a report may name.
    public static var ids: Retained { [.lotIDs, .gainIDs, .incomeIDs] }
    /// The units held by settlement date. From the first group that has not settled by the day of
    /// the report, each group is booked twice.
    public static var settledUnits: Retained { Retained(rawValue: 4) }
    /// The ids of groups that brought income.
    public static var incomeIDs: Retained { Retained(rawValue: 8) }
    /// The postings of a batch, until its rows are made. Without it, reports on the journal have
    /// its sums.
    package static var postings: Retained { Retained(rawValue: 16) }
  }

  private var booker: Booker
  /// For a period from market value, the booking of the same period from cost; one or none.
  private var fromCost: [BatchBooking] = []
  private let kept: Retained
  private let currencies: Int
  /// For a period, the number of instruments before the first group: it has prices of no others.
  private let instruments: Int?
  /// Books by settlement date, from the first batch with a group that has not settled by the day of
  /// the report. Until then both bases have the same books.
  private var settled: Booker?
  /// The splits so far, and the last trade date so far.
  private var splits = SplitBook()
  private var lastDay: Day?
  /// The ids of groups that may have lots that are still open, that have gains, and that have
  /// income.
  private var lotIDs = GroupIDs()
  private var gainIDs = GroupIDs()
  private var incomeIDs = GroupIDs()
  /// The number of ids of the first kind at which unused ones are dropped.
  private var lotIDLimit = 64
  private var groups = 0

  /// The most groups that are numbered, as in a ledger that is read as a whole, which says so.
  private static let groupLimit = 0x7FFF_FFFF

  /// - Parameters:
  ///   - head: the ledger without its groups.
  ///   - options: how to book. Of the journal only the sums are kept.
  ///   - period: the period whose movements are added up, if any.
  package init(
    _ head: Ledger, _ asked: BookingOptions, keeping kept: Retained,
    period: BookingPeriod? = nil
  ) throws(NeedsWholeLedger) {
    if let period = period?.fromCost {
      fromCost = [try BatchBooking(head, asked, keeping: .nothing, period: period)]
    }
    var (options, period) = (asked, period)
    period?.prepare(&options, of: head)
    booker = Booker(head, options, period: period, isWhole: false)
    self.kept = kept
    currencies = head.tables.currencies.all.count
    instruments = period == nil ? nil : head.tables.instruments.count
    try require(options.regime(of: head) == nil)
    try require(options.dateBasis == .trade && booker.schedule == nil)
    try require(!options.keepsMovements && !options.keepsTrace)
    // Reports on a period look for the currency of an instrument in its legs if it has none.
    try require(period == nil || head.tables.instruments.allSatisfy { $0.currency != nil })
    if options.keepsPostings, !kept.contains(.postings) {
      booker.sumsPostings = true
      booker.booked.journalSums = JournalSums()
    }
  }

  /// Books the next groups.
  package mutating func book(_ batch: Ledger) throws(NeedsWholeLedger) {
    for index in fromCost.indices { try fromCost[index].book(batch) }
    groups += batch.rows.groups.count
    try require(groups <= Self.groupLimit && batch.tables.currencies.all.count == currencies)
    try require(instruments == nil || batch.tables.instruments.count == instruments)
    try requireIndependence(of: batch)
    if booker.keepsPeriod, let firstDay = booker.recorder.period?.firstDay {
      try require(!batch.rows.groups.contains { $0.tradeDay(batch.rows) < firstDay })
    }
    try keepSplits(of: batch)
    let (disposals, income) = (booker.booked.disposals.endIndex, booker.booked.income.endIndex)
    if settled == nil, hasUnsettled(batch) { settled = settledBooker() }
    booker.book(batch)
    settled?.book(batch)
    if kept.contains(.gainIDs) { keepGainIDs(batch, from: disposals) }
    if kept.contains(.incomeIDs) { keepIncomeIDs(batch, from: income) }
    if kept.contains(.lotIDs) { keepLotIDs(batch) }
    try require(booker.faults.isEmpty && !booker.lacksNames)
    if kept.contains(.postings) { return try require(batch.hasAllNames) }
    // The sums of the journal have to be exact.
    try require(booker.options.keepsPostings == booker.sumsPostings)
  }

  /// Takes the postings of the batch that was booked last.
  /// - Returns: the books of these groups alone, numbered from 0 as in the batch.
  package mutating func takePostings(of batch: Ledger) -> BookedLedger {
    var books = BookedLedger(batch, booker.options)
    swap(&books.postings, &booker.booked.postings)
    for place in books.postings.indices {
      let row = booker.rowInBatch(of: books.postings[place].group)
      books.postings[place].group = GroupIndex(row)
    }
    return books
  }

  /// The books of all groups.
  /// - Parameter ledger: the whole ledger, without its groups.
  package consuming func finish(_ ledger: Ledger) throws(NeedsWholeLedger) -> BookedLedger {
    var ledger = ledger
    if kept.contains(.lotIDs) { lotIDs = lotIDs.among(openers) }
    ledger.groupIDs = lotIDs.merged(gainIDs).merged(incomeIDs)
    ledger.splits = splits
    let bySettlement =
      kept.contains(.settledUnits) ? (settled ?? settledBooker()).finish(ledger).booked : nil
    var (booked, faults) = booker.finish(ledger)
    if !faults.isEmpty { throw NeedsWholeLedger() }
    // The head had no warnings; those of unknown keys come with the end.
    booked.warnings = ledger.warnings + booked.warnings
    for books in fromCost { booked.booksFromCost.append(try books.finish(ledger)) }
    booked.otherBasis = bySettlement.map { [$0] } ?? []
    return booked
  }

  private func require(_ condition: Bool) throws(NeedsWholeLedger) {
    if !condition { throw NeedsWholeLedger() }
  }

  /// The groups of a batch may need nothing of other batches. A pending group needs the last day of
  /// the ledger, if the report names none. It also needs the text of its id if booking may warn of
  /// it; that of a long id is unknown if an earlier batch gave the id to something else.
  private func requireIndependence(of batch: Ledger) throws(NeedsWholeLedger) {
    try require(!batch.rows.details.contains { !$0.lots.isEmpty })
    if booker.options.excludesPending { return }
    let needsLastDay = booker.options.asOf == nil
    try require(
      !batch.rows.groups.contains {
        $0.status == .pending && $0.counts && (needsLastDay || batch.tables.text($0.id).isEmpty)
      })
  }

  /// Whether a group that counts on the day of the report has not settled by then. Without such a
  /// day the ledger ends when its last group settles.
  private func hasUnsettled(_ batch: Ledger) -> Bool {
    guard kept.contains(.settledUnits), booker.options.asOf != nil else { return false }
    var options = booker.options
    options.dateBasis = .settlement
    return batch.rows.groups.contains { $0.counts && options.isUnsettled($0, of: batch) }
  }

  /// The books so far, to go on by settlement date.
  private func settledBooker() -> Booker {
    var booker = booker
    booker.options.dateBasis = .settlement
    booker.unsettled = []
    return booker
  }

  /// Keeps the splits of a batch, which later prices need. A value within a period depends on the
  /// splits of its day, so none may come after groups of that day that are in an earlier batch.
  private mutating func keepSplits(of batch: Ledger) throws(NeedsWholeLedger) {
    var lastDay = lastDay
    var comesInTime = true
    batch.forEachLeg { leg in
      lastDay = lastDay.map { max($0, leg.tradeDay) } ?? leg.tradeDay
      guard splits.add(leg, of: batch) else { return }
      comesInTime = comesInTime && self.lastDay.map { $0 < leg.tradeDay } ?? true
    }
    try require(comesInTime || booker.recorder.period?.marketValue == nil)
    self.lastDay = lastDay
    booker.recorder.period?.splits = splits
  }

  /// Keeps the ids of the groups of a batch that disposed of units.
  private mutating func keepGainIDs(_ batch: Ledger, from first: Int) {
    for place in first..<booker.booked.disposals.endIndex {
      let group = booker.booked.disposals[place].group
      gainIDs.append(group, batch.rows.groups[booker.rowInBatch(of: group)].id)
    }
  }

  /// Keeps the ids of the groups of a batch that brought income.
  private mutating func keepIncomeIDs(_ batch: Ledger, from first: Int) {
    for income in booker.booked.income[first...] {
      incomeIDs.append(income.group, batch.rows.groups[booker.rowInBatch(of: income.group)].id)
    }
  }

  /// Keeps the ids of the groups of a batch that may have opened lots, and forgets, when there are
  /// twice as many as before, those whose lots are gone.
  private mutating func keepLotIDs(_ batch: Ledger) {
    for (number, group) in batch.rows.groups.enumerated() where group.stockLegCount > 0 {
      lotIDs.append(booker.group(inRow: number), group.id)
    }
    if lotIDs.count < lotIDLimit { return }
    lotIDs = lotIDs.among(openers)
    lotIDLimit = max(lotIDLimit, 2 * lotIDs.count)
  }

  /// The groups that opened the lots that are open, in ascending order.
  private var openers: [GroupIndex] {
    booker.lots.all.lazy.filter { !$0.quantity.isZero }.map(\.group).sorted()
  }
}
