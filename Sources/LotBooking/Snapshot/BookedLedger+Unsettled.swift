import ExactNumbers
import LedgerModel

extension BookedLedger {
  /// How many booked groups with cash have settled neither by the day that the ledger was booked
  /// for nor are pending, and the last day on which one of them settles; nil where there is none.
  /// A snapshot takes their cash as settled.
  public var cashSettlingLater: (groups: Int, last: Day)? {
    guard let day = options.asOf else { return nil }
    var found: (groups: Int, last: Day)?
    for record in ledger.rows.groups
    where record.counts && record.status != .pending && record.cashLegCount > 0 {
      guard ledger.tradeDay(of: record) <= day else { continue }
      let settles = ledger.settlementDay(of: record)
      if settles > day { found = ((found?.groups ?? 0) + 1, max(found?.last ?? settles, settles)) }
    }
    return found
  }
}
