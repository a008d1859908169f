extension ReportKind {
  /// The open lots.
  public static let lots = ReportKind(
    name: "lots", summary: "open lots, with acquisition date and cost",
    description: "The open part of each lot, by symbol, account and acquisition date.",
    examples: [
      Example("The lots of one instrument", "folio lots --symbol AAPL ledger.json")
    ],
    refusedOptions: ["from"], needs: [.taxCosts],
    optionalColumns: [Report.fairValueField { _ in nil }.column],
    keptWhileStreaming: { _ in .lotIDs },
    source: .books { booked, request in .lots(booked, request.selection) })
}

extension Report {
  /// The open lots by symbol, account and acquisition date. Short lots have negative units.
  public static func lots(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) -> Report {
    let ledger = booked.ledger
    let tables = ledger.tables
    let lots = booked.lots.filter(ResolvedSelection(selection, tables).includes)
    let areTacked = lots.contains { $0.holdingFrom != $0.acquired }
    var fields: [ReportField<Lot>] = [
      .text("symbol", "Symbol", priority: .max) { tables.symbol($0.instrument) }
        .meaning("the instrument"),
      .text("account", "Account", priority: 20) { tables.securitiesAccount($0.account) }
        .meaning("the securities account; null if it has no name"),
      .day("acquired", "Acquired", priority: .max, \.acquired)
        .meaning("the day of the acquisition"),
      .number("quantity", "Quantity", priority: .max) { $0.signedQuantity }
        .meaning("units that are left"),
      .cell("unit_cost", "Unit cost", .rate, displayPlaces: 6) {
        tables.unitCost($0.cost, of: $0.quantity, $0.currency)
      }.meaning("the cost of one unit, at 18 places, in `currency`"),
      .amount("cost_basis", "Cost basis", priority: .max) { $0.signedCost }
        .meaning("the cost of the units, in `currency`"),
      .text("currency", "Cur") { tables.currency($0.currency)?.code }
        .meaning("the currency of the cost"),
      .base("cost_basis_base", "Cost in base", priority: 50) { $0.signedCostBase }
        .meaning("the cost in the base currency"),
      .text("group_id", "Group", priority: 10) { ledger.id(of: $0.group) }
        .meaning("the group that opened the lot"),
      // Shown only if a holding period does not begin with the acquisition.
      .day("holding_from", "Held from", isInTable: areTacked, priority: 40, \.holdingFrom)
        .meaning("the first day of its holding period"),
    ]
    // Shown only if a lot was received as a gift.
    if lots.contains(where: { booked.fairValue(of: $0) != nil }) {
      fields.append(fairValueField { booked.fairValue(of: $0) })
    }
    return Report("lots", "Open lots", fields, of: lots, on: booked) {
      tables.currency($0.currency)
    }
  }

  /// What a lot was worth on the day on which it was received as a gift.
  fileprivate static func fairValueField(
    _ value: @escaping @Sendable (Lot) -> ExactDecimal?
  ) -> ReportField<Lot> {
    .amount("fair_value", "Fair value", priority: 30, isSummed: false, value)
      .meaning("of a gift: its value on its day, in `currency`")
  }
}
