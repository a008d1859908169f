extension Command {
  /// The command that tells how a figure came about.
  static let explain = Command(
    name: "explain", scopes: [.report], refuses: ["from", "to", "symbol", "account", "each"],
    operand: Operand(
      placeholder: "GROUP-ID|SYMBOL",
      meaning: "the id of a transaction group or the symbol of an instrument; where it is both, "
        + "the group is meant"),
    summary: "the story of a gain or a lot, in words and numbers",
    description: """
      Of a group that sold: each gain with the past of its lot, from the purchase through splits, \
      spin-offs, transfers and earlier sales, with the line of the ledger and the sum of each \
      step. Of a group that bought: what became of its lots. Of a symbol: everything that \
      happened to it, and what is open.
      """,
    examples: [
      Example("How did this gain come about?", "folio explain sale-17 ledger.json"),
      Example("All of one instrument, for a file", "folio explain AAPL ledger.json -f markdown"),
    ]
  ) { try $0.explain($1) }
}
