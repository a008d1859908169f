extension Flag {
  /// The flags that describe a new transaction, and those that select the rows of `log`.
  static let entry: [Flag] = [
    entry("buy", .event { .buy($0) }, "buy this instrument", "AAPL"),
    entry("sell", .event { .sell($0) }, "sell this instrument", "AAPL"),
    entry("dividend", .event { .dividend($0) }, "a dividend of this instrument", "AAPL"),
    entry("deposit", .payment(.deposit), "cash deposited", "500"),
    entry("withdraw", .payment(.withdrawal), "cash withdrawn", "500"),
    entry("interest", .payment(.interest), "interest received", "500"),
    entry("fee", .payment(.fee), "fee paid, not part of a trade", "500"),
    entry("tax", .payment(.tax), "tax paid, not part of a trade", "500"),
    entry(
      "exchange", .exchange, "one currency given for another", "1000EUR=1080USD",
      details: "The accounts are the only ones in these currencies, or --from and --to."),
    entry(
      "transfer", .transfer, "units or cash moved between accounts", "500",
      details: "A symbol with --quantity, or an amount of cash. Needs --from and --to."),
    entry(
      "split", .split, "a split of this instrument", "SAP:2:1",
      details: "2 new units for 1 old unit."),
    entry("quantity", .number(\.entry.quantity), "number of units", "10"),
    entry(
      "price", .price, "price per unit, or a closing price to keep", "180.25",
      details: """
        SYM:PRICE or SYM:PRICE:CUR, such as SAP:180.25, is a closing price of the day of --on; \
        repeatable.
        """),
    entry(
      "gross", .number(\.entry.gross), "gross amount before fees and taxes", "1802.50",
      details: "Default: quantity × price, rounded to the minor unit."),
    entry("fees", .number(\.entry.fees), "fees of the trade", "1.00"),
    entry(
      "taxes", .number(\.entry.taxes), "taxes of the trade, or withheld from the dividend", "2.50"),
    Flag(
      "on", .date(\.entry.on), .entry, [.entry, .settling],
      "date of the transaction",
      details: "YYYY-MM-DD or 'today'. Also of prices, rates and balances. Default for 'add': now.",
      example: "2024-03-01"),
    entry(
      "settles", .date(\.entry.settles), "settlement date of the trade", "2024-03-05"),
    entry(
      "cash", .text("ID", \.entry.cash), "cash account", "c-usd",
      details: "Default: the only one in the currency."),
    entry(
      "broker", .text("ID", \.entry.broker), "securities account of the units", "ib",
      details: "A name that you choose. Default: none."),
    entry(
      "from", .text("ID", \.entry.from), "source account", "c-usd",
      details: "Of --transfer or --exchange."),
    entry(
      "to", .text("ID", \.entry.to), "target account", "c-eur",
      details: "Of --transfer or --exchange."),
    entry(
      "id", .text("ID", \.entry.id), "id of the new group", "sale-17",
      details: "Default: a new UUID."),
    entry("notes", .text("TEXT", \.entry.notes), "notes", "rebalanced"),
    entry(
      "for", .text("SYMBOL", \.entry.instrument), "instrument that the fee, tax or interest is for",
      "AAPL"),
    entry("pending", .none(\.entry.isPending), "the group has not settled yet", ""),
    row(
      "account", .account, "a new cash account", "eur:EUR",
      details: "An id and a currency; a name may follow: 'eur:EUR:My bank'."),
    row(
      "instrument", .instrument, "a new instrument", "SAP:EUR",
      details: """
        A symbol and a currency; a name may follow: 'SAP:EUR:SAP SE'. So may kind=, market=, \
        isin=, multiplier=, price_factor= and price_source=: C150:USD:kind=option:multiplier=100.
        """),
    row(
      "rate", .rate, "an exchange rate of the day of --on", "EUR:USD:1.08",
      details: "One unit of the first currency in the second."),
    row(
      "balance", .balance, "a balance of a statement of the day of --on", "usd:998.77",
      details: """
        A cash account, or its currency, and its amount; or a symbol and its units: AAPL:12, or \
        AAPL:12:ib in the account ib. 'none' instead of the number cancels a balance.
        """),
    row(
      "price-file", .file(.prices), "a file of prices that every report reads", "prices.csv",
      details: "Only its name is stored."),
    row(
      "rate-file", .file(.rates), "a file of rates that every report reads", "rates.csv",
      details: "Only its name is stored."),
    row(
      "drop-price-file", .dropped(.prices), "a file of prices that is no longer read",
      "prices.csv", details: "The file itself stays."),
    row(
      "drop-rate-file", .dropped(.rates), "a file of rates that is no longer read", "rates.csv",
      details: "The file itself stays."),
    Flag(
      "force", .none(\.force), .entry, [.entry, .change],
      "make the change even if it alters figures up to closed_until"),
    Flag(
      "type", .words("TYPE", \.groupTypes), .selection, [.listing],
      "only groups of this type; repeatable", example: "dividend"),
    Flag(
      "status", .words("STATUS", \.statuses), .selection, [.listing],
      "only groups with this status; repeatable", example: "pending"),
    Flag(
      "text", .text("TEXT", \.text), .selection, [.listing],
      "only groups with this text",
      details: "In notes, ids, symbols, accounts or their names; capitals do not matter.",
      example: "rebalanced"),
    Flag(
      "id", .list(.value("ID"), \.groupIDs), .selection, [.listing],
      "only this group, even if deleted; repeatable",
      details: "An id, or its beginning.", example: "sale-17"),
    Flag(
      "limit", .count("COUNT", of: "groups", \.limit), .rows, [.listing],
      "maximum number of groups", example: "5"),
    Flag(
      "offset", .count("COUNT", of: "groups", \.offset), .rows, [.listing],
      "number of newest groups to skip", example: "5"),
    Flag("deleted", .none(\.includesDeleted), .rows, [.listing], "include deleted groups"),
  ]

  private static func entry(
    _ name: String, _ value: FlagValue, _ summary: String, _ example: String,
    details: String = ""
  ) -> Flag {
    Flag(name, value, .entry, [.entry], summary, details: details, example: example)
  }

  private static func row(
    _ name: String, _ value: FlagValue, _ summary: String, _ example: String,
    details: String = ""
  ) -> Flag {
    Flag(
      name, value, .newRows, [.entry], summary,
      details: details.isEmpty ? "Repeatable." : "\(details) Repeatable.", example: example)
  }
}
