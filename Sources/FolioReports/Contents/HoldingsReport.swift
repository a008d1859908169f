import FolioBooking
import FolioNumbers

extension ReportKind {
  /// What is held, at cost: one row for each instrument.
  public static let holdings = ReportKind(
    name: "holdings", summary: "the simple view: one row per instrument held",
    description: "Quantity, average cost and cost basis of every instrument that is held.",
    examples: [
      Example("What is held now", "folio holdings ledger.json"),
      Example("At the end of a year, as JSON", "folio holdings --as-of 2024 -f json ledger.json"),
      Example("Of each ledger in a folder", "folio holdings --each file -f json portfolios"),
    ],
    streaming: { _ in .nothing },
    source: .books { booked, request throws(ArithmeticFault) in
      try .holdings(booked, request.selection)
    })
}

extension Report {
  /// The simple view: one row for each instrument held, with its average cost and cost basis in
  /// the currency it was paid in.
  /// - Throws: `ArithmeticFault` when a sum needs more digits than an exact number has.
  public static func holdings(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) throws(ArithmeticFault) -> Report {
    let selector = Selector(selection, booked.ledger.tables)
    let holdings = try booked.holdings(where: selector.includes)
    var report = Report(
      "holdings", "Holdings", columns, on: booked, rowCount: holdings.count
    ) { row(holdings[$0]) }
    var sole = SoleCurrency()
    var cost = ColumnSum()
    for holding in holdings {
      sole.add(holding.currency)
      cost.add(holding.costBasis)
    }
    report.totals = sole.totals([("cost_basis", cost)], base: booked.baseCurrency)
    return report
  }

  private static var columns: [Column] {
    [
      Column("symbol", "Symbol", .text, priority: Column.essential),
      Column("name", "Name", .text, priority: 10),
      Column("currency", "Cur", .text),
      Column("quantity", "Quantity", .quantity, priority: Column.essential),
      Column("average_cost", "Average cost", .rate, displayPlaces: 6),
      Column("cost_basis", "Cost basis", .amount, priority: Column.essential),
    ]
  }

  private static func row(_ holding: Holding) -> [Cell] {
    let money: (ExactDecimal) -> Cell = { amount in
      holding.currency.map { .money(amount, $0) } ?? .number(amount)
    }
    return [
      .text(holding.symbol), .text(orNull: holding.name),
      .text(orNull: holding.currency?.code), .number(holding.quantity),
      money(holding.averageCost), money(holding.costBasis),
    ]
  }
}
