extension Command {
  /// The command that writes a page with all reports.
  static let page = Command(
    name: "report",
    scopes: [.report, .taking(.period), .taking(.prices), .taking(.returns), .page],
    refuses: ["symbol", "account", "format", "each", "where", "charts", "by", "per"],
    summary: "one HTML page with charts and all reports",
    description: """
      Value, profit by source, returns, allocation, positions, gains, income, cash, warnings and \
      definitions, with charts, in one file that loads nothing else. It prints on A4 and Letter. \
      --redact leaves percentages alone, for sharing.
      """,
    examples: [
      Example("A page for a client", "folio report ledger.json --output report.html"),
      Example("A year", "folio report ledger.json --from 2024 --to 2024 -o 2024.html"),
      Example("To share, without amounts", "folio report ledger.json --redact -o shared.html"),
    ]
  ) { try $0.page($1) }
}
