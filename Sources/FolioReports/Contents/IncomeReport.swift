import FolioBooking
import FolioModel
import FolioNumbers

extension ReportKind {
  /// Dividends and interest.
  public static let income = ReportKind(
    name: "income", summary: "dividends and interest, with tax withheld",
    description: """
      Interest that was paid is below zero. Amounts in base are at the day's rate. Added up with \
      --by; by symbol and by year with the income of twelve months over cost and market value.
      """,
    examples: [
      Example("A year's income", "folio income --from 2024 --to 2024 ledger.json"),
      Example("What each instrument pays", "folio income --by symbol ledger.json"),
    ],
    options: [.period, .prices, .incomeRows], needs: [.disposals, .income],
    source: .books { booked, request in
      .income(booked, request.selection, by: request.incomeGrouping, request.prices)
    })
}

extension Report {
  /// Dividends and interest in order of booking, gross, tax withheld and net; the net amount in
  /// base is at the rate of the day. Grouped, one row adds up the items of an instrument, a kind, a
  /// month or a year.
  public static func income(
    _ booked: BookedLedger, _ selection: Selection = Selection(),
    by grouping: IncomeGrouping = .date, _ policy: PricePolicy = .init()
  ) -> Report {
    if grouping != .date { return groupedIncome(booked, selection, grouping, policy) }
    let tables = booked.ledger.tables
    let selector = Selector(selection, tables)
    let rows = booked.income.filter { selector.includes($0, booked.ledger.rows) }
    let base = booked.baseCurrency
    var report = Report("income", "Income", columns, on: booked, rowCount: rows.count) {
      row(rows[$0], tables, base)
    }
    report.from = selection.from
    report.to = selection.to
    var sole = SoleCurrency()
    var sums = Array(repeating: ColumnSum(), count: 6)
    for row in rows {
      sole.add(tables.currency(row.currency))
      sums[0].add(row.gross)
      sums[1].add(row.taxWithheld)
      sums[2].add(row.net)
      sums[3].add(row.netBase)
      sums[4].add(row.inBase(row.gross))
      sums[5].add(row.inBase(row.taxWithheld))
    }
    report.totals = sole.totals(Array(zip(["gross", "tax_withheld", "net"], sums)), base: base)
    report.totals += [
      Total("gross_base", sums[4].cell(base)), Total("tax_withheld_base", sums[5].cell(base)),
      Total("net_base", sums[3].cell(base)),
    ]
    return report
  }

  private static var columns: [Column] {
    [
      Column("date", "Date", .day, priority: Column.essential),
      Column("symbol", "Symbol", .text, priority: Column.essential),
      Column("kind", "Kind", .text, priority: 60),
      Column("gross", "Gross", .amount, priority: 80),
      Column("tax_withheld", "Tax withheld", .amount, priority: 70),
      Column("net", "Net", .amount, priority: Column.essential),
      Column("currency", "Cur", .text, priority: Column.essential),
      Column("gross_base", "Gross in base", .amount, isInTable: false),
      Column("tax_withheld_base", "Tax in base", .amount, isInTable: false),
      Column("net_base", "Net in base", .amount, priority: 50),
      Column("group_id", "Group", .text, isInTable: false),
    ]
  }

  private static func row(
    _ income: Income, _ tables: LedgerTables, _ base: Currency?
  ) -> [Cell] {
    let isOfStock = income.instrument != missingIndex
    return [
      .day(income.day), isOfStock ? .text(tables.symbol(income.instrument)) : .null,
      .text(income.kind.rawValue), tables.money(income.gross, income.currency),
      tables.money(income.taxWithheld, income.currency),
      income.net.map { tables.money($0, income.currency) } ?? .null,
      .text(orNull: tables.currency(income.currency)?.code),
      .base(income.inBase(income.gross), base), .base(income.inBase(income.taxWithheld), base),
      .base(income.netBase, base),
      .text(tables.text(tables.groups[Int(income.group)].id)),
    ]
  }
}

extension Income {
  /// What is left after tax.
  public var net: ExactDecimal? { try? gross.subtracting(taxWithheld) }

  /// The same in the base currency; nil where the rate is not known.
  public var netBase: ExactDecimal? { net.flatMap(inBase) }

  /// An amount of it in the base currency; nil where the rate is not known.
  func inBase(_ amount: ExactDecimal) -> ExactDecimal? {
    rate.flatMap { try? $0.convert(amount) }
  }
}
