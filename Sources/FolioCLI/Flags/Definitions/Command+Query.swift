extension Command {
  /// The command that answers questions in SQL.
  static let query = Command(
    name: "query", scopes: [.report, .analysis],
    refuses: ["from", "to", "tax-year", "symbol", "account", "each", "where"],
    operand: Operand(
      placeholder: "SQL", isLast: true,
      meaning: "one statement that reads, such as SELECT, as the last word"),
    summary: "answer a question about the books in SQL",
    description: """
      Runs a statement of SQLite on tables of the books: \
      \(QuerySchema.tables.map(\.name).joined(separator: ", ")). Numbers have two columns: \
      'gain' for comparisons, 'gain_exact' with all digits. exact_sum, exact_min, exact_max and \
      exact_avg count without rounding. A statement cannot write, attach or load anything.
      """,
    examples: [
      Example(
        "All gains, added up without rounding",
        "folio query ledger.json \"SELECT exact_sum(gain_exact) FROM disposals\""),
      Example("The columns of a table", "folio query l.json \"SELECT * FROM lots LIMIT 1\""),
    ]
  ) { try $0.query($1) }
}
