// The arguments, in the order of the help. What tools do not share with the command is said apart.
extension ReportArgument {
  /// All arguments of reports.
  package static let ofReports = period + booking + prices + returns + rows + selection

  /// The arguments that all reports take to book a ledger.
  package static let ofBooking = (period + booking).filter { $0.group == nil }

  package static let period = [
    ReportArgument(
      "as-of", .day(.last, \.asOf), "report the state at the end of this day",
      details: "YYYY-MM-DD, 'today', or YYYY-MM and YYYY for the last day of a month or a year.",
      example: "2024-12-31",
      tool: "The last day that counts; by default the last day of the ledger."),
    ReportArgument(
      "from", .day(.first, \.from), of: .period, "the first day of the period",
      details: "A month or a year means its first day.", example: "2024",
      tool: "The first day of the period."),
    ReportArgument(
      "to", .day(.last, \.to), of: .period, "the last day of the period",
      details: "A month or a year means its last day.", example: "2024-06",
      tool: "The last day of the period."),
    ReportArgument(
      "tax-year", .taxYear(\.taxYear), of: .period, "the period of a tax year",
      details: """
        The calendar year, or 6 April to 5 April under the rules uk: 2024 or 2024/25. Later \
        groups still count, because they can affect a loss of the year.
        """, example: "2024",
      tool: "The year in which a tax year begins, instead of from and to."),
    ReportArgument(
      "date-basis", .word("BASIS", \.booking.dateBasis), "which date of a trade counts",
      example: "settlement"),
    ReportArgument(
      "exclude-pending", .flag(\.booking.excludesPending),
      "leave out groups that have not settled yet", isInTools: false),
  ]

  package static let booking = [
    ReportArgument(
      "base", short: "b", .currency(\.booking.baseCurrency), "the base currency",
      details: "Default: the ledger's base_currency.", example: "EUR"),
    ReportArgument(
      "method", short: "m", .word("METHOD", \.booking.method), "which lots a sale uses first",
      details: "Default: the ledger's cost_basis_method, or fifo.", example: "hifo"),
    ReportArgument(
      "cash-method", .word("METHOD", \.booking.cashMethod), of: .cashGains,
      "which foreign cash is spent first",
      details: "For --include-cash. Default: the ledger's cash_cost_basis_method, or fifo.",
      example: "average", isInTools: false),
    ReportArgument(
      "include-cash", .flag(\.request.includesCash), of: .cashGains,
      "also report gains on foreign cash"),
    ReportArgument(
      "lot-scope", .word("SCOPE", \.booking.lotScope),
      "match lots across all accounts, or within each", example: "account"),
    ReportArgument(
      "fee-treatment", .word("TREATMENT", \.booking.feeTreatment),
      "whether fees and taxes are part of the cost", example: "expense"),
    ReportArgument(
      "tax-rules", .word("RULES", \.booking.taxRules), "the tax rules that determine gains",
      details: "Default: the ledger's tax_rules, or none.", example: "uk"),
  ]

  package static let prices = [
    ReportArgument(
      "max-price-age", .count(of: "days", upTo: 100_000, \.request.prices.maximumAge), of: .prices,
      "warn of prices that are older than this",
      details: "In days before the day of the report. Default: no limit.", example: "7"),
    tradePrices,
  ]

  /// Whether prices of trades stand in for missing ones. Statements in SQL take it, too.
  package static let tradePrices = ReportArgument(
    "trade-prices", .flag(\.request.prices.tradesCount), of: .prices,
    "value instruments without a price at their last trade price",
    details: "Only if no price is known by the day; each gives a warning.")

  package static let returns = [
    ReportArgument(
      "by", .word("PERIOD", \.request.returns.step), of: .returns,
      "one row for each day, week, month, quarter or year",
      details: "Calendar periods; weeks end on Sunday. Default: one row.", example: "month"),
    ReportArgument(
      "per", .word("PART", \.request.returns.scope), of: .returns,
      "returns of the portfolio, of each symbol or of each account", example: "symbol"),
    ReportArgument(
      "benchmark", .text("SYM", \.benchmark), of: .returns,
      "return of the same cash flows in this instrument",
      details: "An instrument of the ledger, at its price and without income.", example: "VT"),
  ]

  package static let rows = [
    ReportArgument(
      "per", .word("ROW", \.request.profitGrouping), of: .profitRows,
      "what the rows are grouped by",
      details: "Default: instruments, and the cash of each currency.", example: "account"),
    ReportArgument(
      "by", .word("ROW", \.request.incomeGrouping), of: .incomeRows,
      "what the rows are grouped by", details: "Default: one row for each item.", example: "year"),
  ]

  package static let selection = [
    ReportArgument(
      "symbol", short: "s", .texts("SYM", \.symbols), "only this instrument; repeatable",
      example: "AAPL", toolName: "symbols", tool: "Only these instruments."),
    ReportArgument(
      "account", short: "a", .texts("ID", \.accounts), "only this account; repeatable",
      example: "c-usd",
      toolName: "accounts", tool: "Only these cash or securities accounts, by id."),
    ReportArgument(
      "cash", .text("ID", \.cashAccount), of: .cashAccount, "only this cash account",
      details: "Default: all.", example: "c-usd"),
    ReportArgument(
      "where", .text("CONDITION", \.condition), "only rows that meet a condition on their columns",
      details: """
        As in SQL: = <> < <= > >=, like, contains, in, between, is null, and, or, not. Columns \
        are those of --format csv. Totals are those of the rows that are left.
        """, example: "\"gain<0\"",
      tool: """
        Only the rows that meet a condition on columns, with their totals; as in the WHERE of SQL: \
        "symbol = 'NVLT' and gain < 0".
        """),
  ]

  /// The arguments of a supposed trade.
  package static let supposed = [
    ReportArgument(
      "sell", .text("SYM", \.supposed.sell), "suppose a sale of this instrument", example: "AAPL",
      isInTools: false),
    ReportArgument(
      "buy", .text("SYM", \.supposed.buy), "suppose a purchase of this instrument",
      example: "AAPL", isInTools: false),
    ReportArgument(
      "harvest", .flag(\.supposed.harvest), "list the losses that could be realized",
      isInTools: false),
    ReportArgument(
      "quantity", .number(\.supposed.quantity), "number of units", example: "10", isRequired: true),
    ReportArgument(
      "price", .number(\.supposed.trade.price), "price per unit",
      details: "As the instrument is quoted. Default: the last price of the ledger by the day.",
      example: "180.25"),
    ReportArgument("fees", .number(\.supposed.trade.fees), "fees of the trade", example: "1.00"),
    dayOfTrade,
    ReportArgument(
      "cash", .text("ID", \.supposed.trade.cashAccount), "cash account",
      details: "Default: the first one in the currency.", example: "c-usd"),
    ReportArgument(
      "broker", .text("ID", \.supposed.trade.account), "securities account of the units",
      details: "Default: with --lot-scope account the only one that holds them, or none.",
      example: "ib", toolName: "account", tool: "The securities account."),
    ReportArgument(
      "goal", .word("GOAL", \.supposed.goal), "what the lots of the sale are chosen for",
      details: """
        'least-gain': the least taxable gain; 'least-tax': the least tax of the year, at \
        --tax-rate, or --rate-short and --rate-long; 'keep-long-term': as many long-term units as \
        possible, then the least gain. Default: each that needs nothing else.
        """, example: "least-tax",
      tool: "What the lots are chosen for; by default each goal that needs no rates."),
    ReportArgument(
      "tax-rate", .ratio(\.supposed.taxRate), "tax rate of all gains",
      details: "A ratio or a percentage of the gain: 0.2 or 20%. Under any tax rules.",
      example: "0.20"),
    ReportArgument(
      "rate-short", .ratio(\.supposed.shortRate), "tax rate of short-term gains",
      details: "A ratio or a percentage: 0.2 or 20%. Needs the rules us.", example: "0.37"),
    ReportArgument(
      "rate-long", .ratio(\.supposed.longRate), "tax rate of long-term gains",
      details: "A ratio or a percentage: 0.2 or 20%. Needs the rules us.", example: "0.20"),
    ReportArgument(
      "rows", .word("ROWS", \.supposed.rows), "what each row is",
      details: """
        'choices': a choice of lots; 'lots': a lot of a choice; 'effects': a gain of another group \
        that a choice changes. Default: choices.
        """, example: "lots"),
  ]

  package static let dayOfTrade = ReportArgument(
    "on", .date(\.supposed.on), "day of the trade",
    details: "YYYY-MM-DD or 'today'. Default: --as-of, or the last day of the ledger.",
    example: "2024-12-20", tool: "The day; by default the last one that counts.")
}
