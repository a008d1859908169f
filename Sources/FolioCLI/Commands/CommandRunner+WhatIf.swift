extension CommandRunner {
  /// Answers what a trade would do.
  func whatIf(_ invocation: Invocation) throws {
    let options = invocation.options
    let (whatIf, booked) = try whatIf(on: invocation)
    try show(report(options, whatIf), of: booked, options)
  }

  /// Reads and books the ledgers, and checks the names of the flags.
  private func whatIf(on invocation: Invocation) throws -> (WhatIf, BookedLedger) {
    var booking = bookingOptions(invocation.options)
    booking.asOf = day(invocation.options.asOf)
    let whatIf = try WhatIf(reader(invocation).reader, booking)
    try checkNames(invocation.options, whatIf.books.ledger.tables)
    return (whatIf, whatIf.books)
  }

  private func report(_ options: Options, _ whatIf: WhatIf) throws -> Report {
    let supposed = options.supposed
    if supposed.harvest { return .harvest(try whatIf.harvest(on: day(supposed.on))) }
    guard let quantity = supposed.quantity else { throw WhatIfFault.notPositive("quantity") }
    var trade = supposed.trade
    (trade.side, trade.symbol) = (
      supposed.sell == nil ? .buy : .sell, supposed.sell ?? supposed.buy ?? ""
    )
    (trade.quantity, trade.day) = (quantity, day(supposed.on))
    let goal = supposed.goal.flatMap { SaleGoal($0, supposed.rates) }
    let answer = try whatIf.answer(to: trade, goal: goal, rates: supposed.rates)
    return .whatIf(answer, rows: supposed.rows ?? .choices)
  }
}
