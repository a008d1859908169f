/// The figures that a server keeps beside the rows of a ledger, for programs that do not book.
package struct StoredFigures: Sendable {
  /// The last day of the ledger, of which the figures are.
  package let day: Day
  /// One holding for each instrument and currency of its cost, by symbol.
  package let holdings: [Holding]

  /// - Returns: nil for a ledger without days.
  init?(_ holdings: [Holding], on day: Day?) {
    guard let day else { return nil }
    self.day = day
    self.holdings = holdings
  }
}

extension StoreContents {
  /// The figures of the whole ledger; nil if it has faults.
  package var figures: StoredFigures? {
    let check = LedgerCheck(of: StoreCheck.draft(of: [headRow] + groups.map(\.row)))
    var lean = StoreCheck.booking
    (lean.keepsPostings, lean.keepsDisposals, lean.keepsIncome) = (false, false, false)
    guard let ledger = try? check.ledger(), let books = try? BookedLedger(booking: ledger, lean),
      let holdings = try? books.holdings()
    else { return nil }
    return StoredFigures(holdings, on: ledger.lastDay)
  }
}

extension LiveStore {
  /// The figures of the ledger as it is now.
  var figures: StoredFigures? {
    StoredFigures(ledger.books.holdings, on: ledger.rows.checker.lastDay)
  }
}
