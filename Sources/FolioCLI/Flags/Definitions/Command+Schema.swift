extension Command {
  static let schema = Command(
    name: "schema", scopes: [.schema, .taking(.incomeRows)],
    operand: Operand(placeholder: "REPORT", words: { ReportKind.all.map(\.name) }),
    words: .none, needs: "for",
    summary: "print the columns of a report for another system",
    description: """
      The definitions of the columns of the rows, as --format json prints them, for spark, duckdb, \
      postgres or arrow. Numbers are exact: numeric in PostgreSQL, 256-bit decimals in Arrow, and \
      texts in Spark and DuckDB, whose decimals have 38 digits.
      """,
    examples: [
      Example("A table in PostgreSQL", "folio schema gains --for postgres"),
      Example("The form of a country", "folio schema tax-form --tax-rules uk --for duckdb"),
    ]
  ) { try $0.schema($1) }
}

extension CommandRunner {
  /// Prints the columns of a report.
  func schema(_ invocation: Invocation) throws {
    let options = invocation.options
    let kind = ReportKind.all.first { $0.name == invocation.operand }
    guard let kind, let target = options.schemaTarget else { return }
    if options.request.incomeGrouping != .date, !kind.options.contains(.incomeRows) {
      throw CommandFailure.usage("the rows of '\(kind.name)' have no --by. Leave it out.")
    }
    let columns = try kind.columns(
      under: options.booking.taxRules?.regime, options.request)
    guard let columns else { throw CommandFailure.noTaxRules(kind.name) }
    try show(target.definitions(of: columns))
  }
}
