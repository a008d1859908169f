extension CommandRunner {
  /// Runs an SQL statement on the books, and prints its rows.
  func query(_ invocation: Invocation) throws {
    let (options, statement) = (invocation.options, invocation.operand ?? "")
    // A wrong statement fails before a long ledger is read.
    try failing(options) { () throws(QueryFault) in try LedgerQuery.check(statement) }
    let ledger = try checked(invocation)
    let regime = options.booking.regime(of: ledger)
    var query = LedgerQuery(ledger, bookingOptions(options))
    query.request = try request(options, regime, ledger.tables)
    let answer = try failing(options) { [query] () throws(QueryFault) in
      try query.answer(to: statement)
    }
    try show(answer.report, of: answer.booked, options)
  }

  private func failing<Result>(
    _ options: Options, _ body: () throws(QueryFault) -> Result
  ) throws -> Result {
    do throws(QueryFault) {
      return try body()
    } catch {
      switch error {
      case .faults(let faults): throw faults
      case .arithmetic: throw CommandFailure.tooManyDigits
      case .limit(let text): throw CommandFailure.ended(ExitStatus.faults, "query: \(text)")
      case .statement, .refused, .notBuilt: throw CommandFailure.usage("query: \(error)")
      }
    }
  }
}
