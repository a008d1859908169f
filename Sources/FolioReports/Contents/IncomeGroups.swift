/// The grouping of income into rows. New minor versions may add cases.
public enum IncomeGrouping: String, Sendable, CaseIterable {
  /// One row per item of income.
  case date
  /// One row per instrument.
  case symbol
  /// One row per kind of income, such as dividends or interest.
  case kind
  /// One row per month.
  case month
  /// One row per year.
  case year
}

extension Report {
  static func groupedIncome(
    _ booked: BookedLedger, _ selection: Selection, _ grouping: IncomeGrouping,
    _ policy: PricePolicy
  ) -> Report {
    var groups = IncomeGroup.groups(booked, selection, grouping)
    let warnings = groups.addYields(booked, selection, policy, by: grouping)
    let fields = incomeFields(grouping)
    var report = Report("income", "Income", fields, of: groups, on: booked, over: selection)
    report.warnings += warnings
    return report
  }

  private static func incomeFields(_ grouping: IncomeGrouping) -> [ReportField<IncomeGroup>] {
    let hasYields = grouping == .symbol || grouping == .year
    let heading = grouping.rawValue.prefix(1).uppercased() + grouping.rawValue.dropFirst()
    // An amount in the currency of the items, or null if they have several currencies.
    func own(
      _ key: String, _ heading: String, priority: Int,
      _ amount: @escaping @Sendable (Income) -> ExactDecimal?
    ) -> ReportField<IncomeGroup> {
      .cell(key, heading, .amount, priority: priority) { .base($0.items.sum(amount), $0.currency) }
    }
    return [
      .text(grouping.rawValue, heading, priority: .max, \.label),
      .cell("items", "Items", .integer, priority: 20) { .integer($0.items.count) },
      .text("currency", "Cur", priority: 60) { $0.currency?.code },
      own("gross", "Gross", priority: 50, \.gross),
      own("tax_withheld", "Tax withheld", priority: 40, \.taxWithheld),
      own("net", "Net", priority: 60, \.net),
      .base("gross_base", "Gross in base", priority: 70) { $0.items.sum(\.grossBase) },
      .base("tax_withheld_base", "Tax in base", priority: 65) { $0.items.sum(\.taxWithheldBase) },
      .base("net_base", "Net in base", priority: .max) { $0.items.sum(\.netBase) },
      .number(
        "yield_on_cost", "Yield on cost", .percent, isInTable: hasYields, priority: 80,
        \.yieldOnCost),
      .number(
        "yield_on_value", "Yield on value", .percent, isInTable: hasYields, priority: 80,
        \.yieldOnValue
      ),
    ]
  }
}

/// The items of income in one row.
struct IncomeGroup {
  /// The symbol, kind, month or year. `nil` for income without an instrument.
  var label: String?
  var items: [Income] = []
  /// The currency of all items, or `nil` if they have several.
  var currency: Currency?
  var yieldOnCost: ExactDecimal?
  var yieldOnValue: ExactDecimal?

  static func groups(
    _ booked: BookedLedger, _ selection: Selection, _ grouping: IncomeGrouping
  ) -> [IncomeGroup] {
    let tables = booked.ledger.tables
    let selector = ResolvedSelection(selection, tables)
    let chosen = booked.income.filter { selector.includes($0, booked.ledger.rows) }
    let groups = Dictionary(grouping: chosen) { label(of: $0, grouping, tables) }
    return groups.map { label, items in
      let currencies = Set(items.compactMap { tables.currency($0.currency) })
      let currency = currencies.count == 1 ? currencies.first : nil
      return IncomeGroup(label: label, items: items, currency: currency)
    }.sorted { left, right in
      // Income without an instrument is last.
      guard let label = left.label, let other = right.label else { return left.label != nil }
      return label < other
    }
  }

  private static func label(
    of item: Income, _ grouping: IncomeGrouping, _ tables: LedgerTables
  ) -> String? {
    let day = item.day.description
    switch grouping {
    case .date: return day
    case .symbol: return tables.payer(of: item)
    case .kind: return item.kind.rawValue
    case .month: return String(day.prefix(7))
    case .year: return String(day.prefix(4))
    }
  }
}
