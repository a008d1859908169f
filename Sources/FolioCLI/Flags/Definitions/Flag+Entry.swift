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
    entry("quantity", .number(\.entry.quantity), "number of units", "10"),
    entry("price", .number(\.entry.price), "price per unit", "180.25"),
    entry(
      "gross", .number(\.entry.gross), "gross amount before fees and taxes", "1802.50",
      details: "Default: quantity × price, rounded to the minor unit."),
    entry("fees", .number(\.entry.fees), "fees of the trade", "1.00"),
    entry(
      "taxes", .number(\.entry.taxes), "taxes of the trade, or withheld from the dividend", "2.50"),
    Flag(
      "on", .date(\.entry.on), .entry, [.entry, .settling],
      "date of the transaction",
      details: "YYYY-MM-DD or 'today'. Default for 'add': now.", example: "2024-03-01"),
    entry(
      "settles", .date(\.entry.settles), "settlement date of the trade", "2024-03-05"),
    entry(
      "cash", .text("ID", \.entry.cash), "cash account", "c-usd",
      details: "Default: the only one in the currency."),
    entry(
      "id", .text("ID", \.entry.id), "id of the new group", "sale-17",
      details: "Default: a new UUID."),
    entry("notes", .text("TEXT", \.entry.notes), "notes", "rebalanced"),
    entry(
      "for", .text("SYMBOL", \.entry.instrument), "instrument that the fee, tax or interest is for",
      "AAPL"),
    entry("pending", .none(\.entry.isPending), "the group has not settled yet", ""),
    Flag(
      "force", .none(\.force), .entry, [.entry, .change],
      "make the change even if it alters figures up to closed_until"),
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
}
