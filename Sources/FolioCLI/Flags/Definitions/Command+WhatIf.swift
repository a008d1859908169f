extension Command {
  /// The command that books a trade that has not happened.
  static let whatIf = Command(
    name: "what-if", scopes: [.report, .supposed],
    refuses: ["from", "to", "symbol", "account", "each", "where", "strict"],
    summary: "show what a sale or a purchase would do to gains",
    description: """
      Books the trade in a copy of the ledger, as its last one of the day, and reads the gains. \
      For a sale: one row for each method and for the best choice of lots, with the tax windows. \
      For a purchase: the gains of earlier sales that it changes. With --harvest: the losses that \
      sales would realize, and when they are free of purchases around them. Writes nothing.
      """,
    examples: [
      Example("Sell 10 units", "folio what-if ledger.json --sell AAPL --quantity 10"),
      Example(
        "The lots with the least tax",
        "folio what-if l.json --sell SAP --quantity 9 --rate-short 0.37 --rate-long 0.2"),
      Example("Losses to realize", "folio what-if ledger.json --harvest"),
    ]
  ) { try $0.whatIf($1) }
}
