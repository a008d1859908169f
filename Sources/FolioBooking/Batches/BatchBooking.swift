import FolioModel
import FolioNumbers

/// Books a ledger in batches, and discards each batch after booking it. Only the data that a report
/// shows is kept.
///
/// The books are those of `BookedLedger(booking:)`. It works for plain rules, by trade date, if no
/// leg names the group of another, and if there are no faults. Otherwise its functions throw
/// `NeedsWholeLedger`.
public struct BatchBooking {
  /// The groups whose ids are retained after their batch, because reports show them: 20 bytes each.
  public struct RetainedIDs: OptionSet, Sendable {
    /// One bit for each kind of group.
    public var rawValue: UInt8

    /// A set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Nothing: reports that name no group.
    public static var nothing: RetainedIDs { [] }
    /// The ids of groups that opened a lot which is open in the end.
    public static var lotIDs: RetainedIDs { RetainedIDs(rawValue: 1) }
    /// The ids of groups that disposed of units.
    public static var gainIDs: RetainedIDs { RetainedIDs(rawValue: 2) }
    /// All ids that a report may name.
    public static var ids: RetainedIDs { [.lotIDs, .gainIDs] }
  }

  private var booker: Booker
  private let kept: RetainedIDs
  private let currencies: Int
  /// The ids of groups that may have lots that are still open, and of those that have gains.
  private var lotIDs = GroupIDs()
  private var gainIDs = GroupIDs()
  /// The number of ids of the first kind at which unused ones are dropped.
  private var lotIDLimit = 64
  private var groups = 0

  /// The most groups that are numbered, as in a ledger that is read as a whole, which says so.
  private static let groupLimit = 0x7FFF_FFFF

  /// - Parameters:
  ///   - head: the ledger without its groups.
  ///   - options: how to book. Of the journal only the sums are kept.
  package init(
    _ head: Ledger, _ options: BookingOptions, keeping kept: RetainedIDs
  ) throws(NeedsWholeLedger) {
    booker = Booker(head, options, isWhole: false)
    self.kept = kept
    currencies = head.tables.currencies.all.count
    try require(options.taxRules(of: head) == .none)
    try require(options.dateBasis == .trade && booker.schedule == nil)
    try require(!options.keepsMovements && !options.keepsTrace)
    if options.keepsPostings {
      booker.sumsPostings = true
      booker.booked.journalSums = JournalSums()
    }
  }

  /// Books the next groups.
  package mutating func book(_ batch: Ledger) throws(NeedsWholeLedger) {
    groups += batch.rows.groups.count
    try require(groups <= Self.groupLimit && batch.tables.currencies.all.count == currencies)
    try requireIndependence(of: batch)
    let before = booker.booked.disposals.endIndex
    booker.book(batch)
    if kept.contains(.gainIDs) { keepGainIDs(batch, from: before) }
    if kept.contains(.lotIDs) { keepLotIDs(batch) }
    try require(booker.faults.isEmpty && !booker.lacksNames)
    // The sums of the journal have to be exact.
    try require(booker.options.keepsPostings == booker.sumsPostings)
  }

  /// The books of all groups.
  /// - Parameter ledger: the whole ledger, without its groups.
  package consuming func finish(_ ledger: Ledger) throws(NeedsWholeLedger) -> BookedLedger {
    var ledger = ledger
    if kept.contains(.lotIDs) { lotIDs = lotIDs.among(openers) }
    ledger.groupIDs = lotIDs.merged(gainIDs)
    var (booked, faults) = booker.finish(ledger)
    if !faults.isEmpty { throw NeedsWholeLedger() }
    // The head had no warnings; those of unknown keys come with the end.
    booked.warnings = ledger.warnings + booked.warnings
    return booked
  }

  private func require(_ condition: Bool) throws(NeedsWholeLedger) {
    if !condition { throw NeedsWholeLedger() }
  }

  /// The groups of a batch may need nothing of other batches. A pending group needs the last day of
  /// the ledger, if the report names none. It also needs the text of its id if booking may warn of
  /// it; the text of a long id comes only with the whole ledger.
  private func requireIndependence(of batch: Ledger) throws(NeedsWholeLedger) {
    try require(!batch.rows.details.contains { !$0.lots.isEmpty })
    if booker.options.excludesPending { return }
    let needsLastDay = booker.options.asOf == nil
    try require(
      !batch.rows.groups.contains {
        $0.status == .pending && $0.counts && (needsLastDay || batch.tables.text($0.id).isEmpty)
      })
  }

  /// Keeps the ids of the groups of a batch that disposed of units.
  private mutating func keepGainIDs(_ batch: Ledger, from first: Int) {
    for place in first..<booker.booked.disposals.endIndex {
      let group = booker.booked.disposals[place].group
      gainIDs.append(group, batch.rows.groups[booker.rowInBatch(of: group)].id)
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
