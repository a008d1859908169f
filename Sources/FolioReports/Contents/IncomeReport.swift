extension ReportKind {
  /// Dividends and interest.
  public static let income = ReportKind(
    name: "income", summary: "dividends and interest, with tax withheld",
    description: """
      Interest paid is negative. Amounts in base use the day's rate. Summed with --by; by symbol \
      and by year with the income of twelve months over cost and market value.
      """,
    examples: [
      Example("A year's income", "folio income --from 2024 --to 2024 ledger.json"),
      Example("What each instrument pays", "folio income --by symbol ledger.json"),
    ],
    options: [.period, .prices, .incomeRows], needs: [.disposals, .income],
    // The accounts of a row are those of its group. Yields need the units of each day.
    keptWhileStreaming: {
      $0.incomeGrouping == .date && $0.selection.accounts.isEmpty ? .incomeIDs : nil
    },
    source: .books { booked, request in
      .income(booked, request.selection, by: request.incomeGrouping, request.prices)
    })
}

extension Report {
  /// Dividends and interest in order of booking: gross, tax withheld and net.
  ///
  /// Amounts are converted to the base currency at the rate of the day. With a grouping other than
  /// `date`, a row is the sum of all items of an instrument, kind, month or year.
  public static func income(
    _ booked: BookedLedger, _ selection: Selection = Selection(),
    by grouping: IncomeGrouping = .date, _ policy: PricePolicy = .init()
  ) -> Report {
    if grouping != .date { return groupedIncome(booked, selection, grouping, policy) }
    let ledger = booked.ledger
    let tables = ledger.tables
    let selector = ResolvedSelection(selection, tables)
    let rows = booked.income.filter { selector.includes($0, ledger.rows) }
    let fields: [ReportField<Income>] = [
      .day("date", "Date", priority: .max, \.day).meaning("the day"),
      .text("symbol", "Symbol", priority: .max) { tables.payer(of: $0) }
        .meaning("the payer; null if no instrument paid"),
      .keyword("kind", "Kind", priority: 60) { $0.kind.rawValue }
        .meaning("such as `dividend` or `interest`"),
      .amount("gross", "Gross", priority: 80, \.gross).meaning("before tax, in `currency`"),
      .amount("tax_withheld", "Tax withheld", priority: 70, \.taxWithheld)
        .meaning("tax withheld, in `currency`"),
      .amount("net", "Net", priority: .max, \.net).meaning("gross less tax, in `currency`"),
      .text("currency", "Cur", priority: .max) { tables.currency($0.currency)?.code }
        .meaning("the currency of the payment"),
      .base("gross_base", "Gross in base", isInTable: false, \.grossBase)
        .meaning("gross in the base currency"),
      .base("tax_withheld_base", "Tax in base", isInTable: false, \.taxWithheldBase)
        .meaning("tax in the base currency"),
      .base("net_base", "Net in base", priority: 50, \.netBase).meaning("net in the base currency"),
      .text("group_id", "Group", isInTable: false) { ledger.id(of: $0.group) }.meaning("the group"),
    ]
    return Report("income", "Income", fields, of: rows, on: booked, over: selection) {
      tables.currency($0.currency)
    }
  }
}

extension LedgerTables {
  /// Returns the symbol of the paying instrument, or `nil` if no instrument paid the income.
  func payer(of income: Income) -> String? {
    income.instrument == .missing ? nil : symbol(income.instrument)
  }
}

extension Income {
  /// The income after tax withheld.
  public var net: ExactDecimal? { try? gross.subtracting(taxWithheld) }

  /// The net income in the base currency, or `nil` if the rate is unknown.
  public var netBase: ExactDecimal? { net.flatMap(inBase) }

  var grossBase: ExactDecimal? { inBase(gross) }
  var taxWithheldBase: ExactDecimal? { inBase(taxWithheld) }

  private func inBase(_ amount: ExactDecimal) -> ExactDecimal? {
    rate.flatMap { try? $0.convert(amount) }
  }
}
