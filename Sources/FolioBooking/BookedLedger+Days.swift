// The lots at the end of many days.
extension BookedLedger {
  /// Books a ledger once and hands over the lots that are open at the end of each of some days, in
  /// order of the days.
  ///
  /// The books of a day have only their lots and options. Under tax rules, by settlement date and
  /// if trade dates contradict the order of booking, later groups may change earlier ones; then the
  /// ledger is booked for each day.
  /// - Throws: every fault that booking finds, and the errors of the body.
  package static func forEachDay(
    _ days: Set<Day>, of ledger: Ledger, _ options: BookingOptions,
    _ body: (Day, BookedLedger) throws -> Void
  ) throws {
    var lean = options.lean
    lean.keepsMovements = false
    guard options.regime(of: ledger) == nil, options.dateBasis == .trade,
      ledger.isInOrderOfTradeDays
    else {
      for day in days.sorted() {
        lean.asOf = day
        try body(day, BookedLedger(booking: ledger, lean))
      }
      return
    }
    lean.asOf = days.max()
    var booker = Booker(ledger, lean)
    var next = 0
    for day in days.sorted() {
      let end = (next..<ledger.rows.groups.count).partitioningIndex {
        ledger.tradeDay(of: ledger.rows.groups[Int(ledger.group(at: $0))]) > day
      }
      booker.bookGroups(from: nil, before: nil, among: next..<end)
      next = end
      if !booker.faults.isEmpty {
        throw LedgerFaults(booker.faults, sources: ledger.tables.sources)
      }
      var books = BookedLedger(ledger, booker.options)
      books.options.asOf = day
      books.lots = booker.finish(ledger).booked.lots
      try body(day, books)
    }
  }
}

extension BookedLedger {
  /// The same books at the end of a later day, if they have all groups of the ledger: nothing
  /// happens after the last of them. Books that end earlier stay as they are.
  package func lasting(until day: Day?) -> BookedLedger {
    guard let day, let end = options.asOf, let last = ledger.lastDay, last <= end, end < day else {
      return self
    }
    var books = self
    books.options.asOf = day
    return books
  }
}

extension Ledger {
  /// Whether no group has an earlier day than one that is booked before it.
  fileprivate var isInOrderOfTradeDays: Bool {
    var last = Day.first
    for position in rows.groups.indices {
      let day = tradeDay(of: rows.groups[Int(group(at: position))])
      if day < last { return false }
      last = day
    }
    return true
  }
}
