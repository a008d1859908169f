extension Flag {
  /// The flags of `what-if`. Some have namesakes that describe a new transaction.
  static let supposing: [Flag] = [
    supposed("sell", .text("SYM", \.supposed.sell), "suppose a sale of this instrument", "AAPL"),
    supposed("buy", .text("SYM", \.supposed.buy), "suppose a purchase of this instrument", "AAPL"),
    supposed("harvest", .none(\.supposed.harvest), "list the losses that could be realized", ""),
    supposed("quantity", .number(\.supposed.quantity), "number of units", "10"),
    supposed(
      "price", .number(\.supposed.price), "price per unit", "180.25",
      details: "As the instrument is quoted. Default: the last price of the ledger by the day."),
    supposed("fees", .number(\.supposed.fees), "fees of the trade", "1.00"),
    supposed(
      "on", .date(\.supposed.on), "day of the trade", "2024-12-20",
      details: "YYYY-MM-DD or 'today'. Default: --as-of, or the last day of the ledger."),
    supposed(
      "cash", .text("ID", \.supposed.cash), "cash account", "c-usd",
      details: "Default: the first one in the currency."),
    supposed(
      "broker", .text("ID", \.supposed.broker), "securities account of the units", "ib",
      details: "Default: with --lot-scope account the only one that holds them, or none."),
    supposed(
      "goal", .word("GOAL", \.supposed.goal), "what the lots of the sale are chosen for",
      "least-tax",
      details: """
        'least-gain': the least taxable gain; 'least-tax': the least tax of the year, at \
        --tax-rate, or --rate-short and --rate-long; 'keep-long-term': as many long-term units as \
        possible, then the least gain. Default: each that needs nothing else.
        """),
    supposed(
      "tax-rate", .ratio(\.supposed.taxRate), "tax rate of all gains", "0.20",
      details: "A ratio or a percentage of the gain: 0.2 or 20%. Under any tax rules."),
    supposed(
      "rate-short", .ratio(\.supposed.shortRate), "tax rate of short-term gains", "0.37",
      details: "A ratio or a percentage: 0.2 or 20%. Needs the rules us."),
    supposed(
      "rate-long", .ratio(\.supposed.longRate), "tax rate of long-term gains", "0.20",
      details: "A ratio or a percentage: 0.2 or 20%. Needs the rules us."),
    supposed(
      "rows", .word("ROWS", \.supposed.rows), "what each row is", "lots",
      details: """
        'choices': a choice of lots; 'lots': a lot of a choice; 'effects': a gain of another group \
        that a choice changes. Default: choices.
        """),
  ]

  private static func supposed(
    _ name: String, _ value: FlagValue, _ summary: String, _ example: String,
    details: String = ""
  ) -> Flag {
    Flag(name, value, .supposed, [.supposed], summary, details: details, example: example)
  }
}
