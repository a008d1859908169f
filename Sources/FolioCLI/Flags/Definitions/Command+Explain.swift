extension Command {
  /// The command that explains how a figure is derived.
  static let explain = Command(
    name: "explain", scopes: [.report],
    refuses: ["from", "to", "symbol", "account", "each", "where"],
    operand: Operand(
      placeholder: "GROUP-ID|SYMBOL",
      meaning: "a group id or a symbol; if it is both, the group is used"),
    summary: "explain a gain, a lot or an instrument step by step",
    description: """
      For a sale: the history of each lot sold, with the ledger line and the calculation of each \
      step. For a purchase: the later history of its lots. For a symbol: its whole history and \
      its open lots.
      """,
    examples: [
      Example("Explain the gains of a sale", "folio explain sale-17 ledger.json"),
      Example("The history of an instrument", "folio explain AAPL ledger.json -f markdown"),
    ]
  ) { try $0.explain($1) }
}
