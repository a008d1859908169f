import FolioNumbers

extension Flag {
  /// Where prices and exchange rates come from beside the ledger.
  static let quotes = [priceFiles, rateFiles, priceCurrency, priceDate]

  private static let scopes: Set<Command.Scope> = [.report, .check, .snapshot, .export]

  /// A leaderboard has prices, but no rates.
  private static let priceScopes = scopes.union([.leaderboard])

  private static let priceFiles = Flag(
    name: "prices", argument: .file("FILE"), isRepeatable: true, topic: .prices,
    scopes: priceScopes,
    summary: "a file of prices; may be given again for more",
    details: """
      CSV with the header date,symbol,price,currency, JSON of CoinGecko (/simple/price, \
      /coins/markets), or a ledger with historical_prices. A later file wins over an earlier one.
      """,
    example: "--prices prices.csv"
  ) { text, options in options.prices.append(text) }

  private static let rateFiles = Flag(
    name: "rates", argument: .file("FILE"), isRepeatable: true, topic: .prices, scopes: scopes,
    summary: "a file of exchange rates; may be given again for more",
    details: """
      CSV with the header date,from,to,rate, the European Central Bank's eurofxref-hist.csv, or \
      a ledger with fx_rates. A later file wins over an earlier one.
      """,
    example: "--rates eurofxref-hist.csv"
  ) { text, options in options.rates.append(text) }

  private static let priceCurrency = Flag(
    name: "price-currency", argument: .value("CUR"), topic: .prices, scopes: priceScopes,
    summary: "the currency of prices that name none",
    details: "As in CoinGecko's /coins/markets. The instrument's where left out.",
    example: "--price-currency USD"
  ) { text, options throws(UsageError) in
    do throws(CurrencyFault) {
      options.priceCurrency = try Currency(text)
    } catch {
      throw .value(.notACurrency(flag: "price-currency", value: text))
    }
  }

  private static let priceDate = Flag(
    name: "price-date", argument: .value("DATE"), topic: .prices, scopes: priceScopes,
    summary: "the day of prices that name none",
    details: "YYYY-MM-DD or 'today'. Needed where CoinGecko does not say when it looked.",
    example: "--price-date today", store: day("price-date", .last) { $1.priceDate = $0 })
}
