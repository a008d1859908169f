extension CommandRunner {
  /// Runs an SQL statement on the books, and prints its rows.
  func query(_ invocation: Invocation) throws {
    let (options, statement) = (invocation.options, invocation.operand ?? "")
    // A wrong statement fails before a long ledger is read.
    try LedgerQuery.check(statement)
    let ledger = try checked(invocation)
    let regime = options.booking.regime(of: ledger)
    var query = LedgerQuery(ledger, bookingOptions(options))
    query.request = try request(options, regime, ledger.tables)
    let answer = try query.answer(to: statement)
    try show(answer.report, of: answer.booked, options)
  }
}
