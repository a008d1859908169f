import Folio

// The reports that book a period with its movements.
extension CommandRunner {
  func periodReport(_ invocation: Invocation) throws {
    let options = invocation.options
    let ledger = try checked(invocation)
    try checkNames(options, ledger)
    let rules = options.taxRules ?? ledger.tables.settings.taxRules ?? .none
    let selection = try selection(options, rules)
    let policy = PricePolicy(
      maximumAge: options.maxPriceAge, tradesCount: options.tradePrices)
    var booking = bookingOptions(options)
    // The period ends with the books, whichever of the two days is the earlier.
    if let last = selection.to { booking.asOf = min(last, day(options.asOf) ?? last) }
    let isProfit = invocation.command == .pnl
    let result = try profit(
      of: ledger, booking, from: selection.from, isProfit ? .market : .cost, invocation)
    let report: Report =
      switch invocation.command {
      case .balanceSheet: .balanceSheet(result, policy)
      case .incomeStatement: .incomeStatement(result)
      default: .profitAndLoss(result, selection, per: options.per ?? .symbol, policy)
      }
    try show(report, of: result.booked, options)
  }

  private func profit(
    of ledger: Ledger, _ booking: BookingOptions, from: Day?, _ basis: ProfitAndLoss.Basis,
    _ invocation: Invocation
  ) throws(CommandFailure) -> ProfitAndLoss {
    do {
      return try ProfitAndLoss(
        of: ledger, booking, from: from, basis, tradesCount: invocation.options.tradePrices)
    } catch {
      throw failure(error, invocation.options)
    }
  }
}
