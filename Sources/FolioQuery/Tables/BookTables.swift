// The tables of the books. Their rows, figures and columns are those of the reports.
extension QueryTable {
  static let lots = QueryTable(
    "lots", "one row for each open lot; short lots have units and costs below zero", of: .lots,
    indexed: ["symbol"]
  ) { .lots($0.booked) }

  static let disposals = QueryTable(
    "disposals", "one row for each lot that was disposed of, in the order of booking", of: .gains,
    indexed: ["symbol", "group_id"], needs: [.disposals]
  ) { .gains($0.booked) }

  static let income = QueryTable(
    "income", "one row for each dividend or interest payment, in the order of booking",
    of: .income, names: ["date": "day"], needs: [.disposals, .income]
  ) { .income($0.booked) }

  static let holdings = QueryTable(
    "holdings", "one row for each instrument held, with its cost", of: .holdings
  ) { books throws(ArithmeticFault) in try .holdings(books.booked) }

  static let positions = QueryTable(
    "positions", "one row for each instrument held, with its market value on the last day",
    of: .positions,
    [
      "symbol", "name", "currency", "quantity", "cost_basis", "settled_quantity", "price",
      "price_currency", "price_date", "market_value", "unrealized_gain", "cost_basis_base",
      "market_value_base", "unrealized_gain_base", "weight",
    ], names: ["price_date": "price_day"]
  ) { books throws(ArithmeticFault) in
    try .positions(books.booked, Selection(), books.request.prices)
  }

  static let cash = QueryTable(
    "cash", "one row for each cash account, with its balance on the last day", of: .cash,
    [
      "account", "name", "currency", "balance", "settled", "pending_in", "pending_out",
      "available", "balance_base",
    ]
  ) { .cash($0.booked) }

  /// Returns of calendar periods. The columns `from` and `to` of the report are words of SQL.
  static let periods = QueryTable(
    "periods", "one row for each calendar month, quarter and year, and one for all time",
    of: .performance, after: [QueryColumn("step", .text, "`month`, `quarter`, `year` or `all`")],
    [
      "from", "to", "start_value", "net_contributions", "end_value", "twr", "twr_annualized",
      "xirr", "fx_effect", "volatility", "max_drawdown",
    ], names: ["from": "first_day", "to": "last_day"], needs: [.movements]
  ) { .periods($0) }
}

extension Report {
  /// Returns of the calendar periods of each length, with the length in the column `step`.
  fileprivate static func periods(_ books: QueryBooks) -> Report {
    let steps: [PeriodStep?] = [.month, .quarter, .year, nil]
    let parts = steps.map { step -> Report in
      var question = PerformanceQuestion()
      question.step = step
      return .performance(books.moving, Selection(), question, books.request.prices)
    }
    var whole = parts[0]
    let rows = zip(steps, parts).flatMap { step, part in
      (0..<part.rowCount).map { [.text(step?.rawValue ?? "all")] + part.row($0) }
    }
    whole.warnings = parts.flatMap(\.warnings)
    whole.columns = [Column("step", "Step", .text)] + whole.columns
    whole.rowCount = rows.count
    whole.row = { rows[$0] }
    return whole
  }
}
