import FolioModel
import FolioNumbers

/// Books a ledger batch by batch: each batch is forgotten when it is booked, and what is kept is
/// what a report shows.
///
/// It does what `BookedLedger(booking:)` does, for ledgers that are booked by plain rules and trade
/// date, and in which no leg names the group of another. Of all others, and of faults, it says that
/// they have to be booked as a whole.
public struct BatchBooking {
  /// What of the groups outlives their batch: the ids of those that reports name, 20 bytes each.
  public struct Kept: OptionSet, Sendable {
    /// The bits.
    public var rawValue: UInt8

    /// What the bits say.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Nothing: reports that name no group.
    public static var nothing: Kept { [] }
    /// The ids of groups that opened a lot which is open in the end.
    public static var lotIDs: Kept { Kept(rawValue: 1) }
    /// The ids of groups that disposed of units.
    public static var gainIDs: Kept { Kept(rawValue: 2) }
    /// All ids that a report may name.
    public static var ids: Kept { [.lotIDs, .gainIDs] }
  }

  private var booker: Booker
  private let kept: Kept
  private let currencies: Int
  /// The ids of groups that may have lots that are still open, and of those that have gains.
  private var lotIDs = GroupIDs()
  private var gainIDs = GroupIDs()
  /// How many ids of the first kind there may be before it is looked which are still of use.
  private var lotIDLimit = 64
  private var groups = 0

  /// The most groups that are numbered, as in a ledger that is read as a whole, which says so.
  private static let groupLimit = 0x7FFF_FFFF

  /// Makes ready to book.
  /// - Parameters:
  ///   - head: the ledger without its groups.
  ///   - options: how to book. Of the journal only its sums are kept.
  /// - Returns: nil where the ledger has to be booked as a whole.
  public init?(_ head: Ledger, _ options: BookingOptions, keeping kept: Kept) {
    let rules = options.taxRules ?? head.tables.settings.taxRules ?? TaxRules.none
    guard rules == .none, options.dateBasis == .trade, !options.keepsMovements,
      !options.keepsTrace
    else { return nil }
    booker = Booker(head, options)
    guard booker.schedule == nil else { return nil }
    booker.count(upTo: options.asOf)
    currencies = head.tables.currencies.all.count
    if options.keepsPostings {
      booker.sumsPostings = true
      booker.booked.journalSums = JournalSums(currencies: currencies)
    }
    self.kept = kept
  }

  /// Books the next groups.
  /// - Returns: false where the ledger has to be booked as a whole.
  public mutating func book(_ batch: Ledger) -> Bool {
    groups += batch.rows.groups.count
    guard groups <= Self.groupLimit, batch.tables.currencies.all.count == currencies,
      canBeAlone(batch)
    else { return false }
    booker.take(batch)
    let before = booker.booked.disposals.count
    booker.bookGroups(from: nil, before: nil)
    if kept.contains(.gainIDs) { keepGainIDs(batch, from: before) }
    if kept.contains(.lotIDs) { keepLotIDs(batch) }
    return booker.faults.isEmpty && hasSums
  }

  /// Keeps the ids of the groups of a batch that disposed of units.
  private mutating func keepGainIDs(_ batch: Ledger, from first: Int) {
    for place in first..<booker.booked.disposals.count {
      let group = booker.booked.disposals[place].group
      gainIDs.append(group, batch.rows.groups[Int(group &- booker.batchStart)].id)
    }
  }

  /// Keeps the ids of the groups of a batch that may have opened lots, and forgets, when there are
  /// twice as many as before, those whose lots are gone.
  private mutating func keepLotIDs(_ batch: Ledger) {
    for (number, group) in batch.rows.groups.enumerated() where group.stockLegCount > 0 {
      lotIDs.append(booker.batchStart &+ GroupIndex(truncatingIfNeeded: number), group.id)
    }
    if lotIDs.count < lotIDLimit { return }
    lotIDs = lotIDs.among(openers)
    lotIDLimit = max(lotIDLimit, 2 * lotIDs.count)
  }

  /// The groups that opened the lots that are open, in ascending order.
  private var openers: [GroupIndex] {
    booker.lots.lazy.filter { !$0.quantity.isZero }.map(\.group).sorted()
  }

  /// Whether the groups need nothing of those of other batches. What is pending needs the last
  /// day of the ledger, where the report names none; and its text, where it may be warned of: that
  /// of a long id comes only with the whole.
  private func canBeAlone(_ batch: Ledger) -> Bool {
    if batch.rows.details.contains(where: { !$0.lots.isEmpty }) { return false }
    if booker.options.excludesPending { return true }
    let needsLastDay = booker.options.asOf == nil
    return !batch.rows.groups.contains {
      $0.status == .pending && $0.counts && (needsLastDay || batch.tables.text($0.id).isEmpty)
    }
  }

  /// Whether the sums of the journal, where they are asked for, are exact so far.
  private var hasSums: Bool { booker.options.keepsPostings == booker.sumsPostings }

  /// The books of all groups.
  /// - Parameter ledger: the whole ledger, without its groups.
  /// - Returns: nil where the ledger has to be booked as a whole.
  public consuming func finish(_ ledger: Ledger) -> BookedLedger? {
    var ledger = ledger
    if kept.contains(.lotIDs) { lotIDs = lotIDs.among(openers) }
    ledger.groupIDs = lotIDs.merged(gainIDs)
    booker.end(ledger)
    booker.addUpCash()
    guard booker.faults.isEmpty else { return nil }
    return booker.finish()
  }
}
