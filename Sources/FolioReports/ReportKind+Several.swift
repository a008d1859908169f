extension ReportKind {
  /// Books a ledger and creates several reports of it. Reports on the books at the end of a day
  /// share one booking; those on a period book for themselves. A report that takes no first day is
  /// of the end of the period.
  /// - Returns: The reports with their books, or `nil` if one requires tax rules that are missing.
  /// - Throws: `LedgerFaults` of booking, or an `ArithmeticFault` if a sum exceeds the precision of
  ///   `ExactDecimal`.
  package static func reports(
    _ kinds: [ReportKind], on ledger: Ledger, _ options: BookingOptions, _ request: ReportRequest
  ) throws -> [(report: Report, booked: BookedLedger)]? {
    let regime = options.regime(of: ledger)
    let requests = kinds.map { kind in
      var own = request
      if kind.refusedOptions.contains("from") { own.selection.from = nil }
      return own
    }
    let bookings = zip(kinds, requests).filter { $0.0.isOfBooks }
      .map { $0.bookingOptions(options, $1, under: regime) }
    var books: [(options: BookingOptions, booked: BookedLedger)] = []
    var reports: [(report: Report, booked: BookedLedger)] = []
    for (kind, request) in zip(kinds, requests) {
      guard kind.isOfBooks else {
        guard let made = try kind.report(on: ledger, options, request) else {
          return nil
        }
        reports.append(made)
        continue
      }
      let own = kind.bookingOptions(options, request, under: regime)
      let booking = bookings.filter { $0.booksLike(own) }.reduce(own) { $0.keepingToo($1) }
      var booked = books.first { $0.options == booking }?.booked
      if booked == nil {
        let new = try BookedLedger(booking: ledger, booking)
        books.append((booking, new))
        booked = new
      }
      guard let booked, let report = try kind.report(on: booked, request) else { return nil }
      reports.append((report, booked))
    }
    return reports
  }

  private var isOfBooks: Bool { !isOfPeriod }
}

extension BookingOptions {
  /// Whether both book in the same way, apart from what they keep. By settlement date, books with
  /// movements count a group from another day.
  fileprivate func booksLike(_ other: BookingOptions) -> Bool {
    keepingToo(other) == other.keepingToo(self)
      && (dateBasis == .trade || keepsMovements == other.keepsMovements)
  }

  /// The same options, which also keep what others keep.
  fileprivate func keepingToo(_ other: BookingOptions) -> BookingOptions {
    var all = self
    all.keepsPostings = keepsPostings || other.keepsPostings
    all.keepsDisposals = keepsDisposals || other.keepsDisposals
    all.keepsIncome = keepsIncome || other.keepsIncome
    all.keepsMovements = keepsMovements || other.keepsMovements
    all.keepsTrace = keepsTrace || other.keepsTrace
    return all
  }
}
