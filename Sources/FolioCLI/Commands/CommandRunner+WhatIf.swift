import Folio

extension CommandRunner {
  /// Answers what a trade would do.
  func whatIf(_ invocation: Invocation) throws {
    let options = invocation.options
    let (whatIf, booked) = try whatIf(on: invocation)
    do {
      try show(report(options, whatIf), of: booked, options)
    } catch let fault as WhatIfFault {
      if case .severalAccounts = fault {
        throw CommandFailure.usage("what-if: \(fault.description) '--broker ID' names it.")
      }
      throw CommandFailure.usage("what-if: \(fault.description)")
    }
  }

  /// Reads and books the ledgers, and checks the names of the flags.
  private func whatIf(on invocation: Invocation) throws -> (WhatIf, BookedLedger) {
    var booking = bookingOptions(invocation.options)
    booking.asOf = day(invocation.options.asOf)
    let whatIf = try WhatIf(reader(invocation).reader, booking)
    let tables = whatIf.books.ledger.tables
    let symbols = tables.instruments.map { tables.text($0.symbol) }
    let supposed = invocation.options.supposed
    if let symbol = supposed.sell { try check(symbol, "--sell", "symbol", among: symbols) }
    if let symbol = supposed.buy { try check(symbol, "--buy", "symbol", among: symbols) }
    if let account = supposed.cash {
      let accounts = tables.cashAccounts.map { tables.text($0.id) }
      try check(account, "--cash", "cash account", among: accounts)
    }
    return (whatIf, whatIf.books)
  }

  private func report(_ options: Options, _ whatIf: WhatIf) throws -> Report {
    let supposed = options.supposed
    if supposed.harvest { return .harvest(try whatIf.harvest(on: day(supposed.on))) }
    let side = supposed.sell == nil ? SupposedTrade.Side.buy : .sell
    guard let quantity = supposed.quantity else { throw WhatIfFault.notPositive("quantity") }
    var trade = SupposedTrade(side, supposed.sell ?? supposed.buy ?? "", quantity: quantity)
    (trade.price, trade.fees, trade.day) = (supposed.price, supposed.fees, day(supposed.on))
    (trade.cashAccount, trade.account) = (supposed.cash, supposed.broker)
    let goal = supposed.goal.flatMap { SaleGoal($0, supposed.rates) }
    let answer = try whatIf.answer(to: trade, goal: goal, rates: supposed.rates)
    return .whatIf(answer, rows: supposed.rows ?? .choices)
  }
}
