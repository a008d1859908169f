import ExactNumbers
import LedgerModel

/// Books a ledger batch by batch: each batch is forgotten when it is booked, and what is kept is
/// what a report shows.
///
/// It does what `BookedLedger(booking:)` does, for ledgers that are booked by plain rules and trade
/// date, and in which no leg names the group of another. Of all others, and of faults, it says that
/// they have to be booked as a whole.
public struct BatchBooking {
  /// What of the groups outlives their batch.
  public enum Kept: Sendable {
    /// Nothing: reports that name no group.
    case nothing
    /// Their ids, 16 bytes each.
    case ids
  }

  private var booker: Booker<PlainRules>
  private let kept: Kept
  private let currencies: Int
  private var ids: [Identifier] = []
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
    booker = Booker(head, options, PlainRules(HoldingTimeline()))
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
    booker.bookGroups(from: nil, before: nil)
    if kept == .ids { for group in batch.rows.groups { ids.append(group.id) } }
    return booker.faults.isEmpty && hasSums
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
    ledger.groupIDs = ids
    booker.end(ledger)
    booker.addUpCash()
    guard booker.faults.isEmpty else { return nil }
    return booker.finish()
  }
}
