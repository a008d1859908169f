import FolioBooking
import FolioModel
import FolioNumbers

extension ReportKind {
  /// The open lots.
  public static let lots = ReportKind(
    name: "lots", summary: "open lots, with day and cost of acquisition",
    description: "What is left of every lot, by symbol, account and day of acquisition.",
    examples: [
      Example("The lots of one instrument", "folio lots --symbol AAPL ledger.json")
    ],
    streaming: { _ in .lotIDs },
    source: .books { booked, request in .lots(booked, request.selection) })
}

extension Report {
  /// The open lots, by symbol, account and day acquired; units that are owed are below zero.
  public static func lots(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) -> Report {
    let tables = booked.ledger.tables
    let selector = Selector(selection, tables)
    let lots = booked.lots.filter(selector.includes)
    let base = booked.baseCurrency
    let areTacked = lots.contains { $0.holdingFrom != $0.acquired }
    let columns = columns(showingHolding: areTacked)
    var report = Report("lots", "Open lots", columns, on: booked, rowCount: lots.count) {
      row(lots[$0], booked.ledger, base)
    }
    var sole = SoleCurrency()
    var cost = ColumnSum()
    var costBase = ColumnSum()
    for lot in lots {
      sole.add(tables.currency(lot.currency))
      cost.add(lot.isShort ? -lot.cost : lot.cost)
      costBase.add(lot.signedCostBase)
    }
    report.totals =
      sole.totals([("cost_basis", cost)], base: base) + [
        Total("cost_basis_base", costBase.cell(base))
      ]
    return report
  }

  /// The day from which a lot is held is of interest where it is not that of its acquisition.
  private static func columns(showingHolding: Bool) -> [Column] {
    [
      Column("symbol", "Symbol", .text, priority: Column.essential),
      Column("account", "Account", .text, priority: 20),
      Column("acquired", "Acquired", .day, priority: Column.essential),
      Column("quantity", "Quantity", .quantity, priority: Column.essential),
      Column("unit_cost", "Unit cost", .rate, displayPlaces: 6),
      Column("cost_basis", "Cost basis", .amount, priority: Column.essential),
      Column("currency", "Cur", .text),
      Column("cost_basis_base", "In base", .amount, priority: 50),
      Column("group_id", "Group", .text, priority: 10),
      Column("holding_from", "Held from", .day, isInTable: showingHolding, priority: 40),
    ]
  }

  private static func row(_ lot: Lot, _ ledger: Ledger, _ base: Currency?) -> [Cell] {
    let tables = ledger.tables
    let unit = try? lot.cost.divided(
      by: lot.quantity, places: Precision.cost, rounding: .halfEven)
    return [
      .text(tables.symbol(lot.instrument)),
      .text(orNull: tables.securitiesAccount(lot.account)),
      .day(lot.acquired), .number(lot.isShort ? -lot.quantity : lot.quantity),
      unit.map { tables.money($0.normalized(), lot.currency) } ?? .null,
      tables.money(lot.isShort ? -lot.cost : lot.cost, lot.currency),
      .text(orNull: tables.currency(lot.currency)?.code),
      .base(lot.signedCostBase, base),
      .text(ledger.id(of: lot.group)), .day(lot.holdingFrom),
    ]
  }
}

extension Lot {
  /// The cost in the base currency, below zero for units that are owed; nil where it is unknown.
  var signedCostBase: ExactDecimal? {
    hasBase ? (isShort ? -costBase : costBase) : nil
  }
}
