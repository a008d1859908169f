extension ReportKind {
  /// The holdings at cost, one row per instrument.
  public static let holdings = ReportKind(
    name: "holdings", summary: "instruments held: quantity, average cost, cost basis",
    description: "One row for each instrument, in the currency that it was paid in.",
    examples: [
      Example("Show holdings", "folio holdings ledger.json"),
      Example("At the end of a year, as JSON", "folio holdings --as-of 2024 -f json ledger.json"),
      Example("Of each ledger in a folder", "folio holdings --each file -f json portfolios"),
    ],
    refusedOptions: ["from"], needs: [.taxCosts], keptWhileStreaming: { _ in .nothing },
    source: .books { booked, request throws(ArithmeticFault) in
      try .holdings(booked, request.selection)
    })
}

extension Report {
  /// The holdings, one row per instrument, with average cost and cost basis in the currency of the
  /// purchases.
  /// - Throws: `ArithmeticFault` if a sum exceeds the precision of `ExactDecimal`.
  public static func holdings(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) throws(ArithmeticFault) -> Report {
    let selector = ResolvedSelection(selection, booked.ledger.tables)
    let fields: [ReportField<Holding>] = [
      .text("symbol", "Symbol", priority: .max, \.symbol).meaning("the instrument"),
      .text("name", "Name", priority: 10, \.name).meaning("its name"),
      .text("currency", "Cur") { $0.currency?.code }.meaning("the currency of the cost"),
      .number("quantity", "Quantity", priority: .max) { $0.quantity }
        .meaning("units; below zero if they are owed"),
      .cell("average_cost", "Average cost", .rate, displayPlaces: 6) {
        .money($0.averageCost, $0.currency)
      }.meaning("the cost of one unit, at 18 places"),
      .amount("cost_basis", "Cost basis", priority: .max, \.costBasis)
        .meaning("the cost of all units"),
    ]
    let holdings = try booked.holdings(where: selector.includes)
    return Report("holdings", "Holdings", fields, of: holdings, on: booked, in: \.currency)
  }
}
