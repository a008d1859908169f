// The tables of the records as the ledger has them.
extension QueryTable {
  static let ledger = QueryTable(
    "ledger", "one row: the rules by which the books were made", rows: { [$0] },
    [
      QueryField("as_of", .day, "the last day of the books") { row, _ in
        .day(orNull: row.booked.options.asOf)
      },
      QueryField("base_currency", .text, "the currency of columns with `_base`") { row, _ in
        .text(orNull: row.booked.baseCurrency?.code)
      },
      QueryField("method", .text, "which lots a sale takes first") { row, _ in
        .text(orNull: row.booked.options.method?.rawValue)
      },
      QueryField("lot_scope", .text, "where lots are looked for") { row, _ in
        .text(orNull: row.booked.options.lotScope?.rawValue)
      },
      QueryField("fee_treatment", .text, "how fees of trades are booked") { row, _ in
        .text(orNull: row.booked.options.feeTreatment?.rawValue)
      },
      QueryField("tax_rules", .text, "the tax rules that determine gains") { row, _ in
        .text(orNull: (row.booked.options.taxRules ?? .none)?.rawValue)
      },
      QueryField("date_basis", .text, "which date of a trade counts") { row, _ in
        .text(row.booked.options.dateBasis.rawValue)
      },
      QueryField("folio_version", .text, "the version of Folio that wrote the tables") { _, _ in
        .text(FolioVersion.current)
      },
    ])

  static let instruments = QueryTable(
    "instruments", "one row for each instrument", indexed: ["symbol"],
    rows: { $0.tables.instruments },
    [
      QueryField("symbol", .text, "the symbol, by which other tables name it") { row, books in
        .text(books.tables.text(row.symbol))
      },
      QueryField("name", .text, "the name") { row, _ in .text(orNull: row.name) },
      QueryField("kind", .text, "such as `stock`, `etf` or `coin`") { row, _ in
        .text(orNull: row.kind)
      },
      QueryField("market", .text, "the market, such as a MIC") { row, _ in
        .text(orNull: row.market)
      },
      QueryField("isin", .text, "the ISIN") { row, _ in .text(orNull: row.isin) },
      QueryField("currency", .text, "the currency that it is traded in") { row, books in
        row.currency.map { books.currency($0) } ?? .null
      },
      QueryField("multiplier", .exact, "priced units in one unit; null for 1") { row, _ in
        .exact(orNull: row.multiplier)
      },
      QueryField("price_factor", .exact, "the value of one point of a price; null for 1") {
        row, _ in .exact(orNull: row.priceFactor)
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
      QueryField("id", .text, "the id, by which other tables name it") { row, books in
        .text(row.isCash ? books.cashAccounts[row.0] : books.securitiesAccounts[row.0])
      },
      QueryField("kind", .text, "`cash` or `securities`") { row, _ in
        .text(row.isCash ? "cash" : "securities")
      },
      QueryField("name", .text, "the name") { row, books in
        .text(orNull: row.isCash ? books.tables.cashAccounts[row.0].name : nil)
      },
      QueryField("currency", .text, "the currency of a cash account") { row, books in
        row.isCash ? books.currency(books.tables.cashAccounts[row.0].currency) : .null
      },
    ])

  static let groups = QueryTable(
    "groups", "one row for each transaction group, in the order of the ledger",
    indexed: ["id", "day"], rows: { $0.tables.groups },
    [
      QueryField("id", .text, "the id of the group") { row, books in
        .text(books.tables.text(row.id))
      },
      QueryField("day", .day, "the trade date, or the day on which it occurred") { row, books in
        .day(books.booked.ledger.tradeDay(of: row))
      },
      QueryField("settlement_day", .day, "the day on which cash and units change hands") {
        row, books in .day(books.booked.ledger.settlementDay(of: row))
      },
      QueryField("occurred_at", .text, "the time as written") { row, _ in
        .text("\(row.occurredAt)")
      },
      QueryField("type", .text, "the type, such as `stock_trade`") { row, _ in
        .text(orNull: row.type?.rawValue)
      },
      QueryField("status", .text, "`settled`, `pending` or `void`") { row, _ in
        .text(row.status.rawValue)
      },
      QueryField("is_deleted", .integer, "1 if it was deleted: it then moves nothing") { row, _ in
        .flag(row.isDeleted)
      },
      QueryField("notes", .text, "the notes") { row, books in
        .text(orNull: books.tables.texts[row.notes])
      },
    ])

  static let prices = QueryTable(
    "prices", "one row for each closing price", indexed: ["symbol"], rows: { $0.tables.prices },
    [
      QueryField("symbol", .text, "the instrument") { row, books in books.symbol(row.instrument) },
      QueryField("day", .day, "the day on which it closed") { row, _ in .day(row.day) },
      QueryField("price", .exact, "the price of one unit as quoted, in `currency`") { row, _ in
        .exact(row.price)
      },
      QueryField("currency", .text, "the currency of the price") { row, books in
        books.currency(row.currency)
      },
    ])

  static let rates = QueryTable(
    "rates", "one row for each exchange rate", rows: { $0.tables.rates },
    [
      QueryField("day", .day, "the day on which it held") { row, _ in .day(row.day) },
      QueryField("from_currency", .text, "the currency of which there is one") { row, books in
        books.currency(row.from)
      },
      QueryField("to_currency", .text, "the currency in which it is worth `rate`") { row, books in
        books.currency(row.to)
      },
      QueryField("rate", .exact, "units of `to_currency` for one of `from_currency`") { row, _ in
        .exact(row.rate)
      },
    ])
}
