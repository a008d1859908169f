extension Command {
  static let check = Command(
    name: "check", scopes: [.check, .derived],
    summary: "list all errors and warnings of the ledger",
    description: """
      Reads, checks and books the ledgers. Lists each error with line, column and advice; the \
      exit status is 1 if there are errors. --strict also reports missing master rows, unknown \
      keys and negative cash. --derived also compares stored positions and holdings.
      """,
    examples: [
      Example("Check a ledger", "folio check ledger.json"),
      Example("Compare the stored positions too", "folio check --derived ledger.json"),
      Example("Check what a pipe delivers, strictly", "cat ledger.json | folio check --strict -"),
    ]
  ) { try $0.check($1) }
}
