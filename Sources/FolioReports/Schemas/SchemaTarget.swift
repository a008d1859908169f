/// A system whose tables can hold the rows of a report.
///
/// Folio's numbers have up to 36 digits, of which up to 36 may be decimal places. A system without
/// a type for all of them gets texts, which its own cast makes decimals of where they fit.
/// New minor versions may add cases.
public enum SchemaTarget: String, Sendable, CaseIterable {
  /// Apache Spark: the columns of `CREATE TABLE`, or of `StructType.fromDDL`.
  case spark
  /// DuckDB: the columns of `CREATE TABLE`.
  case duckdb
  /// PostgreSQL: the columns of `CREATE TABLE`, or of `json_to_recordset(...) AS rows(...)`.
  case postgres
  /// Apache Arrow: a schema in the JSON of Arrow's integration tests.
  case arrow

  /// Returns the definitions of columns, each on its own line. For SQL they have commas between
  /// them, so that they can stand between parentheses.
  public func definitions(of columns: [Report.Column]) -> String {
    let lines = columns.map(definition)
    switch self {
    case .spark, .postgres, .duckdb:
      return lines.joined(separator: ",\n") + "\n"
    case .arrow:
      return "{\"fields\": [\n" + lines.map { "  \($0)" }.joined(separator: ",\n") + "\n]}\n"
    }
  }

  /// The definition of a column. Keys are quoted: `from` is a word of SQL. They have neither quotes
  /// nor backslashes.
  private func definition(of column: Report.Column) -> String {
    let type = typeName(column.kind.value)
    switch self {
    case .spark: return "`\(column.key)` \(type)"
    case .duckdb, .postgres: return "\"\(column.key)\" \(type)"
    case .arrow:
      let rest = "\"nullable\": true, \"type\": \(type), \"children\": []"
      return "{\"name\": \"\(column.key)\", \(rest)}"
    }
  }

  private func typeName(_ value: ColumnValue) -> String {
    switch (self, value) {
    case (.spark, .text): "STRING"
    case (.spark, .day): "DATE"
    case (.spark, .decimal): "STRING COMMENT 'decimal'"
    case (.spark, .count): "BIGINT"
    case (.duckdb, .text): "VARCHAR"
    case (.duckdb, .day): "DATE"
    case (.duckdb, .decimal): "VARCHAR /* decimal */"
    case (.duckdb, .count): "BIGINT"
    case (.postgres, .text): "text"
    case (.postgres, .day): "date"
    case (.postgres, .decimal): "numeric"
    case (.postgres, .count): "bigint"
    case (.arrow, .text): "{\"name\": \"utf8\"}"
    case (.arrow, .day): "{\"name\": \"date\", \"unit\": \"DAY\"}"
    // 36 digits before the point and 36 places: 72 digits, of which 256 bits hold 76.
    case (.arrow, .decimal):
      "{\"name\": \"decimal\", \"precision\": 76, \"scale\": 36, \"bitWidth\": 256}"
    case (.arrow, .count): "{\"name\": \"int\", \"bitWidth\": 64, \"isSigned\": true}"
    }
  }
}

/// What the cells of a column are for another system.
enum ColumnValue {
  case text, day, decimal, count
}

extension Report.Column.Kind {
  /// What the cells are for another system.
  var value: ColumnValue {
    switch self {
    case .text, .keyword: .text
    case .day: .day
    case .quantity, .amount, .rate, .percent: .decimal
    case .integer: .count
    }
  }
}
