// Flags of the arguments of reports.
extension Flag {
  static let period = ReportArgument.period.map { Flag($0, .period) }
  static let booking = ReportArgument.booking.map { Flag($0, .booking) }
  static let prices = ReportArgument.prices.map { Flag($0, .prices) }
  static let returns = ReportArgument.returns.map { Flag($0, .returns) }
  static let rows = ReportArgument.rows.map { Flag($0, .rows) }
  static let supposing = ReportArgument.supposed.map { Flag($0, .supposed) }

  /// The flags that restrict a report to symbols, accounts or a user.
  static let selection =
    ReportArgument.selection.map { Flag($0, .selection) } + [
      Flag(
        "user", short: "u", .text("ID", \.user), .selection,
        [.report, .check, .snapshot, .export, .create, .serving, .fetching],
        "only the rows of this user",
        details: "Required if the ledger has several users.",
        example: "42")
    ]

  private init(_ argument: ReportArgument, _ topic: Topic) {
    let scope = topic == .supposed ? .supposed : argument.group.map(Command.Scope.taking) ?? .report
    self.init(
      argument.name, short: argument.short, FlagValue(argument.value), topic,
      Flag.scopes[argument.name, default: []].union([scope]), argument.summary,
      details: argument.details, example: argument.example)
  }

  /// The scopes of the commands besides reports that take an argument of reports.
  private static let scopes: [String: Set<Command.Scope>] = [
    "as-of": [.snapshot, .analysis], "from": [.report, .listing, .analysis, .fetching],
    "to": [.report, .listing, .analysis, .fetching], "tax-year": [.analysis],
    "date-basis": [.analysis], "exclude-pending": [.analysis],
    "base": [.snapshot, .create, .analysis, .fetching, .starting],
    "method": ofBooking, "lot-scope": ofBooking, "fee-treatment": ofBooking,
    "tax-rules": ofBooking.union([.schema]), "trade-prices": [.analysis], "symbol": [.listing],
    "account": [.listing],
  ]

  private static let ofBooking: Set<Command.Scope> = [.check, .snapshot, .create, .analysis]
}

extension Flag {
  /// The flags that add prices and exchange rates from separate files.
  static let quotes: [Flag] = [
    Flag(
      "prices", .prices, .prices, usesPrices.union([.starting]), "a file of prices; repeatable",
      details: """
        CSV with the header date,symbol,price,currency, or SYMBOL=FILE for CSV of one instrument; \
        JSON of CoinGecko (/simple/price, /coins/markets), a ledger with historical_prices, or a \
        file packed with 'folio prices'. Later files take precedence.
        """, example: "prices.csv"),
    Flag(
      "rates", .list(.file("FILE"), \.rates), .prices,
      [.report, .check, .snapshot, .export, .entry, .serving, .starting],
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
}
