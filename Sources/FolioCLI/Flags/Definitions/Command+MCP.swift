extension Command {
  /// The command that serves tools to programs.
  static let mcp = Command(
    name: "mcp", scopes: [.serving],
    summary: "serve reports as tools of the Model Context Protocol",
    description: """
      Answers JSON-RPC messages on standard input, one a line, on standard output. Tools: each \
      report, explain, what_if, harvest, check, and propose_group, which checks a transaction for \
      a person to add. They read the ledgers of the command line, anew for each call, and no other \
      file. Nothing is written.
      """,
    examples: [
      Example("Serve a ledger", "folio mcp ledger.json"),
      Example("With prices", "folio mcp file:ledger.folio --prices prices.csv"),
    ]
  ) { try $0.serveTools($1) }
}
