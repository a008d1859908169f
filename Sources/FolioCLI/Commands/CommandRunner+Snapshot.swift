extension CommandRunner {
  /// Writes a ledger that continues from the closing balances of a day.
  func snapshot(_ invocation: Invocation) throws {
    let options = invocation.options
    var booking = bookingOptions(options)
    booking.keepsPostings = false
    let booked = try booked(try checked(invocation), invocation, keeping: booking)
    let ledger = try ledger(goingOnFrom: booked)
    warn(booked, options)
    try write(ledger, .json)
  }

  private func ledger(
    goingOnFrom booked: BookedLedger
  ) throws -> Ledger {
    let draft: LedgerDraft
    do {
      draft = try booked.snapshot()
    } catch {
      let day = booked.options.asOf.map { " of \($0)" } ?? ""
      throw CommandFailure.ended(ExitStatus.faults, "no snapshot\(day): \(error.message)")
    }
    return try LedgerCheck(of: draft).ledger()
  }
}
