extension Command {
  static let check = Command(
    name: "check", scopes: [.check, .derived],
    summary: "every fault of the ledger, and nothing else",
    description: """
      Reads and books the ledgers and lists each fault with its line, its column and what to do \
      about it. The exit status is 1 if there is one. With --strict, an instrument without a \
      master row is a fault, and unknown keys and cash below zero are warned of. With --derived, \
      stored positions and holdings that differ from what Folio computes are faults too.
      """,
    examples: [
      Example("Is the ledger in order?", "folio check ledger.json"),
      Example("Are the stored positions right?", "folio check --derived ledger.json"),
      Example("What comes through a pipe, strictly", "cat ledger.json | folio check --strict -"),
    ]
  ) { try $0.check($1) }
}
