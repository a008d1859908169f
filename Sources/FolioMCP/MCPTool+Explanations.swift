import Folio
import FolioInterchange

// The tools that explain gains, and suppose trades.
extension MCPTool {
  /// How a gain, a lot or an instrument came about.
  static var explain: MCPTool {
    MCPTool(
      "explain", title: "Explain a gain, a lot or an instrument",
      """
      Each step of the history of a gain, a lot or an instrument, with the line of the ledger and \
      the calculation. The name is the id of a group or a symbol; if it is both, the group.
      """,
      bookingParameters + [MCPParameter("name", .text, isRequired: true, "A group id or a symbol.")]
        + rowParameters,
      output: reportSchema
    ) { call in
      let source = try call.ledger()
      let ledger = try source.ledger()
      var options = try call.bookingOptions()
      (options.keepsPostings, options.keepsTrace) = (false, true)
      let name = call.text("name") ?? ""
      let subject = ExplanationSubject.named(name, in: ledger.tables).first
      guard let subject else {
        try call.check([name], "group and no symbol", ExplanationSubject.names(in: ledger.tables))
        throw MCPToolFailure("The ledger has no group and no symbol '\(name)'.")
      }
      let booked = try BookedLedger(booking: ledger, options)
      return call.answer(.explanation(of: subject, booked), of: source)
    }
  }

  /// What a trade would do.
  static var whatIf: MCPTool {
    MCPTool(
      "what_if", title: "Suppose a trade",
      """
      What a sale or a purchase would do to gains: proceeds, gain, term, deferred losses and tax \
      for each method and for the best choice of lots, with the tax windows. Nothing is written.
      """,
      bookingParameters + trade + rowParameters, output: reportSchema
    ) { call in
      let source = try call.ledger()
      let whatIf = try WhatIf(try source.read(), try call.bookingOptions())
      guard let quantity = call.decimal("quantity") else { throw MCPCall.missing("quantity") }
      var trade = SupposedTrade(
        call.choice("side") ?? .sell, call.text("symbol") ?? "", quantity: quantity)
      (trade.price, trade.fees, trade.day) = (
        call.decimal("price"), call.decimal("fees"), call.day("on")
      )
      (trade.cashAccount, trade.account) = (call.text("cash"), call.text("account"))
      let rates = try call.rates()
      let answer = try whatIf.answer(to: trade, goal: try call.goal(rates), rates: rates)
      let rows: WhatIfRows? = call.choice("rows")
      return call.answer(.whatIf(answer, rows: rows ?? .choices), of: source)
    }
  }

  private static let trade: [MCPParameter] = [
    MCPParameter("side", .choice(SupposedTrade.Side.words), isRequired: true, "Sell or buy."),
    MCPParameter("symbol", .text, isRequired: true, "The instrument."),
    MCPParameter("quantity", .decimal, isRequired: true, "The number of units."),
    MCPParameter("price", .decimal, "The price per unit; by default the last one of the ledger."),
    MCPParameter("fees", .decimal, "The fees of the trade."),
    MCPParameter("on", .day, "The day; by default the last one that counts."),
    MCPParameter("cash", .text, "The id of the cash account."),
    MCPParameter("account", .text, "The securities account."),
    MCPParameter(
      "goal", .choice(SaleGoal.Name.words),
      "What the lots are chosen for; by default each goal that needs no rates."),
    MCPParameter("tax_rate", .ratio, "The tax rate of all gains, such as 0.20 or \"20%\"."),
    MCPParameter(
      "rate_short", .ratio, "The tax rate of short-term gains under the rules us, such as 0.37."),
    MCPParameter(
      "rate_long", .ratio, "The tax rate of long-term gains under the rules us, such as 0.20."),
    MCPParameter(
      "rows", .choice(WhatIfRows.words),
      "What each row is: a choice of lots, a lot of a choice, or a gain of another group."),
  ]

  /// The losses that could be realized.
  static var harvest: MCPTool {
    MCPTool(
      "harvest", title: "Losses that could be realized",
      """
      The lots whose sale at the price of the ledger would be a loss, the part that tax rules \
      would defer, the first day on which nothing is deferred, and the day up to which nothing \
      should be bought. Nothing is written.
      """,
      bookingParameters + [
        MCPParameter("on", .day, "The day; by default the last one that counts."),
        MCPParameter("symbol", .text, "Only this instrument."),
      ] + rowParameters, output: reportSchema
    ) { call in
      let source = try call.ledger()
      let whatIf = try WhatIf(try source.read(), try call.bookingOptions())
      let harvest = try whatIf.harvest(on: call.day("on"), symbol: call.text("symbol"))
      return call.answer(.harvest(harvest), of: source)
    }
  }
}

extension MCPCall {
  fileprivate func rates() throws(MCPToolFailure) -> TaxRates? {
    let (all, short, long) = (decimal("tax_rate"), decimal("rate_short"), decimal("rate_long"))
    if all != nil, short != nil || long != nil {
      throw MCPToolFailure("tax_rate is the rate of all gains: leave it or the other rates out.")
    }
    if (short == nil) != (long == nil) {
      throw MCPToolFailure("rate_short and rate_long belong together: give both.")
    }
    return TaxRates(all: all, short: short, long: long)
  }

  fileprivate func goal(_ rates: TaxRates?) throws(MCPToolFailure) -> SaleGoal? {
    guard let name: SaleGoal.Name = choice("goal") else { return nil }
    if let goal = SaleGoal(name, rates) { return goal }
    throw MCPToolFailure(
      "The goal least-tax needs tax_rate, or rate_short and rate_long: add them.")
  }
}
