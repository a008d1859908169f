import FolioBooking
import FolioModel
import FolioNumbers
import FolioValuation

/// What is added up in one row of income.
public enum IncomeGrouping: String, Sendable, CaseIterable {
  /// Nothing: each item is a row.
  case date
  /// The income of an instrument.
  case symbol
  /// Dividends, interest, and so on.
  case kind
  /// The income of a month.
  case month
  /// The income of a year.
  case year
}

extension Report {
  static func groupedIncome(
    _ booked: BookedLedger, _ selection: Selection, _ grouping: IncomeGrouping,
    _ policy: PricePolicy
  ) -> Report {
    let groups = IncomeGroup.groups(booked, selection, grouping)
    let base = booked.baseCurrency
    let tables = booked.ledger.tables
    var yields = IncomeYields(booked, selection, policy, for: groups, grouping)
    let rows = groups.map { group in
      group.cells(tables, base, grouping, yields.yields(of: group, grouping))
    }
    var report = Report("income", "Income", columns(grouping), on: booked, rowCount: rows.count) {
      rows[$0]
    }
    report.from = selection.from
    report.to = selection.to
    var sums = Array(repeating: ColumnSum(), count: 3)
    for group in groups {
      for (index, amount) in group.base.enumerated() { sums[index].add(amount) }
    }
    report.totals = zip(["gross_base", "tax_withheld_base", "net_base"], sums).map { key, sum in
      Total(key, sum.cell(base))
    }
    report.warnings += yields.warnings
    return report
  }

  private static func columns(_ grouping: IncomeGrouping) -> [Column] {
    let tellsYield = grouping == .symbol || grouping == .year
    return [
      Column(grouping.rawValue, grouping.heading, .text, priority: Column.essential),
      Column("items", "Items", .integer, priority: 20),
      Column("currency", "Cur", .text, priority: 60),
      Column("gross", "Gross", .amount, priority: 50),
      Column("tax_withheld", "Tax withheld", .amount, priority: 40),
      Column("net", "Net", .amount, priority: 60),
      Column("gross_base", "Gross in base", .amount, priority: 70),
      Column("tax_withheld_base", "Tax in base", .amount, priority: 65),
      Column("net_base", "Net in base", .amount, priority: Column.essential),
      Column("yield_on_cost", "On cost", .percent, isInTable: tellsYield, priority: 80),
      Column("yield_on_value", "On value", .percent, isInTable: tellsYield, priority: 80),
    ]
  }
}

extension IncomeGrouping {
  fileprivate var heading: String {
    switch self {
    case .date: "Date"
    case .symbol: "Symbol"
    case .kind: "Kind"
    case .month: "Month"
    case .year: "Year"
    }
  }
}

/// Items of income that one row adds up.
struct IncomeGroup {
  /// The symbol, kind, month or year; nil for income that no instrument paid.
  var label: String?
  var items: [Income] = []

  static func groups(
    _ booked: BookedLedger, _ selection: Selection, _ grouping: IncomeGrouping
  ) -> [IncomeGroup] {
    let selector = Selector(selection, booked.ledger.tables)
    var groups: [String?: IncomeGroup] = [:]
    for item in booked.income where selector.includes(item, booked.ledger.rows) {
      let label = label(of: item, grouping, booked.ledger.tables)
      groups[label, default: IncomeGroup(label: label)].items.append(item)
    }
    // Income that no instrument paid stands last.
    return groups.values.sorted {
      ($0.label == nil ? 1 : 0, $0.label ?? "") < ($1.label == nil ? 1 : 0, $1.label ?? "")
    }
  }

  private static func label(
    of item: Income, _ grouping: IncomeGrouping, _ tables: LedgerTables
  ) -> String? {
    let day = item.day.description
    switch grouping {
    case .date: return day
    case .symbol:
      return item.instrument == missingIndex ? nil : tables.symbol(item.instrument)
    case .kind: return item.kind.rawValue
    case .month: return String(day.prefix(7))
    case .year: return String(day.prefix(4))
    }
  }

  /// Gross, tax withheld and net in base.
  var base: [ExactDecimal?] {
    [
      sum { $0.inBase($0.gross) }, sum { $0.inBase($0.taxWithheld) }, sum { $0.netBase },
    ]
  }

  private func sum(_ amount: (Income) -> ExactDecimal?) -> ExactDecimal? {
    items.reduce(.zero) { sum, item in
      sum.flatMap { sum in amount(item).flatMap { try? sum.adding($0) } }
    }
  }

  func cells(
    _ tables: LedgerTables, _ baseCurrency: Currency?, _ grouping: IncomeGrouping,
    _ yields: (onCost: ExactDecimal?, onValue: ExactDecimal?)
  ) -> [Report.Cell] {
    var sole = SoleCurrency()
    for item in items { sole.add(tables.currency(item.currency)) }
    let own: (ExactDecimal?) -> Report.Cell = { .base($0, sole.currency) }
    return [
      .text(orNull: label), .integer(items.count), .text(orNull: sole.currency?.code),
      own(sum { $0.gross }), own(sum { $0.taxWithheld }), own(sum { $0.net }),
    ] + base.map { .base($0, baseCurrency) }
      + [yields.onCost, yields.onValue].map {
        $0.map { .number($0) } ?? .null
      }
  }
}
