extension Flag {
  /// The flags that select a period.
  static let period: [Flag] = [
    Flag(
      "as-of", .day(.last, \.asOf), .period, [.report, .snapshot, .analysis],
      "report the state at the end of this day",
      details: "YYYY-MM-DD, 'today', or YYYY-MM and YYYY for the last day of a month or a year.",
      example: "2024-12-31"),
    Flag(
      "from", .day(.first, \.from), .period, [.report, .listing, .analysis],
      "the first day of the period",
      details: "A month or a year means its first day.", example: "2024"),
    Flag(
      "to", .day(.last, \.to), .period, [.report, .listing, .analysis],
      "the last day of the period",
      details: "A month or a year means its last day.", example: "2024-06"),
    Flag(
      "tax-year", .taxYear(\.taxYear), .period, [.period, .analysis],
      "the period of a tax year",
      details: """
        The calendar year, or 6 April to 5 April under the rules uk: 2024 or 2024/25. Later \
        groups still count, because they can affect a loss of the year.
        """, example: "2024"),
    Flag(
      "date-basis", .word("BASIS", \.booking.dateBasis), .period, [.report, .analysis],
      "which date of a trade counts", example: "settlement"),
    Flag(
      "exclude-pending", .none(\.booking.excludesPending), .period, [.report, .analysis],
      "leave out groups that have not settled yet"),
  ]

  /// The flags for booking and for the report currency.
  static let booking: [Flag] = [
    Flag(
      "base", short: "b", .currency(\.booking.baseCurrency), .booking,
      [.report, .snapshot, .create, .analysis],
      "the base currency",
      details: "Default: the ledger's base_currency.", example: "EUR"),
    Flag(
      "method", short: "m", .word("METHOD", \.booking.method), .booking, ofBooking,
      "which lots a sale uses first",
      details: "Default: the ledger's cost_basis_method, or fifo.", example: "hifo"),
    Flag(
      "cash-method", .word("METHOD", \.booking.cashMethod), .booking, [.gains],
      "which foreign cash is spent first",
      details: "For --include-cash. Default: the ledger's cash_cost_basis_method, or fifo.",
      example: "average"),
    Flag(
      "include-cash", .none(\.request.includesCash), .booking, [.gains],
      "also report gains on foreign cash"),
    Flag(
      "lot-scope", .word("SCOPE", \.booking.lotScope), .booking, ofBooking,
      "match lots across all accounts, or within each", example: "account"),
    Flag(
      "fee-treatment", .word("TREATMENT", \.booking.feeTreatment), .booking, ofBooking,
      "whether fees and taxes are part of the cost",
      example: "expense"),
    Flag(
      "tax-rules", .word("RULES", \.booking.taxRules), .booking, ofBooking.union([.schema]),
      "the tax rules that determine gains",
      details: "Default: the ledger's tax_rules, or none.", example: "uk"),
  ]

  /// The commands that book a ledger.
  private static let ofBooking: Set<Command.Scope> = [
    .report, .check, .snapshot, .create, .analysis,
  ]

  /// The flags that add prices and exchange rates from separate files.
  static let quotes: [Flag] = [
    Flag(
      "prices", .list(.file("FILE"), \.prices), .prices, usesPrices,
      "a file of prices; repeatable",
      details: """
        CSV with the header date,symbol,price,currency, JSON of CoinGecko (/simple/price, \
        /coins/markets), a ledger with historical_prices, or a file packed with 'folio prices'. \
        Later files take precedence.
        """, example: "prices.csv"),
    Flag(
      "rates", .list(.file("FILE"), \.rates), .prices,
      [.report, .check, .snapshot, .export, .entry, .serving],
      "a file of exchange rates; repeatable",
      details: """
        CSV with the header date,from,to,rate, the European Central Bank's eurofxref-hist.csv, or \
        a ledger with fx_rates. Later files take precedence.
        """, example: "eurofxref-hist.csv"),
    Flag(
      "price-currency", .currency(\.priceCurrency), .prices, usesPrices.union([.packing]),
      "currency of prices without one",
      details: "As in CoinGecko's /coins/markets. Default: the instrument's currency.",
      example: "USD"),
    Flag(
      "price-date", .day(.last, \.priceDate), .prices, usesPrices.union([.packing]),
      "day of prices without one",
      details: "YYYY-MM-DD or 'today'. Required if a CoinGecko file has no last update.",
      example: "today"),
  ]

  /// The commands that use prices. A leaderboard uses no exchange rates.
  private static let usesPrices: Set<Command.Scope> = [
    .report, .check, .snapshot, .export, .leaderboard, .entry, .serving,
  ]

  /// The flags that select prices.
  static let prices: [Flag] = [
    Flag(
      "max-price-age", .count("DAYS", of: "days", \.request.prices.maximumAge, upTo: 100_000),
      .prices,
      [.priced], "warn of prices that are older than this",
      details: "In days before the day of the report. Default: no limit.",
      example: "7"),
    Flag(
      "trade-prices", .none(\.request.prices.tradesCount), .prices, [.priced, .analysis],
      "value instruments without a price at their last trade price",
      details: "Only if no price is known by the day; each gives a warning."),
  ]

  /// The flags for the periods and the parts of a report of returns.
  static let returns: [Flag] = [
    Flag(
      "by", .word("PERIOD", \.request.returns.step), .returns, [.returns],
      "one row for each day, week, month, quarter or year",
      details: "Calendar periods; weeks end on Sunday. Default: one row.",
      example: "month"),
    Flag(
      "per", .word("PART", \.request.returns.scope), .returns, [.returns],
      "returns of the portfolio, of each symbol or of each account", example: "symbol"),
    Flag(
      "benchmark", .text("SYM", \.benchmark), .returns, [.returns],
      "return of the same cash flows in this instrument",
      details: "An instrument of the ledger, at its price and without income.", example: "VT"),
  ]

  /// The flags that group rows.
  static let rows: [Flag] = [
    Flag(
      "per", .word("ROW", \.request.profitGrouping), .rows, [.profit],
      "what the rows are grouped by",
      details: "Default: instruments, and the cash of each currency.", example: "account"),
    Flag(
      "by", .word("ROW", \.request.incomeGrouping), .rows,
      [.income, .schema],
      "what the rows are grouped by", details: "Default: one row for each item.", example: "year"),
  ]

  /// The flags that restrict a report to symbols, accounts or a user.
  static let selection: [Flag] = [
    Flag(
      "symbol", short: "s", .list(.value("SYM"), \.symbols), .selection, [.report, .listing],
      "only this instrument; repeatable", example: "AAPL"),
    Flag(
      "account", short: "a", .list(.value("ID"), \.accounts), .selection, [.report, .listing],
      "only this account; repeatable", example: "c-usd"),
    Flag(
      "cash", .text("ID", \.cashAccount), .selection, [.register], "only this cash account",
      details: "Default: all.", example: "c-usd"),
    Flag(
      "where", .text("CONDITION", \.condition), .selection, [.report],
      "only rows that meet a condition on their columns",
      details: """
        As in SQL: = <> < <= > >=, like, contains, in, between, is null, and, or, not. Columns \
        are those of --format csv. Totals are those of the rows that are left.
        """, example: "\"gain<0\""),
    Flag(
      "user", short: "u", .text("ID", \.user), .selection,
      [.report, .check, .snapshot, .export, .create, .serving], "only the rows of this user",
      details: "Required if the ledger has several users.",
      example: "42"),
  ]
}
