// The tables of the records as the ledger has them.
extension QueryTable {
  static let ledger = QueryTable(
    "ledger", "one row: the rules by which the books were made", rows: { [$0] },
    [
      .day("as_of", "the last day of the books") { $0.booked.options.asOf },
      .text("base_currency", "the currency of columns with `_base`") {
        $0.booked.baseCurrency?.code
      },
      .text("method", "which lots a sale takes first") { $0.booked.options.method?.rawValue },
      .text("lot_scope", "where lots are looked for") { $0.booked.options.lotScope?.rawValue },
      .text("fee_treatment", "how fees of trades are booked") {
        $0.booked.options.feeTreatment?.rawValue
      },
      .text("tax_rules", "the tax rules that determine gains") {
        ($0.booked.options.taxRules ?? TaxRules.none).rawValue
      },
      .text("date_basis", "which date of a trade counts") { $0.booked.options.dateBasis.rawValue },
      .text("folio_version", "the version of Folio that wrote the tables") { _ in
        FolioVersion.current
      },
    ])

  static let instruments = QueryTable(
    "instruments", "one row for each instrument", indexed: ["symbol"],
    rows: { $0.tables.instruments },
    [
      .text("symbol", "the symbol, by which other tables name it") { $1.tables.text($0.symbol) },
      .text("name", "the name") { $0.name },
      .text("kind", "such as `stock`, `etf` or `coin`") { $0.kind },
      .text("market", "the market, such as a MIC") { $0.market },
      .text("isin", "the ISIN") { $0.isin },
      .text("currency", "the currency that it is traded in") { row, books in
        row.currency.flatMap(books.currency)
      },
      .exact("multiplier", "priced units in one unit; null for 1") { $0.multiplier },
      .exact("price_factor", "the value of one point of a price; null for 1") { $0.priceFactor },
      .text("price_source", "where its prices come from, such as `yahoo/VWCE.DE`") {
        $0.priceSource
      },
    ])

  static let accounts = QueryTable(
    "accounts", "one row for each cash account and each securities account",
    indexed: ["id"],
    rows: { books in
      books.tables.cashAccounts.indices.map { ($0, isCash: true) }
        + books.securitiesAccounts.indices.filter { !books.securitiesAccounts[$0].isEmpty }
        .map { ($0, isCash: false) }
    },
    [
      .text("id", "the id, by which other tables name it") {
        $0.isCash ? $1.cashAccounts[$0.0] : $1.securitiesAccounts[$0.0]
      },
      .text("kind", "`cash` or `securities`") { $0.isCash ? "cash" : "securities" },
      .text("name", "the name") { $0.isCash ? $1.tables.cashAccounts[$0.0].name : nil },
      .text("currency", "the currency of a cash account") {
        $0.isCash ? $1.currency($1.tables.cashAccounts[$0.0].currency) : nil
      },
    ])

  static let groups = QueryTable(
    "groups", "one row for each transaction group, in the order of the ledger",
    indexed: ["id", "day"], rows: { $0.tables.groups },
    [
      .text("id", "the id of the group") { $1.tables.text($0.id) },
      .day("day", "the trade date, or the day on which it occurred") {
        $1.booked.ledger.tradeDay(of: $0)
      },
      .day("settlement_day", "the day on which cash and units change hands") {
        $1.booked.ledger.settlementDay(of: $0)
      },
      .text("occurred_at", "the time as written") { "\($0.occurredAt)" },
      .text("type", "the type, such as `stock_trade`") { $0.type?.rawValue },
      .text("status", "`settled`, `pending` or `void`") { $0.status.rawValue },
      .flag("is_deleted", "1 if it was deleted: it then moves nothing") { $0.isDeleted },
      .text("notes", "the notes") { $1.tables.texts[$0.notes] },
    ])

  static let prices = QueryTable(
    "prices", "one row for each closing price", indexed: ["symbol"], rows: { $0.tables.prices },
    [
      .text("symbol", "the instrument") { $1.symbol($0.instrument) },
      .day("day", "the day on which it closed") { $0.day },
      .exact("price", "the price of one unit as quoted, in `currency`") { $0.price },
      .text("currency", "the currency of the price") { $1.currency($0.currency) },
    ])

  static let rates = QueryTable(
    "rates", "one row for each exchange rate", rows: { $0.tables.rates },
    [
      .day("day", "the day on which it held") { $0.day },
      .text("from_currency", "the currency of which there is one") { $1.currency($0.from) },
      .text("to_currency", "the currency in which it is worth `rate`") { $1.currency($0.to) },
      .exact("rate", "units of `to_currency` for one of `from_currency`") { $0.rate },
    ])
}
