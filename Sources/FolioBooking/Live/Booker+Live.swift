// A booker that goes on and on: groups have numbers of their own, and the end is not known.
extension Booker {
  /// Books as if the last day were never over. Groups count as with the day that turns out to be
  /// the last one, on which all have settled that ever do.
  mutating func leaveEndOpen() {
    unsettled = options.dateBasis == .settlement ? [] : nil
    if options.asOf != nil { return }
    options.asOf = .last
    endsWithLedger = true
  }

  /// The day of the report.
  /// - Parameter lastDay: the last day of the ledger.
  func asOf(_ lastDay: Day?) -> Day? {
    endsWithLedger ? lastDay : options.asOf ?? lastDay
  }

  /// Takes a batch. Its tables may have more instruments and cash accounts than those before.
  mutating func take(_ batch: Ledger) {
    ledger = batch
    rows = batch.rows
    cash.grow(to: batch.tables.cashAccounts.count)
    positions.grow(to: batch.tables.instruments.count)
    schedule?.grow(to: batch.tables.instruments.count)
  }

  /// Books the group in a row of a batch whose groups have numbers of their own.
  mutating func book(row: Int) {
    // It is known by the number of the group, whose rows may have changed.
    tradeOfOptions = nil
    bookGroups(from: nil, before: nil, among: row..<row + 1)
  }
}
