/// The ids of a ledger whose groups come in batches: none may be used twice.
public struct BatchIdentifiers: Sendable {
  private var seen = SeenIdentifiers()

  /// Before the first batch.
  public init() {}

  /// Makes room for the ids of all groups, which are about so many times those of a batch.
  public mutating func expect(_ batch: Ledger, times count: Int) {
    let tables = batch.tables
    let ids = tables.groups.count + tables.stockLegs.count + tables.cashLegs.count
    let (all, isTooMany) = ids.multipliedReportingOverflow(by: max(1, count))
    // A size that is not true costs no more than that of some ten million groups.
    seen.reserve(isTooMany ? Self.mostExpected : min(all, Self.mostExpected))
  }

  private static let mostExpected = 1 << 25

  /// Takes the ids of a batch.
  /// - Returns: false where one may have been used before: the ledger has to be checked as a whole.
  public mutating func take(_ batch: Ledger) -> Bool {
    let tables = batch.tables
    seen.add(tables.groups.count, in: 1) { tables.groups[$0].id }
    seen.add(tables.stockLegs.count, in: 2) { tables.stockLegs[$0].id }
    seen.add(tables.cashLegs.count, in: 3) { tables.cashLegs[$0].id }
    return seen.commit()
  }
}
