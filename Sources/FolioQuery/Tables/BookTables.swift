import Folio

// The tables of the books. Their rows and figures are those of the reports.
extension QueryTable {
  static let lots = QueryTable(
    "lots", "one row for each open lot; short lots have units and costs below zero",
    indexed: ["symbol"], report: { .lots($0.booked) },
    [
      (QueryColumn("symbol", .text, "the instrument"), nil),
      (QueryColumn("account", .text, "the securities account; null if it has no name"), nil),
      (QueryColumn("acquired", .day, "the day of the acquisition"), nil),
      (QueryColumn("quantity", .exact, "units that are left"), nil),
      (QueryColumn("unit_cost", .exact, "the cost of one unit, at 18 places, in `currency`"), nil),
      (QueryColumn("cost_basis", .exact, "the cost of the units, in `currency`"), nil),
      (QueryColumn("currency", .text, "the currency of the cost"), nil),
      (QueryColumn("cost_basis_base", .exact, "the cost in the base currency"), nil),
      (QueryColumn("group_id", .text, "the group that opened the lot"), nil),
      (QueryColumn("holding_from", .day, "the first day of its holding period"), nil),
      (QueryColumn("fair_value", .exact, "of a gift: its value on its day, in `currency`"), nil),
    ])

  static let disposals = QueryTable(
    "disposals", "one row for each lot that was disposed of, in the order of booking",
    indexed: ["symbol", "group_id"], needs: [.disposals], report: { .gains($0.booked) },
    [
      (QueryColumn("group_id", .text, "the group of the disposal"), nil),
      (QueryColumn("symbol", .text, "the instrument"), nil),
      (QueryColumn("account", .text, "the securities account; null if it has no name"), nil),
      (QueryColumn("acquired", .day, "the day of the acquisition; null out of a pool"), nil),
      (QueryColumn("disposed", .day, "the day of the disposal"), nil),
      (QueryColumn("quantity", .exact, "units disposed of"), nil),
      (QueryColumn("proceeds", .exact, "proceeds, in `currency`"), nil),
      (QueryColumn("cost_basis", .exact, "cost, in `currency`"), nil),
      (QueryColumn("gain", .exact, "proceeds less cost, in `currency`"), nil),
      (QueryColumn("currency", .text, "the currency of the trade"), nil),
      (QueryColumn("proceeds_base", .exact, "proceeds in the base currency"), nil),
      (QueryColumn("cost_basis_base", .exact, "cost in the base currency"), nil),
      (QueryColumn("gain_base", .exact, "gain in the base currency"), nil),
      (QueryColumn("price_effect_base", .exact, "the part of the gain due to prices"), nil),
      (QueryColumn("fx_effect_base", .exact, "the part of the gain due to rates"), nil),
      (QueryColumn("term", .text, "`short` or `long`; null without such rules"), nil),
      (QueryColumn("disallowed", .exact, "the deferred part of a loss, in base"), nil),
      (QueryColumn("taxable_gain", .exact, "gain plus deferred loss, in base"), nil),
      (QueryColumn("rule", .text, "the method or rule that chose the lot, or the cause"), nil),
      (QueryColumn("disallowed_to", .text, "the groups that took the deferred loss"), nil),
      (QueryColumn("basis", .text, "a rule that sets the cost or the proceeds"), nil),
    ])

  static let income = QueryTable(
    "income", "one row for each dividend or interest payment, in the order of booking",
    needs: [.disposals, .income], report: { .income($0.booked) },
    [
      (QueryColumn("day", .day, "the day"), "date"),
      (QueryColumn("symbol", .text, "the payer; null if no instrument paid"), nil),
      (QueryColumn("kind", .text, "such as `dividend` or `interest`"), nil),
      (QueryColumn("gross", .exact, "before tax, in `currency`"), nil),
      (QueryColumn("tax_withheld", .exact, "tax withheld, in `currency`"), nil),
      (QueryColumn("net", .exact, "gross less tax, in `currency`"), nil),
      (QueryColumn("currency", .text, "the currency of the payment"), nil),
      (QueryColumn("gross_base", .exact, "gross in the base currency"), nil),
      (QueryColumn("tax_withheld_base", .exact, "tax in the base currency"), nil),
      (QueryColumn("net_base", .exact, "net in the base currency"), nil),
      (QueryColumn("group_id", .text, "the group"), nil),
    ])

  static let holdings = QueryTable(
    "holdings", "one row for each instrument held, with its cost",
    report: { books throws(ArithmeticFault) in try .holdings(books.booked) },
    [
      (QueryColumn("symbol", .text, "the instrument"), nil),
      (QueryColumn("name", .text, "its name"), nil),
      (QueryColumn("currency", .text, "the currency of the cost"), nil),
      (QueryColumn("quantity", .exact, "units; below zero if they are owed"), nil),
      (QueryColumn("average_cost", .exact, "the cost of one unit, at 18 places"), nil),
      (QueryColumn("cost_basis", .exact, "the cost of all units"), nil),
    ])

  static let positions = QueryTable(
    "positions", "one row for each instrument held, with its market value on the last day",
    report: { books throws(ArithmeticFault) in
      try .positions(books.booked, Selection(), books.request.prices)
    },
    [
      (QueryColumn("symbol", .text, "the instrument"), nil),
      (QueryColumn("name", .text, "its name"), nil),
      (QueryColumn("currency", .text, "the currency of the cost"), nil),
      (QueryColumn("quantity", .exact, "units; below zero if they are owed"), nil),
      (QueryColumn("cost_basis", .exact, "the cost, in `currency`"), nil),
      (QueryColumn("settled_quantity", .exact, "units that have settled"), nil),
      (QueryColumn("price", .exact, "the price of one unit, in `price_currency`"), nil),
      (QueryColumn("price_currency", .text, "the currency of the price"), nil),
      (QueryColumn("price_day", .day, "the day of the price"), "price_date"),
      (QueryColumn("market_value", .exact, "in `currency`; null without a price"), nil),
      (QueryColumn("unrealized_gain", .exact, "market value less cost, in `currency`"), nil),
      (QueryColumn("cost_basis_base", .exact, "the cost in the base currency"), nil),
      (QueryColumn("market_value_base", .exact, "the market value in the base currency"), nil),
      (QueryColumn("unrealized_gain_base", .exact, "the gain in the base currency"), nil),
      (QueryColumn("weight", .exact, "the share of the whole market value, from 0 to 1"), nil),
    ])

  static let cash = QueryTable(
    "cash", "one row for each cash account, with its balance on the last day",
    report: { .cash($0.booked) },
    [
      (QueryColumn("account", .text, "the cash account"), nil),
      (QueryColumn("name", .text, "its name"), nil),
      (QueryColumn("currency", .text, "its currency"), nil),
      (QueryColumn("balance", .exact, "everything that was booked"), nil),
      (QueryColumn("settled", .exact, "settled cash"), nil),
      (QueryColumn("pending_in", .exact, "cash that will come in"), nil),
      (QueryColumn("pending_out", .exact, "cash that will go out"), nil),
      (QueryColumn("available", .exact, "settled less pending out"), nil),
      (QueryColumn("balance_base", .exact, "the balance in the base currency"), nil),
    ])

  /// Returns of calendar periods. The columns `from` and `to` of the report are words of SQL.
  static let periods = QueryTable(
    "periods", "one row for each calendar month, quarter and year, and one for all time",
    needs: [.movements], report: { .periods($0) },
    [
      (QueryColumn("step", .text, "`month`, `quarter`, `year` or `all`"), nil),
      (QueryColumn("first_day", .day, "the first day"), "from"),
      (QueryColumn("last_day", .day, "the last day"), "to"),
      (QueryColumn("start_value", .exact, "the value before the first day, in base"), nil),
      (QueryColumn("net_contributions", .exact, "money put in less money taken out"), nil),
      (QueryColumn("end_value", .exact, "the value at the end of the last day, in base"), nil),
      (QueryColumn("twr", .exact, "the time-weighted return; 0.05 is 5%"), nil),
      (QueryColumn("twr_annualized", .exact, "the same for a year"), nil),
      (QueryColumn("xirr", .exact, "the money-weighted return of a year"), nil),
      (QueryColumn("fx_effect", .exact, "the part of the return due to rates"), nil),
      (QueryColumn("volatility", .exact, "the annualized deviation of returns"), nil),
      (QueryColumn("max_drawdown", .exact, "the largest fall"), nil),
    ])
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
