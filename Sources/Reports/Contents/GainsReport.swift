import ExactNumbers
import LedgerModel
import LotBooking

extension Report {
  /// Realized gains, one row for each lot disposed of, in order of booking.
  ///
  /// `gain` is proceeds less cost basis in the trade's currency. In base, proceeds are at the rate
  /// of the disposal and cost at that of the acquisition; `price_effect_base` is the gain at the
  /// rate of the disposal, and `fx_effect_base` the rest.
  public static func gains(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) -> Report {
    let tables = booked.ledger.tables
    let selector = Selector(selection, tables)
    let rows = booked.disposals.filter(selector.includes)
    let base = booked.baseCurrency
    var report = Report("gains", "Realized gains", columns, on: booked, rowCount: rows.count) {
      row(GainFigures(rows[$0]), tables, base)
    }
    report.from = selection.from
    report.to = selection.to
    report.totals = totals(rows, tables, base)
    return report
  }

  private static var columns: [Column] {
    [
      Column("group_id", "Group", .text, priority: 5),
      Column("symbol", "Symbol", .text, priority: Column.essential),
      Column("account", "Account", .text, isInTable: false),
      Column("acquired", "Acquired", .day, priority: 90),
      Column("disposed", "Disposed", .day, priority: Column.essential),
      Column("quantity", "Quantity", .quantity, priority: Column.essential),
      Column("proceeds", "Proceeds", .amount, priority: 80),
      Column("cost_basis", "Cost basis", .amount, priority: 70),
      Column("gain", "Gain", .amount, priority: Column.essential),
      Column("currency", "Cur", .text),
      Column("proceeds_base", "Proceeds in base", .amount, isInTable: false),
      Column("cost_basis_base", "Cost in base", .amount, isInTable: false),
      Column("gain_base", "Gain in base", .amount, priority: 60),
      Column("price_effect_base", "Of price", .amount, priority: 30),
      Column("fx_effect_base", "Of currency", .amount, priority: 30),
      Column("term", "Term", .text, isInTable: false),
      Column("disallowed", "Disallowed", .amount, isInTable: false),
      Column("taxable_gain", "Taxable", .amount, isInTable: false),
      Column("rule", "Rule", .text, priority: 10),
    ]
  }

  private static func row(
    _ figures: GainFigures, _ tables: LedgerTables, _ base: Currency?
  ) -> [Cell] {
    let disposal = figures.disposal
    let currency = disposal.currency
    return [
      .text(tables.text(tables.groups[Int(disposal.group)].id)),
      .text(tables.symbol(disposal.instrument)),
      .text(orNull: tables.securitiesAccount(disposal.account)),
      .day(orNull: disposal.acquired), .day(disposal.disposed), .number(disposal.quantity),
      tables.money(disposal.proceeds, currency), tables.money(disposal.cost, currency),
      figures.gain.map { tables.money($0, currency) } ?? .null,
      .text(orNull: tables.currency(currency)?.code),
      .base(figures.proceedsBase, base), .base(figures.costBase, base),
      .base(figures.gainBase, base), .base(figures.priceEffect, base),
      .base(figures.currencyEffect, base), .null, .base(figures.disallowed, base),
      .base(figures.gainBase, base), .text(disposal.rule),
    ]
  }

  private static func totals(
    _ rows: [Disposal], _ tables: LedgerTables, _ base: Currency?
  ) -> [Total] {
    var sole = SoleCurrency()
    var sums = GainSums()
    for row in rows {
      sole.add(tables.currency(row.currency))
      sums.add(GainFigures(row))
    }
    var totals: [Total] = []
    if let currency = sole.currency {
      totals += [
        Total("proceeds", sums.proceeds.cell(currency)),
        Total("cost_basis", sums.cost.cell(currency)),
        Total("gain", sums.gain.cell(currency)),
      ]
    }
    return totals + [
      Total("proceeds_base", sums.proceedsBase.cell(base)),
      Total("cost_basis_base", sums.costBase.cell(base)),
      Total("gain_base", sums.gainBase.cell(base)),
      Total("price_effect_base", sums.priceEffect.cell(base)),
      Total("fx_effect_base", sums.currencyEffect.cell(base)),
      Total("disallowed", sums.disallowed.cell(base)),
      Total("taxable_gain", sums.gainBase.cell(base)),
    ]
  }
}

/// What follows from a disposal's amounts; nil where it can't be known.
struct GainFigures {
  let disposal: Disposal

  init(_ disposal: Disposal) { self.disposal = disposal }

  var gain: ExactDecimal? { try? disposal.proceeds.subtracting(disposal.cost) }
  var proceedsBase: ExactDecimal? { disposal.hasBase ? disposal.proceedsBase : nil }
  var costBase: ExactDecimal? { disposal.hasBase ? disposal.costBase : nil }
  var gainBase: ExactDecimal? {
    disposal.hasBase ? try? disposal.proceedsBase.subtracting(disposal.costBase) : nil
  }
  var priceEffect: ExactDecimal? { disposal.hasBase ? disposal.priceEffectBase : nil }
  var currencyEffect: ExactDecimal? {
    gainBase.flatMap { try? $0.subtracting(disposal.priceEffectBase) }
  }
  /// No tax rules defer anything here.
  var disallowed: ExactDecimal { .zero }
}

private struct GainSums {
  var proceeds = ColumnSum()
  var cost = ColumnSum()
  var gain = ColumnSum()
  var proceedsBase = ColumnSum()
  var costBase = ColumnSum()
  var gainBase = ColumnSum()
  var priceEffect = ColumnSum()
  var currencyEffect = ColumnSum()
  var disallowed = ColumnSum()

  mutating func add(_ row: GainFigures) {
    proceeds.add(row.disposal.proceeds)
    cost.add(row.disposal.cost)
    gain.add(row.gain)
    proceedsBase.add(row.proceedsBase)
    costBase.add(row.costBase)
    gainBase.add(row.gainBase)
    priceEffect.add(row.priceEffect)
    currencyEffect.add(row.currencyEffect)
    disallowed.add(row.disallowed)
  }
}

extension Disposal {
  /// What found the lot: the method of a sale, or the event.
  var rule: String {
    switch cause {
    case .sale: matching.rawValue
    case .cover: "short " + matching.rawValue
    case .cashInLieu, .merger, .returnOfCapital, .writeOff, .gift, .unitFee: cause.rawValue
    }
  }
}
