import Folio

extension CommandRunner {
  /// Writes the ledger that goes on from the evening of a day.
  func snapshot(_ invocation: Invocation) throws {
    let options = invocation.options
    var booking = bookingOptions(options)
    booking.keepsPostings = false
    let booked = try booked(try checked(invocation), invocation, keeping: booking)
    let ledger = try ledger(goingOnFrom: booked, options)
    warn(booked, options)
    if !options.quiet { noteUnsettled(booked) }
    try write(ledger, .json, options)
  }

  private func ledger(
    goingOnFrom booked: BookedLedger, _ options: Options
  ) throws(CommandFailure) -> Ledger {
    let draft: LedgerDraft
    do {
      draft = try booked.snapshot()
    } catch {
      let day = booked.options.asOf.map { " of \($0)" } ?? ""
      throw CommandFailure(
        text: "folio: no snapshot\(day): \(error.message)\n", status: ExitStatus.faults)
    }
    do {
      return try LedgerCheck(of: draft).ledger()
    } catch {
      throw failure(error, options)
    }
  }

  /// What has not settled on the day counts as settled in a snapshot: a report of the days until
  /// it settles shows another cash.
  private func noteUnsettled(_ booked: BookedLedger) {
    guard let unsettled = booked.cashSettlingLater else { return }
    let (count, last) = unsettled
    let groups = count == 1 ? "1 group that settles" : "\(count) groups that settle"
    surroundings.writeError(
      "folio: snapshot: the cash of \(groups) later, up to \(last), counts as settled; "
        + "before that day 'folio cash' shows less of it as pending\n")
  }
}
