import FolioModel
import FolioNumbers

// What was held at the end of many days.
extension BookedLedger {
  /// Books a ledger once and hands over the lots that are open at the end of each of some days, in
  /// order of the days.
  ///
  /// The books of a day have their lots and options alone. Under tax rules, by settlement date and
  /// where trade dates contradict the order of booking, what comes later may change what was; then
  /// the ledger is booked for each day.
  /// - Throws: every fault that booking finds, and what the body throws.
  public static func forEachDay(
    _ days: Set<Day>, of ledger: Ledger, _ options: BookingOptions,
    _ body: (Day, BookedLedger) throws -> Void
  ) throws {
    var lean = options
    lean.keepsPostings = false
    lean.keepsDisposals = false
    lean.keepsMovements = false
    lean.keepsTrace = false
    let rules = options.taxRules ?? ledger.tables.settings.taxRules ?? TaxRules.none
    guard rules == .none, options.dateBasis == .trade, ledger.isInOrderOfTradeDays else {
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
      let end = ledger.position(after: day, from: next)
      booker.bookGroups(from: nil, before: nil, among: next..<end)
      next = end
      if !booker.faults.isEmpty {
        throw LedgerFaults(booker.faults, sources: ledger.tables.sources)
      }
      var books = BookedLedger(ledger, booker.options.asOf(day))
      books.lots = booker.openLots(of: ledger)
      try body(day, books)
    }
  }
}

extension Booker {
  /// The lots that are open now, in the order in which they are shown.
  fileprivate func openLots(of ledger: Ledger) -> [Lot] {
    let copy = self
    return copy.finish(ledger).booked.lots
  }
}

extension BookingOptions {
  /// The same for another day.
  fileprivate func asOf(_ day: Day) -> BookingOptions {
    var options = self
    options.asOf = day
    return options
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

  /// The first position from one on whose group is of a later day; the groups are in order.
  fileprivate func position(after day: Day, from first: Int) -> Int {
    (first..<rows.groups.count).partitioningIndex {
      tradeDay(of: rows.groups[Int(group(at: $0))]) > day
    }
  }
}
