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
      let choices = try call.choices()
      if let fault = choices.faultOfRates(ReportArgument.nameInTools) {
        throw MCPToolFailure(fault)
      }
      let supposed = choices.supposed
      var trade = supposed.trade
      (trade.side, trade.symbol) = (call.choice("side") ?? .sell, call.text("symbol") ?? "")
      (trade.quantity, trade.day) = (quantity, supposed.on?.given)
      let goal = supposed.goal.flatMap { SaleGoal($0, supposed.rates) }
      let answer = try whatIf.answer(to: trade, goal: goal, rates: supposed.rates)
      return call.answer(.whatIf(answer, rows: supposed.rows ?? .choices), of: source)
    }
  }

  private static let trade =
    [
      MCPParameter(
        "side", .choice(SupposedTrade.Side.allCases.map(\.rawValue)), isRequired: true,
        "Sell or buy."),
      MCPParameter("symbol", .text, isRequired: true, "The instrument."),
    ]
    + MCPParameter.list(ReportArgument.supposed)

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
        MCPParameter(.dayOfTrade), MCPParameter("symbol", .text, "Only this instrument."),
      ] + rowParameters, output: reportSchema
    ) { call in
      let source = try call.ledger()
      let whatIf = try WhatIf(try source.read(), try call.bookingOptions())
      let harvest = try whatIf.harvest(on: call.day("on"), symbol: call.text("symbol"))
      return call.answer(.harvest(harvest), of: source)
    }
  }
}
