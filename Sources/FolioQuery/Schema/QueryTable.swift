/// A table that queries read: its columns, and the rows of the books that fill it.
public struct QueryTable: Sendable {
  /// The name in SQL.
  public let name: String
  /// What a row is, in one sentence without a full stop.
  public let meaning: String
  /// The columns in order.
  public let columns: [QueryColumn]
  /// The columns that an exported database has an index of.
  let indexed: [String]
  /// What booking has to keep for the rows.
  let needs: Set<Need>
  /// Returns the rows in order.
  let rows: @Sendable (QueryBooks) throws(ArithmeticFault) -> QueryRows

  /// Data that booking keeps only if a table needs it.
  enum Need: Sendable { case postings, disposals, income, movements }

  /// The statement that creates the table.
  func creation(comparesExactly: Bool) -> String {
    columns.creation(ofTable: name, meaning, comparesExactly: comparesExactly)
  }

  /// The statements that create the indexes.
  var indexes: [String] {
    indexed.map { "CREATE INDEX \(name)_by_\($0) ON \(name) (\($0))" }
  }

  /// The statement that inserts a row with values of some columns.
  func insertion(of chosen: [Int]) -> String {
    let names = chosen.flatMap { columns[$0].sqlNames }
    if names.isEmpty { return "INSERT INTO \(name) DEFAULT VALUES" }
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(name) (\(names.joined(separator: ", "))) VALUES (\(marks))"
  }
}

/// A question that is asked often, as a view.
public struct QueryView: Sendable, Hashable {
  /// The name in SQL.
  public let name: String
  /// What a row is, in one sentence without a full stop.
  public let meaning: String
  /// The columns and their meanings, in order.
  public let columns: [QueryColumn]
  /// The query.
  public let query: String
  /// Whether the query sums exact numbers, which only Folio can do. An exported database therefore
  /// has a table with the rows in place of the view.
  public let hasSums: Bool

  init(
    name: String, meaning: String, columns: [QueryColumn], query: String, hasSums: Bool = false
  ) {
    (self.name, self.meaning, self.columns) = (name, meaning, columns)
    (self.query, self.hasSums) = (query, hasSums)
  }

  /// The statement that creates the view.
  var creation: String { "CREATE VIEW \(name) AS  -- \(meaning)\n\(query)" }

  /// The statements that create a table in place of the view, and fill it.
  var creationAsTable: String {
    let names = columns.flatMap(\.sqlNames).joined(separator: ", ")
    return columns.creation(ofTable: name, meaning, comparesExactly: false)
      + ";\nINSERT INTO \(name) (\(names)) \(query)"
  }
}

/// The rows of a table. They are made one after the other, into one array.
struct QueryRows {
  let count: Int
  /// The reasons of values that are null, and of those that are approximate, by column.
  var warnings: [String: [Report.Warning]] = [:]
  /// Appends the values of some columns of a row.
  let append: (_ row: Int, _ columns: [Int], inout [Report.Cell]) -> Void
}

/// A column of a table whose rows have one type, and the source of its values. Each kind of value
/// comes from the row alone, or from the row and the books.
struct QueryField<Row>: Sendable {
  typealias Of<Value> = @Sendable (Row) -> Value
  typealias In<Value> = @Sendable (Row, QueryBooks) -> Value

  let column: QueryColumn
  let value: In<Report.Cell>

  static func text(_ name: String, _ meaning: String, _ text: @escaping In<String?>) -> Self {
    // Records have empty texts in place of missing ones.
    Self(column: QueryColumn(name, .text, meaning)) {
      .text(orNull: text($0, $1).flatMap { $0.isEmpty ? nil : $0 })
    }
  }

  static func text(_ name: String, _ meaning: String, _ text: @escaping Of<String?>) -> Self {
    Self.text(name, meaning) { row, _ in text(row) }
  }

  static func day(_ name: String, _ meaning: String, _ day: @escaping In<Day?>) -> Self {
    Self(column: QueryColumn(name, .day, meaning)) { .day(orNull: day($0, $1)) }
  }

  static func day(_ name: String, _ meaning: String, _ day: @escaping Of<Day?>) -> Self {
    Self.day(name, meaning) { row, _ in day(row) }
  }

  /// A number with the digits that its record has.
  static func exact(
    _ name: String, _ meaning: String, _ number: @escaping Of<ExactDecimal?>
  ) -> Self {
    Self(column: QueryColumn(name, .exact, meaning)) { row, _ in
      number(row).map { .number($0, places: $0.places) } ?? .null
    }
  }

  static func flag(_ name: String, _ meaning: String, _ flag: @escaping Of<Bool>) -> Self {
    Self(column: QueryColumn(name, .integer, meaning)) { row, _ in .integer(flag(row) ? 1 : 0) }
  }
}

extension QueryTable {
  /// A table of rows of one type.
  init<Rows: RandomAccessCollection & Sendable>(
    _ name: String, _ meaning: String, indexed: [String] = [], needs: Set<Need> = [],
    rows: @escaping @Sendable (QueryBooks) -> Rows, _ fields: [QueryField<Rows.Element>]
  ) where Rows.Index == Int {
    self.init(
      name: name, meaning: meaning, columns: fields.map(\.column), indexed: indexed, needs: needs
    ) { books in
      let all = rows(books)
      return QueryRows(count: all.count) { index, columns, values in
        let row = all[all.startIndex + index]
        for column in columns { values.append(fields[column].value(row, books)) }
      }
    }
  }

  /// A table with the rows of a report. Its columns are those of the report, with their meanings.
  /// - Parameters:
  ///   - kind: The kind of the report.
  ///   - first: The columns that come first. The report must have them under the same keys.
  ///   - keys: The keys of the other columns; `nil` for all columns of the kind.
  ///   - names: The names of columns whose keys are words of SQL, by key.
  init(
    _ name: String, _ meaning: String, of kind: ReportKind, after first: [QueryColumn] = [],
    _ keys: [String]? = nil, names: [String: String] = [:], indexed: [String] = [],
    needs: Set<Need> = [],
    report: @escaping @Sendable (QueryBooks) throws(ArithmeticFault) -> Report
  ) {
    // No report of these tables needs tax rules, and the books of an empty ledger have no faults.
    let all = (try? kind.columns(under: nil)) ?? []
    let chosen = keys?.compactMap { key in all.first { $0.key == key } } ?? all
    let columns = first + chosen.map { QueryColumn($0, names[$0.key] ?? $0.key) }
    let keys = first.map(\.name) + chosen.map(\.key)
    self.init(
      name: name, meaning: meaning, columns: columns, indexed: indexed, needs: needs
    ) { books throws(ArithmeticFault) in
      let report = try report(books)
      let places = keys.map { key in report.columns.firstIndex { $0.key == key } }
      return QueryRows(count: report.rowCount, warnings: report.warningsByColumn) {
        index, columns, values in
        let cells = report.row(index)
        for column in columns {
          values.append(places[column].map { cells.cell($0) } ?? .null)
        }
      }
    }
  }
}

extension Report {
  /// The warnings about returns, by the column of the table `periods` that has the return.
  fileprivate var warningsByColumn: [String: [Warning]] {
    let columns: [DiagnosticCode: String] = [
      .noMoneyWeightedReturn: "xirr", .severalMoneyWeightedReturns: "xirr",
      .undefinedReturn: "twr", .approximateReturn: "twr",
    ]
    let about = warnings.filter { columns[$0.code] != nil }
    return Dictionary(grouping: about) { columns[$0.code] ?? "" }
  }
}
