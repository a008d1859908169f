// Views for common questions. Those with sums need the exact functions.
extension QueryView {
  /// The exact sum of a column, as the two columns of an exact number; null if an amount is not
  /// known. The casts let a comparison convert its other side, as that with a column of a table.
  private static func sum(_ column: String, as name: String) -> String {
    let sum =
      "CASE WHEN count(\(column)_exact) = count(*) THEN exact_sum(\(column)_exact) END"
    return """
      cast(\(sum) AS REAL) AS \(name),
      cast(\(sum) AS TEXT) COLLATE exact AS \(name)_exact
      """
  }

  private static func sums(_ columns: String...) -> String {
    columns.map { sum($0, as: $0) }.joined(separator: ",\n")
  }

  static let trades = QueryView(
    name: "trades", meaning: "one row for each leg of an instrument in a group that counts",
    columns: [
      QueryColumn("group_id", .text, "the group"),
      QueryColumn("day", .day, "the trade date"),
      QueryColumn("type", .text, "the trade type, such as `buy`"),
      QueryColumn("symbol", .text, "the instrument"),
      QueryColumn("account", .text, "the securities account"),
      QueryColumn("quantity", .exact, "units, above zero"),
      QueryColumn("price", .exact, "the price of one unit"),
      QueryColumn("gross", .exact, "units × price"),
      QueryColumn("fees", .exact, "fees"),
      QueryColumn("taxes", .exact, "taxes"),
      QueryColumn("currency", .text, "the currency of the amounts"),
      QueryColumn("status", .text, "`settled` or `pending`"),
      QueryColumn("notes", .text, "the notes of the group"),
    ],
    query: """
      SELECT l.group_id, l.day, l.type, l.symbol, l.account, l.quantity, l.quantity_exact,
        l.price, l.price_exact, l.gross, l.gross_exact, l.fees, l.fees_exact,
        l.taxes, l.taxes_exact, l.currency, g.status, g.notes
      FROM groups g JOIN legs l ON l.group_id = g.id
      WHERE l.kind = 'stock' AND g.status <> 'void' AND g.is_deleted = 0
      """)

  static let cashMovements = QueryView(
    name: "cash_movements", meaning: "one row for each cash leg of a group that counts",
    columns: [
      QueryColumn("group_id", .text, "the group"),
      QueryColumn("day", .day, "the day of the group"),
      QueryColumn("account", .text, "the cash account"),
      QueryColumn("type", .text, "the purpose, such as `deposit`"),
      QueryColumn("amount", .exact, "below zero if it goes out"),
      QueryColumn("currency", .text, "the currency of the amount"),
      QueryColumn("group_type", .text, "the type of the group"),
      QueryColumn("status", .text, "`settled` or `pending`"),
      QueryColumn("notes", .text, "the notes of the group"),
    ],
    query: """
      SELECT l.group_id, g.day, l.account, l.type, l.amount, l.amount_exact, l.currency,
        g.type AS group_type, g.status, g.notes
      FROM groups g JOIN legs l ON l.group_id = g.id
      WHERE l.kind = 'cash' AND g.status <> 'void' AND g.is_deleted = 0
      """)

  static let gainsByYear = QueryView(
    name: "gains_by_year", meaning: "realized gains of each calendar year, currency and term",
    columns: [
      QueryColumn("year", .text, "the calendar year of the disposals"),
      QueryColumn("currency", .text, "the currency of the trades"),
      QueryColumn("term", .text, "`short` or `long`; null without such rules"),
      QueryColumn("disposals", .integer, "the number of lots disposed of"),
      QueryColumn("proceeds", .exact, "the sum of the proceeds"),
      QueryColumn("cost_basis", .exact, "the sum of the costs"),
      QueryColumn("gain", .exact, "the sum of the gains"),
      QueryColumn("gain_base", .exact, "in the base currency; null if a part is not known"),
    ],
    query: """
      SELECT cast(substr(disposed, 1, 4) AS TEXT) AS year, currency, term,
        cast(count(*) AS INTEGER) AS disposals,
        \(sums("proceeds", "cost_basis", "gain", "gain_base"))
      FROM disposals GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      """, hasSums: true)

  static let incomeByYear = QueryView(
    name: "income_by_year", meaning: "income of each calendar year, payer, kind and currency",
    columns: [
      QueryColumn("year", .text, "the calendar year"),
      QueryColumn("symbol", .text, "the payer; null if no instrument paid"),
      QueryColumn("kind", .text, "such as `dividend` or `interest`"),
      QueryColumn("currency", .text, "the currency of the payments"),
      QueryColumn("gross", .exact, "the sum before tax"),
      QueryColumn("tax_withheld", .exact, "the sum of the taxes"),
      QueryColumn("net", .exact, "the sum after tax"),
      QueryColumn("net_base", .exact, "in the base currency; null if a part is not known"),
    ],
    query: """
      SELECT cast(substr(day, 1, 4) AS TEXT) AS year, symbol, kind, currency,
        \(sums("gross", "tax_withheld", "net", "net_base"))
      FROM income GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
      """, hasSums: true)

  static let accountBalances = QueryView(
    name: "account_balances", meaning: "the balance of each account of the journal",
    columns: [
      QueryColumn("account", .text, "such as `Assets:Cash:usd`"),
      QueryColumn("currency", .text, "the currency"),
      QueryColumn("postings", .integer, "the number of postings"),
      QueryColumn("balance", .exact, "debits less credits"),
    ],
    query: """
      SELECT account, currency, cast(count(*) AS INTEGER) AS postings,
        \(sum("amount", as: "balance"))
      FROM postings GROUP BY 1, 2 ORDER BY 1, 2
      """, hasSums: true)

  static let latestPrices = QueryView(
    name: "latest_prices", meaning: "the last price of each instrument",
    columns: [
      QueryColumn("symbol", .text, "the instrument"),
      QueryColumn("day", .day, "the day of the price"),
      QueryColumn("price", .exact, "the price of one unit as quoted"),
      QueryColumn("currency", .text, "the currency of the price"),
    ],
    query: """
      SELECT symbol, max(day) AS day, price, price_exact, currency FROM prices
      GROUP BY symbol ORDER BY symbol
      """)
}
