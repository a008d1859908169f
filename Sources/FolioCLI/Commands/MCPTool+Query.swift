extension MCPTool {
  /// SQL on the books. The command adds this tool, so that the product FolioMCP needs no SQLite.
  static var query: MCPTool {
    let names = (QuerySchema.tables.map(\.name) + QuerySchema.views.map(\.name))
      .joined(separator: ", ")
    return MCPTool(
      "query", title: "Ask the books in SQL",
      """
      Runs one SELECT statement of SQLite on the books of a ledger, for questions that no report \
      answers. The tables are \(names); 'SELECT sql FROM sqlite_schema' has their columns. A \
      column such as gain_exact has a text of exact digits: sum it with exact_sum(gain_exact), \
      and use gain, a binary number, for ORDER BY only. The statement can only read.
      """,
      bookingParameters + [
        tradePricesParameter,
        MCPParameter("sql", .longText, isRequired: true, "One SELECT statement."),
      ] + rowParameters, output: reportSchema
    ) { call in
      let source = try call.ledger()
      let statement = call.text("sql") ?? ""
      do {
        // A wrong statement fails before a long ledger is read.
        try LedgerQuery.check(statement)
        var query = LedgerQuery(try source.ledger(), try call.bookingOptions())
        query.limits = limits
        query.request.prices.tradesCount = call.flag("trade_prices")
        return call.answer(try query.answer(to: statement).report, of: source)
      } catch let fault as QueryFault {
        throw failure(fault)
      }
    }
  }

  /// Calls are answered one after the other, so that one must not hold up the others for long.
  private static var limits: QueryLimits {
    var limits = QueryLimits()
    limits.time = .seconds(20)
    limits.values = 1_000_000
    // An answer contains each text twice, and a client keeps all of it in memory.
    limits.bytes = 16 << 20
    return limits
  }

  private static func failure(_ fault: QueryFault) -> any Error {
    switch fault {
    case .faults(let faults): return faults
    case .arithmetic, .limit, .notBuilt, .refused, .statement:
      let text = "\(fault)"
      return MCPToolFailure(text.prefix(1).uppercased() + text.dropFirst())
    }
  }
}
