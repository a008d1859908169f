#if canImport(SQLite3) || SQLite

/// What a database defines: its tables and indexes. Only those that Folio creates are accepted, so
/// that nothing in a file runs: no trigger, no view, no virtual table and no expression.
struct SQLiteSchema {
  private struct Object: Hashable {
    var type: String
    var name: String
    var table: String
    /// The definition without blanks; nil for an index that SQLite creates for a constraint.
    var definition: String?
  }

  private let objects: Set<Object>

  /// The objects of a database.
  private init(of connection: SQLiteConnection) throws(SQLiteFault) {
    let rows = try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_master") { row in
      let texts = (0..<4).map { row.text($0).map { String(decoding: $0, as: UTF8.self) } }
      return Object(
        type: texts[0] ?? "", name: texts[1] ?? "", table: texts[2] ?? "",
        definition: texts[3].map { $0.filter { !$0.isWhitespace } })
    }
    objects = Set(rows.filter { !Self.isStatistics($0) })
  }

  /// Whether it is a table in which `ANALYZE` keeps statistics.
  private static func isStatistics(_ object: Object) -> Bool {
    object.type == "table" && ["sqlite_stat1", "sqlite_stat4"].contains(object.name)
      && object.definition?.hasPrefix("CREATETABLE\(object.name)(tbl,idx,") == true
  }

  /// Requires that a database has the tables and indexes of a version, and nothing else.
  /// - Throws: `foreignSchema` with the first object that differs.
  static func require(version: Int, on connection: SQLiteConnection) throws(SQLiteFault) {
    let model = try SQLiteConnection(":memory:")
    for step in SQLiteMigrations.steps.prefix(version) { try model.execute(step) }
    let expected = try SQLiteSchema(of: model).objects
    let found = try SQLiteSchema(of: connection).objects
    // Views and triggers come first.
    let others = found.subtracting(expected).sorted { ($0.type, $0.name) > ($1.type, $1.name) }
    if let other = others.first {
      let isKnown = expected.contains { $0.type == other.type && $0.name == other.name }
      throw .foreignSchema(
        isKnown
          ? "the \(other.type) '\(other.name)' is not as Folio creates it"
          : "Folio did not create the \(other.type) '\(other.name)'")
    }
    if let missing = expected.subtracting(found).min(by: { $0.name < $1.name }) {
      throw .foreignSchema("the \(missing.type) '\(missing.name)' is missing")
    }
  }
}

extension SQLiteConnection {
  /// Requires the schema of Folio, and reads it again only after it was changed. Call it in each
  /// transaction: other programs may change the schema while the database is open.
  func requireSchema() throws(SQLiteFault) {
    let now = try number("PRAGMA schema_version")
    if now == knownSchema { return }
    try SQLiteSchema.require(version: try number("PRAGMA user_version"), on: self)
    knownSchema = now
  }
}
#endif
