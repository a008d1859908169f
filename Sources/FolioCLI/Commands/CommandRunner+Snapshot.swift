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
    try write(ledger, .json)
  }

  private func ledger(
    goingOnFrom booked: BookedLedger, _ options: Options
  ) throws -> Ledger {
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
}
